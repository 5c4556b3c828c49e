"""The language: formulas as data, reading them, and finding what their names mean."""
