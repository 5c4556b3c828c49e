"""Proofs written down, for `gokan.reading.check`."""
