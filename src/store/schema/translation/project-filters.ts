/** Saved searches that everyone who sees a project can use. */
export const projectFilters = `
CREATE TABLE project_filter (
  id ID,
  project_id INT NOT NULL,
  name TEXT NOT NULL,
  q TEXT NOT NULL,
  UNIQUE (project_id, name)
);
`
