"""The workbench over HTTP: who may ask, what can be asked, the page, and the process."""
