/**
 * The translation platform. Timestamps are microseconds since 1970, because the API shows microseconds. A translation
 * row has its own counters, which are updated in the transaction of the change.
 */
export const translation = `
CREATE TABLE translation_language (
  id ID,
  code TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  direction TEXT NOT NULL DEFAULT '',
  population INT NOT NULL DEFAULT 0,
  plural_number INT NOT NULL,
  plural_formula TEXT NOT NULL
);

CREATE TABLE project (
  id ID,
  name TEXT NOT NULL UNIQUE,
  slug TEXT NOT NULL UNIQUE,
  web TEXT NOT NULL DEFAULT '',
  instructions TEXT NOT NULL DEFAULT '',
  access_control INT NOT NULL DEFAULT 0,
  translation_review INT NOT NULL DEFAULT 0,
  source_review INT NOT NULL DEFAULT 0,
  check_flags TEXT NOT NULL DEFAULT '',
  language_aliases TEXT NOT NULL DEFAULT '',
  settings TEXT NOT NULL DEFAULT '{}',
  created_at INT NOT NULL
);

CREATE TABLE project_category (
  id ID,
  project_id INT NOT NULL,
  parent_id INT,
  name TEXT NOT NULL,
  slug TEXT NOT NULL,
  path TEXT NOT NULL
);
CREATE UNIQUE INDEX project_category_by_path ON project_category (project_id, path);
CREATE INDEX project_category_by_parent ON project_category (parent_id, id);

CREATE TABLE component (
  id ID,
  project_id INT NOT NULL,
  category_id INT,
  name TEXT NOT NULL,
  slug TEXT NOT NULL,
  path TEXT NOT NULL,
  source_language_id INT NOT NULL,
  file_format TEXT NOT NULL,
  filemask TEXT NOT NULL DEFAULT '',
  template TEXT NOT NULL DEFAULT '',
  new_base TEXT NOT NULL DEFAULT '',
  license TEXT NOT NULL DEFAULT '',
  license_url TEXT NOT NULL DEFAULT '',
  agreement TEXT NOT NULL DEFAULT '',
  check_flags TEXT NOT NULL DEFAULT '',
  priority INT NOT NULL DEFAULT 100,
  restricted INT NOT NULL DEFAULT 0,
  is_glossary INT NOT NULL DEFAULT 0,
  locked INT NOT NULL DEFAULT 0,
  allow_translation_propagation INT NOT NULL DEFAULT 1,
  manage_units INT NOT NULL DEFAULT 0,
  edit_template INT NOT NULL DEFAULT 1,
  enable_suggestions INT NOT NULL DEFAULT 1,
  suggestion_voting INT NOT NULL DEFAULT 0,
  suggestion_autoaccept INT NOT NULL DEFAULT 0,
  new_lang TEXT NOT NULL DEFAULT 'add',
  settings TEXT NOT NULL DEFAULT '{}',
  created_at INT NOT NULL
);
CREATE UNIQUE INDEX component_by_path ON component (project_id, path);
CREATE INDEX component_by_project ON component (project_id, id);
CREATE INDEX component_by_category ON component (category_id, id);

CREATE TABLE component_link (
  component_id INT NOT NULL,
  project_id INT NOT NULL,
  category_id INT,
  PRIMARY KEY (component_id, project_id)
) WITHOUT ROWID;
CREATE INDEX component_link_by_project ON component_link (project_id, component_id);

CREATE TABLE component_file (
  component_id INT NOT NULL,
  filename TEXT NOT NULL,
  content BYTES NOT NULL,
  updated_at INT NOT NULL,
  PRIMARY KEY (component_id, filename)
);

CREATE TABLE translation (
  id ID,
  project_id INT NOT NULL,
  component_id INT NOT NULL,
  language_id INT NOT NULL,
  language_code TEXT NOT NULL,
  filename TEXT NOT NULL DEFAULT '',
  is_source INT NOT NULL DEFAULT 0,
  plural_number INT NOT NULL,
  plural_formula TEXT NOT NULL,
  total INT NOT NULL DEFAULT 0,
  total_words INT NOT NULL DEFAULT 0,
  total_chars INT NOT NULL DEFAULT 0,
  translated INT NOT NULL DEFAULT 0,
  translated_words INT NOT NULL DEFAULT 0,
  translated_chars INT NOT NULL DEFAULT 0,
  fuzzy INT NOT NULL DEFAULT 0,
  fuzzy_words INT NOT NULL DEFAULT 0,
  fuzzy_chars INT NOT NULL DEFAULT 0,
  approved INT NOT NULL DEFAULT 0,
  approved_words INT NOT NULL DEFAULT 0,
  approved_chars INT NOT NULL DEFAULT 0,
  readonly INT NOT NULL DEFAULT 0,
  readonly_words INT NOT NULL DEFAULT 0,
  readonly_chars INT NOT NULL DEFAULT 0,
  failing INT NOT NULL DEFAULT 0,
  failing_words INT NOT NULL DEFAULT 0,
  failing_chars INT NOT NULL DEFAULT 0,
  suggestions INT NOT NULL DEFAULT 0,
  comments INT NOT NULL DEFAULT 0,
  recent_changes INT NOT NULL DEFAULT 0,
  last_change INT,
  last_author_id INT
);
CREATE UNIQUE INDEX translation_by_component ON translation (component_id, language_id);
CREATE INDEX translation_by_component_id ON translation (component_id, id);
CREATE INDEX translation_by_language ON translation (language_id, id);
CREATE INDEX translation_by_project ON translation (project_id, language_id, id);

CREATE TABLE unit (
  id ID,
  translation_id INT NOT NULL,
  source_unit_id INT,
  id_hash TEXT NOT NULL,
  content_hash TEXT NOT NULL,
  context TEXT NOT NULL DEFAULT '',
  source TEXT NOT NULL,
  target TEXT NOT NULL DEFAULT '',
  previous_source TEXT NOT NULL DEFAULT '',
  note TEXT NOT NULL DEFAULT '',
  location TEXT NOT NULL DEFAULT '',
  flags TEXT NOT NULL DEFAULT '',
  extra_flags TEXT NOT NULL DEFAULT '',
  explanation TEXT NOT NULL DEFAULT '',
  state INT NOT NULL DEFAULT 0,
  position INT NOT NULL,
  priority INT NOT NULL DEFAULT 100,
  num_words INT NOT NULL,
  num_chars INT NOT NULL,
  failing_checks INT NOT NULL DEFAULT 0,
  suggestion_count INT NOT NULL DEFAULT 0,
  comment_count INT NOT NULL DEFAULT 0,
  pending INT NOT NULL DEFAULT 0,
  automatically_translated INT NOT NULL DEFAULT 0,
  created_at INT NOT NULL,
  updated_at INT NOT NULL
);
CREATE UNIQUE INDEX unit_by_hash ON unit (translation_id, id_hash);
CREATE INDEX unit_by_position ON unit (translation_id, position, id);
CREATE INDEX unit_by_translation ON unit (translation_id, id);
CREATE INDEX unit_by_state ON unit (translation_id, state, id);
CREATE INDEX unit_by_source_unit ON unit (source_unit_id, id);
CREATE INDEX unit_by_content ON unit (content_hash, id);
CREATE INDEX unit_by_pending ON unit (translation_id, id) WHERE pending = 1;

CREATE TABLE label (
  id ID,
  project_id INT NOT NULL,
  name TEXT NOT NULL,
  description TEXT NOT NULL DEFAULT '',
  color TEXT NOT NULL DEFAULT 'silver'
);
CREATE UNIQUE INDEX label_by_name ON label (project_id, name);
CREATE INDEX label_by_project ON label (project_id, id);

CREATE TABLE unit_label (unit_id INT NOT NULL, label_id INT NOT NULL, PRIMARY KEY (unit_id, label_id)) WITHOUT ROWID;
CREATE INDEX unit_label_by_label ON unit_label (label_id, unit_id);

CREATE TABLE suggestion (
  id ID,
  unit_id INT NOT NULL,
  target TEXT NOT NULL,
  account_id INT,
  created_at INT NOT NULL
);
CREATE INDEX suggestion_by_unit ON suggestion (unit_id, id);
CREATE INDEX suggestion_by_account ON suggestion (account_id, id);

CREATE TABLE suggestion_vote (
  suggestion_id INT NOT NULL,
  account_id INT NOT NULL,
  value INT NOT NULL,
  PRIMARY KEY (suggestion_id, account_id)
) WITHOUT ROWID;

CREATE TABLE unit_comment (
  id ID,
  unit_id INT NOT NULL,
  account_id INT,
  comment TEXT NOT NULL,
  resolved INT NOT NULL DEFAULT 0,
  created_at INT NOT NULL
);
CREATE INDEX unit_comment_by_unit ON unit_comment (unit_id, id);
CREATE INDEX unit_comment_by_account ON unit_comment (account_id, id);

CREATE TABLE check_failure (
  unit_id INT NOT NULL,
  check_id TEXT NOT NULL,
  dismissed INT NOT NULL DEFAULT 0,
  PRIMARY KEY (unit_id, check_id)
) WITHOUT ROWID;
CREATE INDEX check_failure_by_check ON check_failure (check_id, unit_id);

CREATE TABLE translation_change (
  id ID,
  action INT NOT NULL,
  is_content INT NOT NULL,
  timestamp INT NOT NULL,
  project_id INT,
  component_id INT,
  translation_id INT,
  language_id INT,
  unit_id INT,
  account_id INT,
  author_id INT,
  target TEXT NOT NULL DEFAULT '',
  old TEXT NOT NULL DEFAULT '',
  details TEXT NOT NULL DEFAULT '{}'
);
CREATE INDEX translation_change_by_time ON translation_change (timestamp, id);
CREATE INDEX translation_change_by_action ON translation_change (action, timestamp, id);
CREATE INDEX translation_change_by_project ON translation_change (project_id, timestamp, id);
CREATE INDEX translation_change_by_component ON translation_change (component_id, timestamp, id);
CREATE INDEX translation_change_by_translation ON translation_change (translation_id, timestamp, id);
CREATE INDEX translation_change_by_content ON translation_change (translation_id, is_content, timestamp, id);
CREATE INDEX translation_change_by_language ON translation_change (language_id, timestamp, id);
CREATE INDEX translation_change_by_unit ON translation_change (unit_id, timestamp, id);
CREATE INDEX translation_change_by_account ON translation_change (account_id, timestamp, id);
CREATE INDEX translation_change_by_author ON translation_change (author_id, action, translation_id);

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

CREATE TABLE component_list (
  id ID,
  name TEXT NOT NULL UNIQUE,
  slug TEXT NOT NULL UNIQUE,
  show_dashboard INT NOT NULL DEFAULT 1
);
CREATE TABLE component_list_member (
  component_list_id INT NOT NULL,
  component_id INT NOT NULL,
  PRIMARY KEY (component_list_id, component_id)
) WITHOUT ROWID;
CREATE INDEX component_list_member_by_component ON component_list_member (component_id, component_list_id);
CREATE TABLE component_list_match (
  id ID,
  component_list_id INT NOT NULL,
  project_match TEXT NOT NULL,
  component_match TEXT NOT NULL
);
CREATE INDEX component_list_match_by_list ON component_list_match (component_list_id, id);

CREATE TABLE screenshot (
  id ID,
  name TEXT NOT NULL,
  translation_id INT NOT NULL,
  repository_filename TEXT NOT NULL DEFAULT '',
  media_type TEXT NOT NULL,
  image BYTES NOT NULL,
  account_id INT,
  created_at INT NOT NULL
);
CREATE INDEX screenshot_by_translation ON screenshot (translation_id, id);
CREATE TABLE screenshot_unit (screenshot_id INT NOT NULL, unit_id INT NOT NULL, PRIMARY KEY (screenshot_id, unit_id)) WITHOUT ROWID;
CREATE INDEX screenshot_unit_by_unit ON screenshot_unit (unit_id, screenshot_id);

CREATE TABLE memory (
  id ID,
  source TEXT NOT NULL,
  target TEXT NOT NULL,
  source_hash TEXT NOT NULL,
  source_chars INT NOT NULL,
  source_language_id INT NOT NULL,
  target_language_id INT NOT NULL,
  origin TEXT NOT NULL DEFAULT '',
  project_id INT,
  account_id INT,
  shared INT NOT NULL DEFAULT 0,
  from_file INT NOT NULL DEFAULT 0,
  created_at INT NOT NULL
);
CREATE INDEX memory_by_source ON memory (source_hash, target_language_id, id);
CREATE INDEX memory_by_length ON memory (source_language_id, target_language_id, source_chars, id);
CREATE INDEX memory_by_project ON memory (project_id, id);
CREATE INDEX memory_by_account ON memory (account_id, id);
`
