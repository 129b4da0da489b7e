/** Where the servers of a site keep uploaded files, so that two that do not share them find out about each other. */
export const fileStores = `
CREATE TABLE file_store (
  id TEXT NOT NULL PRIMARY KEY,
  place TEXT NOT NULL,
  seen_at INT NOT NULL
) WITHOUT ROWID;
`
