"""Commands for research: goals, logic, knowledge, shape; `gokan_lab.cli` has study and train."""
