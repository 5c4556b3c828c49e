"""The workbench's server: `gokan serve`. Thin; it judges nothing and knows no Go.

From the ground up: `folder` (where data is, its secret, one server at a time), `store` (SQLite),
`desk` (worker threads), `messages` (what is sent), `games`, `reviews`, `questions`, `problems` and
`streams` (what goes on), `views` (as messages), and `http` (who may ask, `/api/v1`, the process).

Nothing is imported here: FastAPI and uvicorn are loaded by `gokan serve` alone.
"""
