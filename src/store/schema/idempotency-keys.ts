/**
 * Responses to writes with an idempotency key. A client that does not know whether its write arrived can repeat it with
 * the same key, and gets the first response instead of a second write.
 */
export const idempotencyKeys = `
CREATE TABLE idempotency_key (
  owner TEXT NOT NULL,
  key TEXT NOT NULL,
  account_id INT,
  request_hash TEXT NOT NULL,
  answer TEXT NOT NULL,
  created_at INT NOT NULL,
  PRIMARY KEY (owner, key)
) WITHOUT ROWID;
CREATE INDEX idempotency_key_by_time ON idempotency_key (created_at);
CREATE INDEX idempotency_key_by_account ON idempotency_key (account_id);
`
