"""Commands of `gokan study` that reproduce or measure what one of the five works says."""
