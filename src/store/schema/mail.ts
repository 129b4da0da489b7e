/**
 * The outbox. Timestamps are seconds since 1970. `key` prevents duplicates. An email is due at `try_at`, which is moved
 * ahead before each attempt. Sent emails lose their content and stay for a day, because the limits count them.
 * `notice` holds immediate notifications: up to a hundred of the changes of change log entry `seq`.
 * `mail_state` holds the position in the change log, the time of the last digests, and the key that signs links.
 */
export const mail = `
CREATE TABLE mail (
  id ID,
  key TEXT NOT NULL,
  account_id INT,
  name TEXT NOT NULL DEFAULT '',
  address TEXT NOT NULL,
  message TEXT NOT NULL,
  created_at INT NOT NULL,
  try_at INT NOT NULL,
  attempts INT NOT NULL DEFAULT 0,
  last_error TEXT,
  sent_at INT,
  failed_at INT
);
CREATE UNIQUE INDEX mail_by_key ON mail (key);
CREATE INDEX mail_by_due ON mail (try_at, id) WHERE sent_at IS NULL AND failed_at IS NULL;
CREATE INDEX mail_by_address ON mail (address, created_at);
CREATE INDEX mail_by_age ON mail (created_at);

CREATE TABLE mail_state (name TEXT PRIMARY KEY, value TEXT NOT NULL);

CREATE TABLE notice (
  id ID,
  account_id INT NOT NULL,
  notification TEXT NOT NULL,
  subscription_id INT NOT NULL,
  seq INT NOT NULL,
  changes TEXT NOT NULL,
  total INT NOT NULL,
  due_at INT NOT NULL,
  created_at INT NOT NULL
);
CREATE UNIQUE INDEX notice_by_entry ON notice (account_id, notification, seq);
CREATE INDEX notice_by_due ON notice (due_at, account_id);
`
