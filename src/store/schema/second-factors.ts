/**
 * The second factor of an account. `last_step` is the time step of the last accepted code: an older code, or the same
 * one, is rejected. `confirmed_at` is null until the owner has entered a first code. Only hashes of recovery codes are
 * stored.
 */
export const secondFactors = `
CREATE TABLE authenticator (
  account_id INT PRIMARY KEY,
  secret TEXT NOT NULL,
  last_step INT NOT NULL DEFAULT 0,
  created_at INT NOT NULL,
  confirmed_at INT
);
CREATE TABLE recovery_code (
  account_id INT NOT NULL,
  code_hash TEXT NOT NULL,
  PRIMARY KEY (account_id, code_hash)
) WITHOUT ROWID;
`
