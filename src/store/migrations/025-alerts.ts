/**
 * Problems of a component or, if `component_id` is NULL, of a project. A row exists while the problem does; `details`
 * is JSON. Timestamps are microseconds since 1970. The indexes find the subscriptions of one project or component among
 * very many others.
 */
export const alerts = `
CREATE TABLE alert (
  id ID,
  project_id INT NOT NULL,
  component_id INT,
  name TEXT NOT NULL,
  details TEXT NOT NULL DEFAULT '{}',
  created_at INT NOT NULL,
  updated_at INT NOT NULL
);
CREATE UNIQUE INDEX alert_by_place ON alert (project_id, coalesce(component_id, 0), name);
CREATE INDEX alert_by_component ON alert (component_id, id);
CREATE INDEX subscription_by_project ON subscription (project_id, notification) WHERE project_id IS NOT NULL;
CREATE INDEX subscription_by_component ON subscription (component_id, notification) WHERE component_id IS NOT NULL;
`
