/**
 * The schema, one step for each version that there has been. A step is never edited once released: a change is a new
 * step. Times are milliseconds since the epoch; `number` is a row's own number, by which what came later is larger.
 */
export const SCHEMA_STEPS: readonly string[] = [
  `
  CREATE TABLE organizations (
    number INTEGER PRIMARY KEY,
    settings TEXT NOT NULL,
    -- 0 while its history is still being loaded.
    complete INTEGER NOT NULL DEFAULT 0,
    -- Up to when live events were made.
    lived_until INTEGER NOT NULL,
    llm_calls INTEGER NOT NULL DEFAULT 0
  ) STRICT;

  CREATE TABLE api_keys (
    -- SHA-256 of the key; the key itself is nowhere.
    hash BLOB PRIMARY KEY,
    organization INTEGER NOT NULL REFERENCES organizations ON DELETE CASCADE,
    may_read INTEGER NOT NULL,
    may_write INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    last_used_at INTEGER,
    revoked_at INTEGER
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE registration_keys (
    organization INTEGER NOT NULL REFERENCES organizations ON DELETE CASCADE,
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    hash BLOB NOT NULL UNIQUE,
    PRIMARY KEY (organization, id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE agents (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    organization INTEGER NOT NULL REFERENCES organizations ON DELETE CASCADE,
    id TEXT NOT NULL,
    client_id TEXT NOT NULL,
    machine_id TEXT NOT NULL,
    generation INTEGER NOT NULL,
    secret_prefix TEXT NOT NULL,
    secret_hash BLOB NOT NULL,
    registration_key_id TEXT NOT NULL,
    registration_key_name TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('active', 'suspended', 'deleted')),
    hostname TEXT NOT NULL,
    os TEXT NOT NULL,
    arch TEXT NOT NULL,
    version TEXT NOT NULL,
    username TEXT NOT NULL,
    clone_detected INTEGER NOT NULL,
    clone_reason TEXT,
    registered_at INTEGER NOT NULL,
    last_seen_at INTEGER NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX agents_by_id ON agents (organization, id);
  CREATE INDEX agents_by_registration ON agents (organization, registered_at, number);

  -- type, outcome and ecosystem are places in the lists of the contract's values.
  CREATE TABLE events (
    number INTEGER PRIMARY KEY,
    organization INTEGER NOT NULL REFERENCES organizations ON DELETE CASCADE,
    id TEXT NOT NULL,
    client_id TEXT NOT NULL,
    timestamp INTEGER NOT NULL,
    type INTEGER NOT NULL,
    outcome INTEGER NOT NULL,
    ecosystem INTEGER NOT NULL,
    package TEXT NOT NULL,
    details TEXT NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX events_by_id ON events (organization, id);
  -- Each holds all that the filters ask for, so that pages are found and counted without touching the table.
  CREATE INDEX events_by_time ON events (organization, timestamp, number, type, outcome, ecosystem);
  CREATE INDEX events_by_type ON events (organization, type, timestamp, number, outcome, ecosystem);
  CREATE INDEX events_by_outcome ON events (organization, outcome, timestamp, number, type, ecosystem);
  CREATE INDEX events_by_ecosystem ON events (organization, ecosystem, timestamp, number, type, outcome);
  CREATE INDEX events_by_package
    ON events (organization, package, timestamp, number, type, outcome, ecosystem);

  -- How many events there are, kept by whoever stores them. Hour -1 counts them all.
  CREATE TABLE event_counts (
    organization INTEGER NOT NULL REFERENCES organizations ON DELETE CASCADE,
    hour INTEGER NOT NULL,
    type INTEGER NOT NULL,
    outcome INTEGER NOT NULL,
    ecosystem INTEGER NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (organization, hour, type, outcome, ecosystem)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE llm_calls (
    number INTEGER PRIMARY KEY,
    organization INTEGER NOT NULL REFERENCES organizations ON DELETE CASCADE,
    id TEXT NOT NULL,
    client_id TEXT NOT NULL,
    timestamp INTEGER NOT NULL,
    provider TEXT NOT NULL,
    model TEXT NOT NULL,
    input_tokens INTEGER NOT NULL,
    output_tokens INTEGER NOT NULL,
    latency_ms REAL NOT NULL,
    cost_usd REAL NOT NULL,
    status TEXT NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX llm_calls_by_id ON llm_calls (organization, id);
  CREATE INDEX llm_calls_by_time ON llm_calls (organization, timestamp, number);

  CREATE TABLE sessions (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    organization INTEGER NOT NULL REFERENCES organizations ON DELETE CASCADE,
    session_id TEXT NOT NULL,
    client_id TEXT NOT NULL,
    agent_hostname TEXT NOT NULL,
    project_path TEXT NOT NULL,
    first_prompt TEXT NOT NULL,
    git_branch TEXT NOT NULL,
    message_count INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    modified_at INTEGER NOT NULL,
    uploaded_at INTEGER NOT NULL,
    size_bytes INTEGER NOT NULL,
    is_subagent INTEGER NOT NULL,
    subagent_count INTEGER NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX sessions_by_session_id ON sessions (organization, session_id);
  CREATE INDEX sessions_by_modification ON sessions (organization, modified_at, number, is_subagent);
  CREATE INDEX sessions_by_creation ON sessions (organization, created_at, number, is_subagent);
  CREATE INDEX sessions_by_client
    ON sessions (organization, client_id, modified_at, number, is_subagent, agent_hostname);

  -- Apart from the metadata, so that lists never read past transcripts.
  CREATE TABLE session_contents (
    session INTEGER PRIMARY KEY REFERENCES sessions ON DELETE CASCADE,
    -- The messages as JSON, deflated.
    messages BLOB NOT NULL
  ) STRICT;

  CREATE TABLE policies (
    organization INTEGER PRIMARY KEY REFERENCES organizations ON DELETE CASCADE,
    version TEXT NOT NULL,
    name TEXT NOT NULL,
    updated_at INTEGER NOT NULL,
    rules TEXT NOT NULL,
    blocked_packages TEXT NOT NULL,
    blocked_maintainers TEXT NOT NULL
  ) STRICT;

  -- Who changed what through the API, with the reasons that were given.
  CREATE TABLE audit (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    organization INTEGER NOT NULL REFERENCES organizations ON DELETE CASCADE,
    at INTEGER NOT NULL,
    action TEXT NOT NULL,
    target TEXT NOT NULL,
    reason TEXT,
    details TEXT NOT NULL
  ) STRICT;
  CREATE INDEX audit_by_organization ON audit (organization, number);
  `,
];
