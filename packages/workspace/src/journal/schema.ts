/**
 * The migrations of the database: each script leads from the version of its index to the next. A
 * released script is never changed; a new one is added.
 */
export const migrations: readonly string[] = [
  `
  CREATE TABLE processes (
    id INTEGER PRIMARY KEY,
    scope TEXT NOT NULL,
    pid INTEGER NOT NULL,
    started_at INTEGER NOT NULL,
    machine TEXT NOT NULL,
    boot TEXT NOT NULL,
    UNIQUE (scope, pid, started_at)
  ) STRICT;

  -- A session's entries lie between its first and its last, among those of other sessions.
  CREATE TABLE sessions (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    started_ms REAL NOT NULL,
    turn INTEGER NOT NULL,
    first_entry INTEGER NOT NULL,
    last_entry INTEGER NOT NULL,
    entry_count INTEGER NOT NULL
  ) STRICT;

  -- Each index is one more page that each call writes, so there are only those that keep queries fast.
  CREATE TABLE entries (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    session INTEGER NOT NULL,
    turn INTEGER NOT NULL,
    call_id TEXT NOT NULL,
    tool TEXT NOT NULL,
    agent TEXT NOT NULL,
    status TEXT NOT NULL,
    has_intent INTEGER NOT NULL,
    process INTEGER NOT NULL,
    at_ms REAL NOT NULL,
    started_ms REAL NOT NULL,
    ended_ms REAL,
    change_count INTEGER,
    reverted_by INTEGER,
    not_undoable TEXT
  ) STRICT;
  CREATE INDEX entries_open ON entries (id) WHERE status = 'open';
  CREATE INDEX entries_changing ON entries (id) WHERE change_count IS NOT 0;

  -- Large columns are separate, so that ending a call doesn't rewrite its input.
  CREATE TABLE intents (
    entry INTEGER PRIMARY KEY,
    input TEXT NOT NULL,
    effects TEXT NOT NULL,
    decision TEXT NOT NULL,
    approvals TEXT NOT NULL
  ) STRICT;
  CREATE TABLE outcomes (
    entry INTEGER PRIMARY KEY,
    outcome TEXT NOT NULL,
    approvals TEXT
  ) STRICT;

  CREATE TABLE reverts (
    entry INTEGER NOT NULL,
    target INTEGER NOT NULL,
    PRIMARY KEY (entry, target)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX reverts_by_target ON reverts (target);

  CREATE TABLE changes (
    entry INTEGER NOT NULL,
    path TEXT NOT NULL,
    before TEXT NOT NULL,
    before_blob INTEGER,
    after TEXT,
    after_blob INTEGER,
    PRIMARY KEY (entry, path)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX changes_by_path ON changes (path, entry);
  CREATE INDEX changes_by_before ON changes (before_blob) WHERE before_blob IS NOT NULL;
  CREATE INDEX changes_by_after ON changes (after_blob) WHERE after_blob IS NOT NULL;

  -- codec: raw or zstd. bytes: null when the content is a file beside the database.
  CREATE TABLE blobs (
    id INTEGER PRIMARY KEY,
    hash BLOB NOT NULL UNIQUE,
    size INTEGER NOT NULL,
    stored INTEGER NOT NULL,
    codec TEXT NOT NULL,
    kept_ms REAL NOT NULL,
    bytes BLOB
  ) STRICT;
  CREATE INDEX blobs_in_files ON blobs (stored) WHERE bytes IS NULL;
  -- Contents of deleted changes, which may be unused now.
  CREATE TABLE suspects (blob INTEGER PRIMARY KEY) STRICT;

  CREATE TABLE facts (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  // The call of the same session that made this one, such as a program's.
  `ALTER TABLE entries ADD COLUMN parent_call_id TEXT;`,
];
