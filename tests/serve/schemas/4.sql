PRAGMA user_version = 4;
BEGIN TRANSACTION;
CREATE TABLE attempts (
        id TEXT PRIMARY KEY, problem TEXT NOT NULL REFERENCES problems ON DELETE CASCADE,
        at REAL NOT NULL, outcome TEXT NOT NULL
    );
INSERT INTO "attempts" VALUES('attempt-1','7021801c090a1b26',1790000000.0,'solved');
CREATE TABLE games (
        id TEXT PRIMARY KEY, kind TEXT NOT NULL, title TEXT NOT NULL,
        black TEXT NOT NULL, white TEXT NOT NULL, seed INTEGER NOT NULL,
        revision INTEGER NOT NULL, created REAL NOT NULL, changed REAL NOT NULL,
        moves INTEGER NOT NULL, width INTEGER NOT NULL, height INTEGER NOT NULL,
        result TEXT NOT NULL, session TEXT NOT NULL, record BLOB NOT NULL
    , date TEXT NOT NULL DEFAULT '', event TEXT NOT NULL DEFAULT '', source TEXT NOT NULL DEFAULT '', search TEXT NOT NULL DEFAULT '');
INSERT INTO "games" VALUES('0123456789abcdef','play','','["person", 0, "Ann"]','["gokan", 5, ""]',7,2,1790000000.0,1790000000.0,2,9,9,'','{"width":9,"height":9,"rules":{"name":"chinese","ko":"simple","suicide":false,"scoring":"area","komi":7.5,"tax":"none","handicap_bonus":"N"},"black":[],"white":[],"to_play":1,"handicap":0,"turns":[[1,40,""],[2,22,"because"]],"phase":"playing","dead":null,"result":""}',X'','','','','ann gokan');
CREATE TABLE places (
        key INTEGER NOT NULL, game TEXT NOT NULL REFERENCES games ON DELETE CASCADE,
        number INTEGER NOT NULL, next INTEGER, PRIMARY KEY (key, game)
    ) WITHOUT ROWID;
CREATE TABLE problems (
        id TEXT PRIMARY KEY, level INTEGER NOT NULL, record TEXT NOT NULL, created REAL NOT NULL,
        card TEXT NOT NULL, due REAL
    , deck TEXT NOT NULL DEFAULT 'made', state TEXT NOT NULL DEFAULT 'ready', game TEXT REFERENCES games ON DELETE CASCADE);
INSERT INTO "problems" VALUES('7021801c090a1b26',11,'{"id": "made-5-4-attacker", "size": 13, "black": [[12, 5], [11, 5], [10, 4], [10, 5], [9, 0], [9, 1], [9, 2], [9, 3], [9, 4]], "white": [[12, 4], [11, 4], [10, 0], [10, 1], [10, 2], [10, 3]], "to_play": "B", "goal": "kill", "target": [12, 4], "targets": [[12, 4], [10, 0]], "first_moves": [[11, 1], [11, 3]], "result": {"verdict": "win", "without_threats": null, "threats": null}, "effort": 3189, "level": 11, "seed": 5, "number": 4, "key": 8079880064378477350}',1790000000.0,'{"card_id": 1795124401924, "state": 1, "step": 1, "stability": 2.3065, "difficulty": 2.118103970459016, "due": "2026-09-21T14:23:20+00:00", "last_review": "2026-09-21T14:13:20+00:00"}',1790000600.0,'made','ready',NULL);
CREATE TABLE requests (
        game TEXT NOT NULL REFERENCES games ON DELETE CASCADE, request TEXT NOT NULL,
        number INTEGER PRIMARY KEY, UNIQUE (game, request)
    );
INSERT INTO "requests" VALUES('0123456789abcdef','request-0',1);
INSERT INTO "requests" VALUES('0123456789abcdef','request-1',2);
CREATE TABLE reviews (
        id TEXT PRIMARY KEY, game TEXT NOT NULL REFERENCES games ON DELETE CASCADE,
        level TEXT NOT NULL, state TEXT NOT NULL, share REAL NOT NULL, created REAL NOT NULL,
        answer TEXT NOT NULL, reason TEXT NOT NULL
    );
INSERT INTO "reviews" VALUES('fedcba9876543210','0123456789abcdef','quick','done',1.0,1790000000.0,'{}','');
CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL);
INSERT INTO "settings" VALUES('first start','0.1.0');
CREATE INDEX requests_request ON requests (request);
CREATE INDEX reviews_game ON reviews (game);
CREATE INDEX problems_due ON problems (due);
CREATE INDEX attempts_problem ON attempts (problem);
CREATE INDEX places_game ON places (game);
CREATE INDEX games_listed ON games (changed, kind, result, search);
CREATE INDEX problems_deck ON problems (deck, state, due);
CREATE INDEX problems_game ON problems (game);
COMMIT;
