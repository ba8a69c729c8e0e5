-- A database as schema 0016 holds it, for SQLite and PostgreSQL alike.
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
    approval BOOLEAN DEFAULT false NOT NULL,
    chat_cleared BOOLEAN DEFAULT false NOT NULL,
    verifiable_by JSON,
    uploaded_by VARCHAR(32),
    bank INTEGER DEFAULT '0' NOT NULL,
    increment INTEGER DEFAULT '0' NOT NULL,
    time_out VARCHAR(8) DEFAULT 'bot' NOT NULL,
    moves INTEGER DEFAULT '0' NOT NULL,
    begun_at FLOAT,
    rated BOOLEAN DEFAULT false NOT NULL,
    turn_seq INTEGER DEFAULT 0 NOT NULL,
    turn_at FLOAT,
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
CREATE TABLE reports (
    number INTEGER NOT NULL,
    at FLOAT NOT NULL,
    table_id VARCHAR(32) NOT NULL,
    line INTEGER,
    reason TEXT NOT NULL,
    reporter VARCHAR(32) NOT NULL,
    about JSON NOT NULL,
    done BOOLEAN NOT NULL,
    CONSTRAINT pk_reports PRIMARY KEY (number),
    CONSTRAINT fk_reports_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
CREATE TABLE blocks (
    key VARCHAR(32) NOT NULL,
    until FLOAT NOT NULL,
    reason TEXT NOT NULL,
    CONSTRAINT pk_blocks PRIMARY KEY (key)
);
CREATE TABLE ignored (
    player VARCHAR(32) NOT NULL,
    key VARCHAR(32) NOT NULL,
    name VARCHAR(64) NOT NULL,
    CONSTRAINT pk_ignored PRIMARY KEY (player, key, name)
);
CREATE TABLE deeds (
    number INTEGER NOT NULL,
    at FLOAT NOT NULL,
    act VARCHAR(16) NOT NULL,
    table_id VARCHAR(32),
    detail TEXT NOT NULL,
    CONSTRAINT pk_deeds PRIMARY KEY (number)
);
CREATE TABLE promises (
    commitment VARCHAR(64) NOT NULL,
    secret_seed VARCHAR(64) NOT NULL,
    created_at FLOAT NOT NULL,
    CONSTRAINT pk_promises PRIMARY KEY (commitment)
);
CREATE TABLE alembic_version (
    version_num VARCHAR(32) NOT NULL,
    CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
CREATE INDEX ix_tables_status ON tables (status);
CREATE INDEX ix_tables_public_changed_at ON tables (public, status, changed_at);
CREATE INDEX ix_tables_due_at ON tables (due_at);
CREATE INDEX ix_tables_host ON tables (host);
CREATE INDEX ix_presence_table_id ON presence (table_id);
CREATE INDEX ix_requests_table_id ON requests (table_id);
CREATE INDEX ix_requests_at ON requests (at);
CREATE INDEX ix_sitters_player ON sitters (player);
CREATE INDEX ix_secrets_table_id ON secrets (table_id);
CREATE INDEX ix_reports_table_id ON reports (table_id);
CREATE INDEX ix_promises_created_at ON promises (created_at);
CREATE INDEX ix_tables_uploaded_by ON tables (uploaded_by);
CREATE TABLE holdings (
    client VARCHAR(32) NOT NULL,
    table_id VARCHAR(32) NOT NULL,
    seat INTEGER NOT NULL,
    CONSTRAINT pk_holdings PRIMARY KEY (client, table_id, seat),
    CONSTRAINT fk_holdings_table_id_tables FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
CREATE INDEX ix_holdings_table_id ON holdings (table_id);
CREATE TABLE rating_steps (
    table_id VARCHAR(32) NOT NULL,
    seat INTEGER NOT NULL,
    game VARCHAR(64) NOT NULL,
    at FLOAT NOT NULL,
    who VARCHAR(64) NOT NULL,
    place INTEGER NOT NULL,
    mu FLOAT NOT NULL,
    sigma FLOAT NOT NULL,
    CONSTRAINT pk_rating_steps PRIMARY KEY (table_id, seat)
);
CREATE INDEX ix_rating_steps_who ON rating_steps (who);
CREATE INDEX ix_rating_steps_game_at ON rating_steps (game, at);
CREATE TABLE tournaments (
    id VARCHAR(32) NOT NULL,
    name VARCHAR(64) NOT NULL,
    game VARCHAR(64) NOT NULL,
    options JSON NOT NULL,
    players INTEGER NOT NULL,
    rounds INTEGER NOT NULL,
    clock INTEGER NOT NULL,
    bank INTEGER NOT NULL,
    increment INTEGER NOT NULL,
    time_out VARCHAR(8) NOT NULL,
    bots VARCHAR(32),
    rated BOOLEAN NOT NULL,
    host VARCHAR(32) NOT NULL,
    created_at FLOAT NOT NULL,
    status VARCHAR(8) NOT NULL,
    round INTEGER NOT NULL,
    CONSTRAINT pk_tournaments PRIMARY KEY (id)
);
CREATE INDEX ix_tournaments_host ON tournaments (host);
CREATE INDEX ix_tournaments_status ON tournaments (status);
CREATE TABLE entrants (
    tournament_id VARCHAR(32) NOT NULL,
    player VARCHAR(32) NOT NULL,
    name VARCHAR(64) NOT NULL,
    joined_at FLOAT NOT NULL,
    withdrawn BOOLEAN NOT NULL,
    CONSTRAINT pk_entrants PRIMARY KEY (tournament_id, player),
    CONSTRAINT fk_entrants_tournament_id FOREIGN KEY(tournament_id) REFERENCES tournaments (id) ON DELETE CASCADE
);
CREATE INDEX ix_entrants_player ON entrants (player);
CREATE TABLE pairings (
    tournament_id VARCHAR(32) NOT NULL,
    round INTEGER NOT NULL,
    number INTEGER NOT NULL,
    table_id VARCHAR(32) NOT NULL,
    seats JSON NOT NULL,
    made BOOLEAN NOT NULL,
    CONSTRAINT pk_pairings PRIMARY KEY (tournament_id, round, number),
    CONSTRAINT fk_pairings_tournament_id FOREIGN KEY(tournament_id) REFERENCES tournaments (id) ON DELETE CASCADE
);
CREATE INDEX ix_pairings_table_id ON pairings (table_id);
CREATE TABLE analyses (
    table_id VARCHAR(32) NOT NULL,
    settings VARCHAR(32) NOT NULL,
    status VARCHAR(12) NOT NULL,
    asked_at FLOAT NOT NULL,
    run_by VARCHAR(32),
    run_until FLOAT NOT NULL,
    CONSTRAINT pk_analyses PRIMARY KEY (table_id, settings),
    CONSTRAINT fk_analyses_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
CREATE INDEX ix_analyses_status ON analyses (status);
CREATE TABLE findings (
    table_id VARCHAR(32) NOT NULL,
    settings VARCHAR(32) NOT NULL,
    kind VARCHAR(8) NOT NULL,
    number INTEGER NOT NULL,
    data JSON NOT NULL,
    CONSTRAINT pk_findings PRIMARY KEY (table_id, settings, kind, number),
    CONSTRAINT fk_findings_table_id FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
CREATE TABLE people (
    player VARCHAR(32) NOT NULL,
    name VARCHAR(64) NOT NULL,
    held VARCHAR(64),
    settings JSON NOT NULL,
    revision INTEGER NOT NULL,
    seen_at FLOAT NOT NULL,
    CONSTRAINT pk_people PRIMARY KEY (player),
    CONSTRAINT uq_people_held UNIQUE (held)
);
CREATE INDEX ix_people_seen_at ON people (seen_at);
CREATE TABLE passkeys (
    mark VARCHAR(64) NOT NULL,
    player VARCHAR(32) NOT NULL,
    credential TEXT NOT NULL,
    public_key TEXT NOT NULL,
    sign_count BIGINT NOT NULL,
    name VARCHAR(64) NOT NULL,
    created_at FLOAT NOT NULL,
    used_at FLOAT,
    CONSTRAINT pk_passkeys PRIMARY KEY (mark)
);
CREATE INDEX ix_passkeys_player ON passkeys (player);
CREATE TABLE tickets (
    digest VARCHAR(64) NOT NULL,
    purpose VARCHAR(12) NOT NULL,
    player VARCHAR(32) NOT NULL,
    until FLOAT NOT NULL,
    CONSTRAINT pk_tickets PRIMARY KEY (digest)
);
CREATE INDEX ix_tickets_player ON tickets (player);
CREATE INDEX ix_tickets_until ON tickets (until);
CREATE TABLE puzzle_tries (
    player VARCHAR(32) NOT NULL,
    game VARCHAR(64) NOT NULL,
    puzzle VARCHAR(32) NOT NULL,
    rating INTEGER NOT NULL,
    at_once BOOLEAN NOT NULL,
    solved BOOLEAN NOT NULL,
    at FLOAT NOT NULL,
    CONSTRAINT pk_puzzle_tries PRIMARY KEY (player, game, puzzle)
);
CREATE INDEX ix_puzzle_tries_at ON puzzle_tries (at);
CREATE INDEX ix_tables_turn_at ON tables (turn_at);
CREATE INDEX ix_events_told_of ON events (at) WHERE kind IN ('over', 'ask_undo', 'rematch', 'ask_seat');
CREATE TABLE channels (
    id VARCHAR(32) NOT NULL,
    player VARCHAR(32) NOT NULL,
    kind VARCHAR(8) NOT NULL,
    address TEXT NOT NULL,
    data JSON NOT NULL,
    confirmed BOOLEAN NOT NULL,
    created_at FLOAT NOT NULL,
    problem VARCHAR(64) NOT NULL,
    CONSTRAINT pk_channels PRIMARY KEY (id)
);
CREATE INDEX ix_channels_player ON channels (player);
CREATE TABLE notices (
    channel_id VARCHAR(32) NOT NULL,
    table_id VARCHAR(32) NOT NULL,
    kind VARCHAR(8) NOT NULL,
    number INTEGER NOT NULL,
    seat INTEGER,
    due_at FLOAT,
    tries INTEGER NOT NULL,
    first_at FLOAT NOT NULL,
    run_by VARCHAR(32),
    run_until FLOAT NOT NULL,
    CONSTRAINT pk_notices PRIMARY KEY (channel_id, table_id, kind),
    CONSTRAINT fk_notices_channel_id FOREIGN KEY (channel_id) REFERENCES channels (id) ON DELETE CASCADE,
    CONSTRAINT fk_notices_table_id FOREIGN KEY (table_id) REFERENCES tables (id) ON DELETE CASCADE
);
CREATE INDEX ix_notices_table_id ON notices (table_id);
CREATE INDEX ix_notices_due_at ON notices (due_at);
CREATE TABLE quiet_tables (
    player VARCHAR(32) NOT NULL,
    table_id VARCHAR(32) NOT NULL,
    CONSTRAINT pk_quiet_tables PRIMARY KEY (player, table_id),
    CONSTRAINT fk_quiet_tables_table_id FOREIGN KEY (table_id) REFERENCES tables (id) ON DELETE CASCADE
);
CREATE INDEX ix_quiet_tables_table_id ON quiet_tables (table_id);
INSERT INTO tables VALUES ('aaaaaaaaaaaaaaaaaaaaaa', 'catan', '{"players": 2}', TRUE, 'host', 600, 'aa', 'bb', 'aa|cc|', 1000.5, 2000.5, 'over', 5, 4, NULL, '{"scores": [10, 4], "winners": [0]}', 'bbbbbbbbbbbbbbbbbbbbbb', NULL, 0, '[{"kind": "person", "name": "Zażółć", "level": null, "entropy": "cc"}, {"kind": "bot", "name": "Bruno", "level": "easy", "entropy": ""}]', NULL, FALSE, FALSE, '[]', NULL, 0, 0, 'bot', 2, 1000.5, FALSE, 0, NULL);
INSERT INTO tables VALUES ('bbbbbbbbbbbbbbbbbbbbbb', 'hansa', '{"players": 3, "first": "random"}', FALSE, 'host', NULL, 'dd', 'ee', NULL, 3000.5, 3000.5, 'open', 0, 0, NULL, NULL, NULL, 'process', 3015.5, '[{"kind": "open", "name": "", "level": null, "entropy": ""}]', NULL, FALSE, FALSE, '[]', NULL, 0, 0, 'bot', 0, NULL, FALSE, 0, NULL);
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
INSERT INTO holdings VALUES ('somebody', 'bbbbbbbbbbbbbbbbbbbbbb', -1);
INSERT INTO rating_steps VALUES ('zzzzzzzzzzzzzzzzzzzzzz', 0, 'catan', 900.5, 'me', 0, 27.5, 7.5);
INSERT INTO analyses VALUES ('aaaaaaaaaaaaaaaaaaaaaa', '200-32-1', 'done', 3000.5, NULL, 0.0);
INSERT INTO findings VALUES ('aaaaaaaaaaaaaaaaaaaaaa', '200-32-1', 'glance', 1, '{"kind": "glance", "number": 1, "chances": [0.5, 0.5]}');
INSERT INTO people VALUES ('me', 'Zażółć', 'zażółć', '{"theme": "dark"}', 3, 3000.5);
INSERT INTO puzzle_tries VALUES ('me', 'catan', '1-40', 1400, TRUE, TRUE, 3000.5);
INSERT INTO channels VALUES ('cccccccccccccccccccccc', 'me', 'mail', 'me@home.example', '{}', TRUE, 3000.5, '');
INSERT INTO promises VALUES ('ff', 'gg', 3000.5);
INSERT INTO alembic_version VALUES ('0016');
