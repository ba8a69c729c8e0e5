-- A database as schema 0004 holds it, for SQLite and PostgreSQL alike.
CREATE TABLE tables (
    id VARCHAR(32) NOT NULL,
    game VARCHAR(64) NOT NULL,
    options JSON NOT NULL,
    public BOOLEAN NOT NULL,
    host VARCHAR(32) NOT NULL,
    clock INTEGER,
    secret_seed VARCHAR(64) NOT NULL,
    commitment VARCHAR(64) NOT NULL,
    seed TEXT,
    created_at FLOAT NOT NULL,
    changed_at FLOAT NOT NULL,
    status VARCHAR(8) NOT NULL,
    seq INTEGER NOT NULL,
    position_seq INTEGER NOT NULL,
    to_act INTEGER,
    result JSON,
    rematch VARCHAR(32),
    bots_run_by VARCHAR(32),
    bots_run_until FLOAT NOT NULL,
    first_seats JSON DEFAULT '[]' NOT NULL,
    due_at FLOAT,
    CONSTRAINT pk_tables PRIMARY KEY (id)
);
CREATE TABLE seats (
    table_id VARCHAR(32) NOT NULL,
    seat INTEGER NOT NULL,
    kind VARCHAR(8) NOT NULL,
    level VARCHAR(32),
    name VARCHAR(64) NOT NULL,
    entropy VARCHAR(64) NOT NULL,
    CONSTRAINT pk_seats PRIMARY KEY (table_id, seat),
    CONSTRAINT fk_seats_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
CREATE TABLE sitters (
    table_id VARCHAR(32) NOT NULL,
    seat INTEGER NOT NULL,
    player VARCHAR(32) NOT NULL,
    CONSTRAINT pk_sitters PRIMARY KEY (table_id, seat, player),
    CONSTRAINT fk_sitters_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
CREATE TABLE secrets (
    digest VARCHAR(64) NOT NULL,
    table_id VARCHAR(32) NOT NULL,
    seat INTEGER,
    created_at FLOAT NOT NULL,
    CONSTRAINT pk_secrets PRIMARY KEY (digest),
    CONSTRAINT fk_secrets_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
CREATE TABLE events (
    table_id VARCHAR(32) NOT NULL,
    seq INTEGER NOT NULL,
    at FLOAT NOT NULL,
    kind VARCHAR(16) NOT NULL,
    seat INTEGER,
    data JSON NOT NULL,
    CONSTRAINT pk_events PRIMARY KEY (table_id, seq),
    CONSTRAINT fk_events_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
CREATE TABLE server (
    name VARCHAR(32) NOT NULL,
    value TEXT NOT NULL,
    CONSTRAINT pk_server PRIMARY KEY (name)
);
CREATE TABLE presence (
    process VARCHAR(32) NOT NULL,
    table_id VARCHAR(32) NOT NULL,
    seat INTEGER NOT NULL,
    until FLOAT NOT NULL,
    CONSTRAINT pk_presence PRIMARY KEY (process, table_id, seat),
    CONSTRAINT fk_presence_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
CREATE TABLE requests (
    mark VARCHAR(64) NOT NULL,
    asked VARCHAR(64) NOT NULL,
    table_id VARCHAR(32) NOT NULL,
    seats JSON NOT NULL,
    at FLOAT NOT NULL,
    CONSTRAINT pk_requests PRIMARY KEY (mark),
    CONSTRAINT fk_requests_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
CREATE TABLE alembic_version (
    version_num VARCHAR(32) NOT NULL,
    CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
CREATE INDEX ix_tables_status ON tables (status);
CREATE INDEX ix_tables_due_at ON tables (due_at);
CREATE INDEX ix_tables_host ON tables (host);
CREATE INDEX ix_presence_table_id ON presence (table_id);
CREATE INDEX ix_requests_table_id ON requests (table_id);
CREATE INDEX ix_requests_at ON requests (at);
CREATE INDEX ix_sitters_player ON sitters (player);
CREATE INDEX ix_secrets_table_id ON secrets (table_id);
INSERT INTO tables VALUES ('aaaaaaaaaaaaaaaaaaaaaa', 'catan', '{"players": 2}', TRUE, 'host', 600, 'aa', 'bb', 'aa|cc|', 1000.5, 2000.5, 'over', 5, 4, NULL, '{"scores": [10, 4], "winners": [0]}', 'bbbbbbbbbbbbbbbbbbbbbb', NULL, 0, '[{"kind": "person", "name": "Zażółć", "level": null, "entropy": "cc"}, {"kind": "bot", "name": "Bruno", "level": "easy", "entropy": ""}]', NULL);
INSERT INTO tables VALUES ('bbbbbbbbbbbbbbbbbbbbbb', 'hansa', '{"players": 3, "first": "random"}', FALSE, 'host', NULL, 'dd', 'ee', NULL, 3000.5, 3000.5, 'open', 0, 0, NULL, NULL, NULL, 'process', 3015.5, '[{"kind": "open", "name": "", "level": null, "entropy": ""}]', NULL);
INSERT INTO seats VALUES ('aaaaaaaaaaaaaaaaaaaaaa', 0, 'person', NULL, 'Zażółć', 'cc');
INSERT INTO seats VALUES ('aaaaaaaaaaaaaaaaaaaaaa', 1, 'bot', 'easy', 'Bruno', '');
INSERT INTO seats VALUES ('bbbbbbbbbbbbbbbbbbbbbb', 0, 'open', NULL, '', '');
INSERT INTO sitters VALUES ('aaaaaaaaaaaaaaaaaaaaaa', 0, 'me');
INSERT INTO secrets VALUES ('digest of a seat', 'aaaaaaaaaaaaaaaaaaaaaa', 0, 1000.5);
INSERT INTO secrets VALUES ('digest of a host', 'bbbbbbbbbbbbbbbbbbbbbb', NULL, 3000.5);
INSERT INTO events VALUES ('aaaaaaaaaaaaaaaaaaaaaa', 1, 1000.5, 'start', NULL, '{"seed": "aa|cc|"}');
INSERT INTO events VALUES ('aaaaaaaaaaaaaaaaaaaaaa', 2, 1000.5, 'move', -1, '{"text": "first 0"}');
INSERT INTO events VALUES ('aaaaaaaaaaaaaaaaaaaaaa', 3, 1500.5, 'move', 0, '{"text": "settle 12"}');
INSERT INTO events VALUES ('aaaaaaaaaaaaaaaaaaaaaa', 4, 2000.5, 'over', NULL, '{"scores": [10, 4], "winners": [0]}');
INSERT INTO events VALUES ('aaaaaaaaaaaaaaaaaaaaaa', 5, 2500.5, 'chat', 0, '{"name": "Zażółć", "text": "gęślą jaźń"}');
INSERT INTO server VALUES ('signing_key', 'the key');
INSERT INTO alembic_version VALUES ('0004');
