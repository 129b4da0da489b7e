/**
 * OAuth applications: clients, what users have allowed them, their tokens, and the nonces of signed requests. Lists are
 * separated by spaces, because neither scopes nor addresses contain any. Tokens and secrets are stored as hashes. The
 * secrets of signed requests are encrypted with their token, which only the client has. An API key without scopes has
 * all permissions of its owner.
 */
export const applications = `
CREATE TABLE oauth_client (
  id TEXT PRIMARY KEY,
  account_id INT NOT NULL,
  name TEXT NOT NULL,
  version TEXT NOT NULL,
  description TEXT NOT NULL,
  oauth_version INT NOT NULL,
  is_confidential INT NOT NULL,
  is_owner_only INT NOT NULL,
  redirect_uris TEXT NOT NULL,
  scopes TEXT NOT NULL,
  secret_hash TEXT,
  stage TEXT NOT NULL,
  reason TEXT NOT NULL,
  created_at INT NOT NULL
);
CREATE INDEX oauth_client_by_account ON oauth_client (account_id, created_at);
CREATE INDEX oauth_client_by_stage ON oauth_client (stage, created_at);
CREATE TABLE oauth_grant (
  id ID,
  client_id TEXT NOT NULL,
  account_id INT NOT NULL,
  scopes TEXT NOT NULL,
  created_at INT NOT NULL,
  last_used_at INT
);
CREATE UNIQUE INDEX oauth_grant_by_client ON oauth_grant (client_id, account_id);
CREATE INDEX oauth_grant_by_account ON oauth_grant (account_id);
CREATE TABLE oauth_token (
  token_hash TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  grant_id INT NOT NULL,
  family TEXT NOT NULL,
  scopes TEXT NOT NULL,
  created_at INT NOT NULL,
  expires_at INT,
  spent_at INT,
  redirect_uri TEXT,
  challenge TEXT,
  sealed_secret TEXT
);
CREATE INDEX oauth_token_by_grant ON oauth_token (grant_id);
CREATE INDEX oauth_token_by_family ON oauth_token (family);
CREATE INDEX oauth_token_by_expiry ON oauth_token (expires_at);
CREATE TABLE oauth_nonce (
  nonce_hash TEXT PRIMARY KEY,
  expires_at INT NOT NULL
);
CREATE INDEX oauth_nonce_by_expiry ON oauth_nonce (expires_at);
ALTER TABLE api_key ADD COLUMN scopes TEXT NOT NULL DEFAULT '';
`
