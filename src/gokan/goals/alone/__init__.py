"""The thesis on its own: goals generate the moves; goals, rules and static values decide.

No network, no reading, no ladders. From the ground up: `room` (eye recognition), `value` (what is
known of a target without a move), `moves` (what the goals ask for), `search`.
"""
