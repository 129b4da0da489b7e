/**
 * Accounts, their groups and keys, and the sessions and links that let people in. Timestamps are seconds since 1970.
 * `username` is the name as typed by its owner, or null if it equals `name`. The name of an API key is unique within the
 * account, and empty for the unnamed key.
 */
export const accounts = `
CREATE TABLE account (
  id ID,
  name TEXT NOT NULL UNIQUE,
  real_name TEXT NOT NULL DEFAULT '',
  email TEXT NOT NULL DEFAULT '',
  email_confirmed_at INT,
  password_hash TEXT NOT NULL DEFAULT '',
  registered_at INT,
  edit_count INT NOT NULL DEFAULT 0,
  is_superuser INT NOT NULL DEFAULT 0,
  is_active INT NOT NULL DEFAULT 1,
  is_bot INT NOT NULL DEFAULT 0,
  expires_at INT,
  last_login_at INT,
  touched_at INT,
  username TEXT
);
CREATE INDEX account_by_email ON account (lower(email)) WHERE email <> '';
CREATE INDEX account_by_superuser ON account (id) WHERE is_superuser = 1;

CREATE TABLE account_option (
  account_id INT NOT NULL,
  name TEXT NOT NULL,
  value TEXT,
  PRIMARY KEY (account_id, name)
) WITHOUT ROWID;
CREATE INDEX account_option_by_name ON account_option (name, account_id);

CREATE TABLE account_group (
  account_id INT NOT NULL,
  group_name TEXT NOT NULL,
  expires_at INT,
  PRIMARY KEY (account_id, group_name)
) WITHOUT ROWID;
CREATE INDEX account_group_by_group ON account_group (group_name, account_id);

CREATE TABLE account_former_group (
  account_id INT NOT NULL,
  group_name TEXT NOT NULL,
  PRIMARY KEY (account_id, group_name)
) WITHOUT ROWID;

CREATE TABLE api_key (
  key_hash TEXT PRIMARY KEY,
  account_id INT NOT NULL,
  hint TEXT NOT NULL,
  created_at INT NOT NULL,
  name TEXT NOT NULL DEFAULT ''
);
CREATE UNIQUE INDEX api_key_by_account ON api_key (account_id, name);

CREATE TABLE bot_password (
  account_id INT NOT NULL,
  app_id TEXT NOT NULL,
  password_hash TEXT NOT NULL,
  token TEXT NOT NULL DEFAULT '',
  restrictions TEXT NOT NULL DEFAULT '',
  grants TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (account_id, app_id)
) WITHOUT ROWID;

CREATE TABLE account_link (
  id ID,
  key_hash TEXT NOT NULL UNIQUE,
  purpose TEXT NOT NULL,
  account_id INT,
  address TEXT NOT NULL DEFAULT '',
  data TEXT NOT NULL DEFAULT '{}',
  made_by INT,
  created_at INT NOT NULL,
  expires_at INT NOT NULL
);
CREATE INDEX account_link_by_account ON account_link (account_id, purpose);
CREATE INDEX account_link_by_maker ON account_link (made_by, purpose);
CREATE INDEX account_link_by_expiry ON account_link (expires_at);

CREATE TABLE session (
  id_hash TEXT PRIMARY KEY,
  account_id INT,
  secret TEXT NOT NULL,
  data TEXT NOT NULL DEFAULT '{}',
  created_at INT NOT NULL,
  lifetime INT NOT NULL,
  expires_at INT NOT NULL
);
CREATE INDEX session_by_expiry ON session (expires_at);
CREATE INDEX session_by_account ON session (account_id);

CREATE TABLE login_attempt (
  key TEXT PRIMARY KEY,
  attempts INT NOT NULL,
  resets_at INT NOT NULL
);
CREATE INDEX login_attempt_by_reset ON login_attempt (resets_at);
`
