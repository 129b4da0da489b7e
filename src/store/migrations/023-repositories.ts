/**
 * Git repositories of components. Settings are stored with the component. `component_repository` tracks the sync state:
 * `upstream` is the last imported commit, `head` our newest commit on top of it, `remote` the last seen head of the
 * remote branch, `pushed` the last pushed commit.
 */
export const repositories = `
ALTER TABLE component ADD COLUMN vcs TEXT NOT NULL DEFAULT 'local';
ALTER TABLE component ADD COLUMN repo TEXT NOT NULL DEFAULT 'local:';
ALTER TABLE component ADD COLUMN branch TEXT NOT NULL DEFAULT 'main';
ALTER TABLE component ADD COLUMN push TEXT NOT NULL DEFAULT '';
ALTER TABLE component ADD COLUMN push_branch TEXT NOT NULL DEFAULT '';
ALTER TABLE component ADD COLUMN merge_style TEXT NOT NULL DEFAULT 'rebase';
ALTER TABLE component ADD COLUMN push_on_commit INT NOT NULL DEFAULT 1;
ALTER TABLE component ADD COLUMN commit_pending_age INT NOT NULL DEFAULT 24;
ALTER TABLE component ADD COLUMN commit_message TEXT NOT NULL DEFAULT '';
ALTER TABLE component ADD COLUMN add_message TEXT NOT NULL DEFAULT '';
ALTER TABLE component ADD COLUMN merge_message TEXT NOT NULL DEFAULT '';
ALTER TABLE component ADD COLUMN linked_component_id INT;
CREATE INDEX component_by_vcs ON component (vcs, id);
CREATE INDEX component_by_linked ON component (linked_component_id);
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
`
