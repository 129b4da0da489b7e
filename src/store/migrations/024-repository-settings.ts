/**
 * More repository settings, and files of deleted languages, which must be removed from the repository. A row stays
 * until the remote branch no longer has the file, so that the removal can be recommitted with our other commits.
 */
export const repositorySettings = `
ALTER TABLE component ADD COLUMN clash_style TEXT NOT NULL DEFAULT 'theirs';
ALTER TABLE component ADD COLUMN delete_message TEXT NOT NULL DEFAULT '';
ALTER TABLE component ADD COLUMN addon_message TEXT NOT NULL DEFAULT '';
ALTER TABLE component ADD COLUMN pull_message TEXT NOT NULL DEFAULT '';
ALTER TABLE component ADD COLUMN repoweb TEXT NOT NULL DEFAULT '';
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
