/**
 * File stores of all servers, to detect servers that do not share uploaded files. `place` is for people, `seen_at` is
 * real time in seconds since 1970.
 */
export const fileStores = `
CREATE TABLE file_store (
  id TEXT NOT NULL PRIMARY KEY,
  place TEXT NOT NULL,
  seen_at INT NOT NULL
) WITHOUT ROWID;
`
