/**
 * Several named API keys per account; existing keys become unnamed. Single-use links (to confirm an email address,
 * reset a password or accept an invitation) are stored as a hash of their secret.
 */
export const accountLinks = `
ALTER TABLE api_key ADD COLUMN name TEXT NOT NULL DEFAULT '';
DROP INDEX api_key_by_account;
CREATE UNIQUE INDEX api_key_by_account ON api_key (account_id, name);

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
`
