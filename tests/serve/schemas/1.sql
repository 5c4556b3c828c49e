PRAGMA user_version = 1;
BEGIN TRANSACTION;
CREATE TABLE games (
        id TEXT PRIMARY KEY, kind TEXT NOT NULL, title TEXT NOT NULL,
        black TEXT NOT NULL, white TEXT NOT NULL, seed INTEGER NOT NULL,
        revision INTEGER NOT NULL, created REAL NOT NULL, changed REAL NOT NULL,
        moves INTEGER NOT NULL, width INTEGER NOT NULL, height INTEGER NOT NULL,
        result TEXT NOT NULL, session TEXT NOT NULL, record BLOB NOT NULL
    );
INSERT INTO "games" VALUES('0123456789abcdef','play','','["person", 0, "Ann"]','["gokan", 5, ""]',7,2,1790000000.0,1790000000.0,2,9,9,'','{"width":9,"height":9,"rules":{"name":"chinese","ko":"simple","suicide":false,"scoring":"area","komi":7.5,"tax":"none","handicap_bonus":"N"},"black":[],"white":[],"to_play":1,"handicap":0,"turns":[[1,40,""],[2,22,"because"]],"phase":"playing","dead":null,"result":""}',X'');
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
CREATE INDEX games_changed ON games (changed);
CREATE INDEX requests_request ON requests (request);
CREATE INDEX reviews_game ON reviews (game);
COMMIT;
