/**
 * Passkeys and security keys (WebAuthn). `public_key` is a COSE key in base64url. `sign_count` is the authenticator's
 * counter, 0 if it has none. `can_log_in` is 1 if the key is kept in the authenticator with a user name and verified its
 * user, so that it replaces the password.
 *
 * A challenge belongs to a session and is deleted when it is used, so that each response counts once, on any server.
 */
export const passkeys = `
CREATE TABLE passkey (
  credential_id TEXT PRIMARY KEY,
  account_id INT NOT NULL,
  name TEXT NOT NULL,
  public_key TEXT NOT NULL,
  sign_count INT NOT NULL,
  transports TEXT NOT NULL DEFAULT '',
  can_log_in INT NOT NULL,
  created_at INT NOT NULL,
  last_used_at INT
) WITHOUT ROWID;
CREATE INDEX passkey_by_account ON passkey (account_id);
CREATE TABLE passkey_challenge (
  challenge_hash TEXT PRIMARY KEY,
  session_hash TEXT NOT NULL,
  purpose TEXT NOT NULL,
  account_id INT,
  expires_at INT NOT NULL
) WITHOUT ROWID;
CREATE INDEX passkey_challenge_by_expiry ON passkey_challenge (expires_at);
`
