/**
 * What is wrong with a component or, where `component_id` is NULL, with a project. There is a row while it is wrong; `details`
 * is JSON. Timestamps are microseconds since 1970, as everywhere in translation. Subscriptions for one project or component are
 * found by it, because there may be very many of others.
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
