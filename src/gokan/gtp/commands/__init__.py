"""The commands, one file per subject. `gokan.gtp.providers` lists them."""
