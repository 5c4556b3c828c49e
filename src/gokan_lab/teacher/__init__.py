"""Learning from a stronger program: positions as people make them, its labels, and lessons.

Three jobs that share folders and may run at the same time, on one machine or on several:

1. `positions` writes files of games (`lines.py`): players of every strength made from a network
   (`players.py`), and records of games, weakened (`weakened.py`).
2. `labels` asks a program that speaks KataGo's analysis JSON about turns of these games
   (`engine.py`) and writes a shard for each file (`shards.py`).
3. `learn` makes records of the labelled turns and trains the network on them while more arrive.

Nothing of the teacher becomes part of Gokan: what is kept of it are numbers.
"""
