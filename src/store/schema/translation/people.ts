/** Roles and teams, and what each person follows. */
export const people = `
CREATE TABLE role (id ID, name TEXT NOT NULL UNIQUE);

CREATE TABLE role_permission (
  role_id INT NOT NULL,
  permission TEXT NOT NULL,
  PRIMARY KEY (role_id, permission)
) WITHOUT ROWID;

CREATE TABLE team (
  id ID,
  name TEXT NOT NULL,
  defining_project_id INT,
  project_selection INT NOT NULL DEFAULT 0,
  language_selection INT NOT NULL DEFAULT 1,
  enforced_2fa INT NOT NULL DEFAULT 0,
  internal INT NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX team_by_name ON team (coalesce(defining_project_id, 0), name);

CREATE TABLE team_role (team_id INT NOT NULL, role_id INT NOT NULL, PRIMARY KEY (team_id, role_id)) WITHOUT ROWID;
CREATE INDEX team_role_by_role ON team_role (role_id, team_id);

CREATE TABLE team_member (
  account_id INT NOT NULL,
  team_id INT NOT NULL,
  limit_languages TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (account_id, team_id)
) WITHOUT ROWID;
CREATE INDEX team_member_by_team ON team_member (team_id, account_id);

CREATE TABLE team_admin (team_id INT NOT NULL, account_id INT NOT NULL, PRIMARY KEY (team_id, account_id)) WITHOUT ROWID;
CREATE INDEX team_admin_by_account ON team_admin (account_id, team_id);

CREATE TABLE team_project (team_id INT NOT NULL, project_id INT NOT NULL, PRIMARY KEY (team_id, project_id)) WITHOUT ROWID;
CREATE INDEX team_project_by_project ON team_project (project_id, team_id);

CREATE TABLE team_language (team_id INT NOT NULL, language_id INT NOT NULL, PRIMARY KEY (team_id, language_id)) WITHOUT ROWID;

CREATE TABLE team_component (team_id INT NOT NULL, component_id INT NOT NULL, PRIMARY KEY (team_id, component_id)) WITHOUT ROWID;

CREATE TABLE team_component_list (team_id INT NOT NULL, component_list_id INT NOT NULL, PRIMARY KEY (team_id, component_list_id)) WITHOUT ROWID;

CREATE TABLE project_watch (account_id INT NOT NULL, project_id INT NOT NULL, PRIMARY KEY (account_id, project_id)) WITHOUT ROWID;
CREATE INDEX project_watch_by_project ON project_watch (project_id, account_id);

CREATE TABLE account_language (
  account_id INT NOT NULL,
  language_id INT NOT NULL,
  secondary INT NOT NULL DEFAULT 0,
  PRIMARY KEY (account_id, language_id)
) WITHOUT ROWID;
CREATE INDEX account_language_by_language ON account_language (language_id, account_id);

CREATE TABLE saved_filter (
  account_id INT NOT NULL,
  position INT NOT NULL,
  name TEXT NOT NULL,
  q TEXT NOT NULL,
  PRIMARY KEY (account_id, position)
) WITHOUT ROWID;

CREATE TABLE subscription (
  id ID,
  account_id INT NOT NULL,
  notification TEXT NOT NULL,
  scope INT NOT NULL,
  frequency INT NOT NULL,
  project_id INT,
  component_id INT,
  onetime INT NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX subscription_by_key ON subscription (account_id, notification, scope, coalesce(project_id, 0), coalesce(component_id, 0));
CREATE INDEX subscription_by_account ON subscription (account_id, id);
CREATE INDEX subscription_by_kind ON subscription (notification, scope, account_id);
CREATE INDEX subscription_by_frequency ON subscription (frequency, notification, account_id);
CREATE INDEX subscription_by_project ON subscription (project_id, notification) WHERE project_id IS NOT NULL;
CREATE INDEX subscription_by_component ON subscription (component_id, notification) WHERE component_id IS NOT NULL;

CREATE TABLE announcement (
  id ID,
  message TEXT NOT NULL,
  severity TEXT NOT NULL DEFAULT 'info',
  project_id INT,
  category_id INT,
  component_id INT,
  language_id INT,
  account_id INT,
  expires_at INT,
  notify INT NOT NULL DEFAULT 1,
  created_at INT NOT NULL
);
CREATE INDEX announcement_by_project ON announcement (project_id, id);
`
