/**
 * Logins of accounts, also failed ones. `way` is how the user logged in, with a name after a colon if it has one:
 * password, passkey, code, key, provider:corp, bot:tool, link. `outcome` is `ok` or what was wrong. `device` is the
 * User-Agent, and `place` identifies device and network roughly, to notice new ones.
 */
export const signIns = `
CREATE TABLE sign_in (
  id ID,
  account_id INT NOT NULL,
  at INT NOT NULL,
  way TEXT NOT NULL,
  outcome TEXT NOT NULL,
  address TEXT NOT NULL,
  device TEXT NOT NULL,
  place TEXT NOT NULL
);
CREATE INDEX sign_in_by_account ON sign_in (account_id, id);
CREATE INDEX sign_in_by_age ON sign_in (at);
`
