/**
 * Progress of imports from a Weblate server, one row per step. `next` is the page of a list that the step continues
 * with, `counts` is its part of the summary as JSON. The rows of a server are deleted when its import is complete.
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
