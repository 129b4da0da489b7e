/** Uploaded files of unfinished "Add component" forms. */
export const componentDrafts = `
CREATE TABLE component_draft (
  id TEXT PRIMARY KEY,
  account_id INT NOT NULL,
  filename TEXT NOT NULL,
  content BYTES NOT NULL,
  wishes TEXT NOT NULL,
  created_at INT NOT NULL
) WITHOUT ROWID;
CREATE INDEX component_draft_by_account ON component_draft (account_id);
CREATE INDEX component_draft_by_age ON component_draft (created_at);
`
