/**
 * Applications with signed requests (OAuth 1.0a) for all users: their secret, without which a signature cannot be
 * checked, and the request tokens with which they ask a user. A request token has a grant once the user has allowed it.
 */
export const signedApplications = `
ALTER TABLE oauth_client ADD COLUMN signing_secret TEXT;
CREATE TABLE oauth_request (
  token_hash TEXT PRIMARY KEY,
  client_id TEXT NOT NULL,
  redirect_uri TEXT NOT NULL,
  sealed_secret TEXT NOT NULL,
  expires_at INT NOT NULL,
  grant_id INT,
  verifier_hash TEXT
);
CREATE INDEX oauth_request_by_client ON oauth_request (client_id);
CREATE INDEX oauth_request_by_expiry ON oauth_request (expires_at);
`
