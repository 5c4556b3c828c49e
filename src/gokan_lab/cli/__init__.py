"""The commands `gokan study` and `gokan train`; `gokan.cli` finds them here when called."""
