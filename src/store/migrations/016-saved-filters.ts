/** Saved searches of an account, in its chosen order. */
export const savedFilters = `
CREATE TABLE saved_filter (
  account_id INT NOT NULL,
  position INT NOT NULL,
  name TEXT NOT NULL,
  q TEXT NOT NULL,
  PRIMARY KEY (account_id, position)
) WITHOUT ROWID;
`
