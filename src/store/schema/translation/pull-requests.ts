/**
 * Pull and merge requests, by the component that owns the repository. `repository` names the host and the repository in
 * which `number` is unique. A row of `component_published` is a commit that was sent to a branch of our own; `is_landed`
 * once the followed branch has its content. Timestamps are microseconds since 1970.
 */
export const pullRequests = `
CREATE TABLE component_pull_request (
  component_id INT NOT NULL,
  repository TEXT NOT NULL,
  number TEXT NOT NULL,
  url TEXT NOT NULL,
  state TEXT NOT NULL,
  source_branch TEXT NOT NULL,
  target_branch TEXT NOT NULL,
  title TEXT NOT NULL,
  description TEXT NOT NULL,
  merge_commit TEXT NOT NULL DEFAULT '',
  opened_at INT NOT NULL,
  changed_at INT NOT NULL,
  PRIMARY KEY (component_id, repository, number)
) WITHOUT ROWID;

CREATE TABLE component_published (
  component_id INT NOT NULL,
  revision TEXT NOT NULL,
  published_at INT NOT NULL,
  is_landed INT NOT NULL DEFAULT 0,
  PRIMARY KEY (component_id, revision)
) WITHOUT ROWID;
`
