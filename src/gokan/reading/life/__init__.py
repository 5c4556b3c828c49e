"""Life and death: the answer to a problem, the status of a group, and ko."""
