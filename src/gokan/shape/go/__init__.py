"""Go in ETS: what Scrimger's chapter 4 says, as structs, classes and recognisers."""
