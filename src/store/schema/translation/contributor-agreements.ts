/** Who accepted the contributor agreement of a component, and the hash of its text at that time. */
export const contributorAgreements = `
CREATE TABLE contributor_agreement (
  account_id INT NOT NULL,
  component_id INT NOT NULL,
  text_hash TEXT NOT NULL,
  accepted_at INT NOT NULL,
  PRIMARY KEY (account_id, component_id)
) WITHOUT ROWID;
CREATE INDEX contributor_agreement_by_component ON contributor_agreement (component_id, account_id);
`
