/**
 * Add-ons, background tasks, backups, reports, alerts and web hooks. Timestamps are microseconds since 1970, except those
 * of web hooks (seconds). An alert exists while its cause does; without a component it belongs to the project.
 */
export const services = `
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

CREATE TABLE alert (
  id ID,
  project_id INT NOT NULL,
  component_id INT,
  name TEXT NOT NULL,
  details TEXT NOT NULL DEFAULT '{}',
  created_at INT NOT NULL,
  updated_at INT NOT NULL,
  dismissed INT NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX alert_by_place ON alert (project_id, coalesce(component_id, 0), name);
CREATE INDEX alert_by_component ON alert (component_id, id);

CREATE TABLE web_hook_delivery (
  id ID,
  addon_id INT NOT NULL,
  change_id INT NOT NULL,
  body TEXT NOT NULL,
  created_at INT NOT NULL,
  attempts INT NOT NULL DEFAULT 0,
  try_at INT NOT NULL,
  status INT,
  error TEXT,
  done_at INT,
  taken INT NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX web_hook_delivery_by_change ON web_hook_delivery (addon_id, change_id);
CREATE INDEX web_hook_delivery_by_due ON web_hook_delivery (try_at, id) WHERE done_at IS NULL;
CREATE INDEX web_hook_delivery_by_done ON web_hook_delivery (done_at) WHERE done_at IS NOT NULL;
`
