"""KataGo's analysis engine over two pipes: JSON queries in, JSON answers out, in any order.

`query` reads a query, `reply` writes what a search found, `server` holds the queue and the threads.
"""
