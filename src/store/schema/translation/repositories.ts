/**
 * How far each repository and the database agree: `upstream` is the commit whose files were read last, `head` our newest
 * commit on top of it, `remote` the last known remote branch, `pushed` the last commit sent there. A row of
 * `component_removed_file` stays until the remote branch no longer has the file. `trouble` is the reason why the last
 * operation failed, for people. Files stored after `synced_at` may not be in the repository yet. Timestamps are
 * microseconds since 1970.
 */
export const repositories = `
CREATE TABLE component_repository (
  component_id INT PRIMARY KEY,
  upstream TEXT NOT NULL DEFAULT '',
  head TEXT NOT NULL DEFAULT '',
  remote TEXT NOT NULL DEFAULT '',
  pushed TEXT NOT NULL DEFAULT '',
  merge_failure TEXT,
  trouble TEXT,
  synced_at INT NOT NULL DEFAULT 0
) WITHOUT ROWID;

CREATE TABLE component_removed_file (
  component_id INT NOT NULL,
  filename TEXT NOT NULL,
  account_id INT,
  language_code TEXT NOT NULL,
  language_name TEXT NOT NULL,
  removed_at INT NOT NULL,
  is_committed INT NOT NULL DEFAULT 0,
  PRIMARY KEY (component_id, filename)
) WITHOUT ROWID;
`
