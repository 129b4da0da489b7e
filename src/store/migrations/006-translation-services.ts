/** Add-ons and background work of the translation platform. Timestamps are microseconds since 1970. */
export const translationServices = `
CREATE TABLE addon (
  id ID,
  name TEXT NOT NULL,
  project_id INT NOT NULL,
  component_id INT,
  configuration TEXT NOT NULL DEFAULT '{}',
  created_at INT NOT NULL
);
CREATE INDEX addon_by_project ON addon (project_id, component_id, id);

CREATE TABLE task (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  payload TEXT NOT NULL DEFAULT '{}',
  account_id INT,
  project_id INT,
  component_id INT,
  progress INT NOT NULL DEFAULT 0,
  result TEXT,
  log TEXT NOT NULL DEFAULT '',
  created_at INT NOT NULL,
  finished_at INT
) WITHOUT ROWID;
CREATE INDEX task_by_age ON task (created_at);
CREATE INDEX task_by_project ON task (project_id, created_at);

CREATE TABLE project_backup (
  id ID,
  project_id INT NOT NULL,
  name TEXT NOT NULL,
  size INT NOT NULL,
  content BYTES NOT NULL,
  account_id INT,
  created_at INT NOT NULL
);
CREATE UNIQUE INDEX project_backup_by_name ON project_backup (project_id, name);

CREATE TABLE report (
  id ID,
  kind TEXT NOT NULL,
  project_id INT,
  category_id INT,
  component_id INT,
  parameters TEXT NOT NULL DEFAULT '{}',
  data TEXT,
  account_id INT,
  created_at INT NOT NULL
);
CREATE INDEX report_by_account ON report (account_id, id);
CREATE INDEX report_by_project ON report (project_id, id);
`
