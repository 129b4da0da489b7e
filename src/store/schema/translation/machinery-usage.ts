/**
 * Use of machine translation services, by project and month (202611). `compared` counts texts that someone saved after a
 * service had suggested one, `similarity` adds up how similar they were in percent. `machinery_offer` holds the
 * suggestions until they are compared.
 */
export const machineryUsage = `
CREATE TABLE machinery_usage (
  project_id INT NOT NULL,
  service TEXT NOT NULL,
  month INT NOT NULL,
  requests INT NOT NULL,
  characters INT NOT NULL,
  failures INT NOT NULL,
  compared INT NOT NULL,
  unchanged INT NOT NULL,
  similarity INT NOT NULL,
  PRIMARY KEY (project_id, service, month)
) WITHOUT ROWID;

CREATE TABLE machinery_offer (
  unit_id INT NOT NULL,
  service TEXT NOT NULL,
  project_id INT NOT NULL,
  target TEXT NOT NULL,
  offered_at INT NOT NULL,
  PRIMARY KEY (unit_id, service)
) WITHOUT ROWID;
CREATE INDEX machinery_offer_by_project ON machinery_offer (project_id, unit_id);
`
