/**
 * Workflow of a language in a project, or in all projects (`project_id` 0). `settings` is JSON. A translation has a copy
 * of those in effect, so that permissions are decided without another query; it is empty where nothing is customized.
 */
export const workflows = `
CREATE TABLE workflow_setting (
  project_id INT NOT NULL,
  language_id INT NOT NULL,
  settings TEXT NOT NULL,
  PRIMARY KEY (project_id, language_id)
);
CREATE INDEX workflow_setting_by_language ON workflow_setting (language_id, project_id);
ALTER TABLE translation ADD COLUMN workflow TEXT NOT NULL DEFAULT '';
`
