"""What belongs to a side already, and what is settled for good."""
