/**
 * Progress of imports from other translation platforms, one row per step. `server` is the address of the server, or
 * names an archive by its hash. `next` is the page of a list that the step continues with, `counts` is its part of the
 * summary as JSON. The rows of a source are deleted when its import is complete.
 */
export const weblateImports = `
CREATE TABLE weblate_import (
  server TEXT NOT NULL,
  step TEXT NOT NULL,
  next TEXT NOT NULL DEFAULT '',
  is_done INT NOT NULL DEFAULT 0,
  counts TEXT NOT NULL DEFAULT '{}',
  PRIMARY KEY (server, step)
) WITHOUT ROWID;
`
