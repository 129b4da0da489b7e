/**
 * Logins at identity providers that are linked to accounts. An identity is the provider's issuer and its name for the
 * user there (`sub`); an email address is never one. `granted` lists the groups and teams that the provider's claims
 * gave, so that they can be taken away again.
 */
export const identities = `
CREATE TABLE account_identity (
  issuer TEXT NOT NULL,
  subject TEXT NOT NULL,
  account_id INT NOT NULL,
  label TEXT NOT NULL DEFAULT '',
  granted TEXT NOT NULL DEFAULT '{}',
  created_at INT NOT NULL,
  last_used_at INT NOT NULL,
  PRIMARY KEY (issuer, subject)
) WITHOUT ROWID;
CREATE INDEX account_identity_by_account ON account_identity (account_id);
`
