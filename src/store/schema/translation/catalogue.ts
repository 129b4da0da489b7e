/**
 * Projects, components and their translations. Timestamps are microseconds since 1970, as the API shows them.
 * A translation row carries its own counters, which change in the transaction that changes what they count.
 *
 * Of a component: `enforced_checks` is a JSON list of check ids, `commit_pending_age` is in hours, `clash_style` is the
 * version that wins when a string was changed here and in the repository (`theirs` or `ours`), `repoweb` is the URL
 * template for viewing a line of a file, and `linked_component_id` is the component whose repository it shares.
 * `component_draft` is an uploaded file for a new component, with the form input so far as JSON (`wishes`).
 */
export const catalogue = `
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
CREATE INDEX project_by_access ON project (access_control, id);

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
  created_at INT NOT NULL,
  enforced_checks TEXT NOT NULL DEFAULT '[]',
  vcs TEXT NOT NULL DEFAULT 'local',
  repo TEXT NOT NULL DEFAULT 'local:',
  branch TEXT NOT NULL DEFAULT 'main',
  push TEXT NOT NULL DEFAULT '',
  push_branch TEXT NOT NULL DEFAULT '',
  merge_style TEXT NOT NULL DEFAULT 'rebase',
  push_on_commit INT NOT NULL DEFAULT 1,
  commit_pending_age INT NOT NULL DEFAULT 24,
  commit_message TEXT NOT NULL DEFAULT '',
  add_message TEXT NOT NULL DEFAULT '',
  merge_message TEXT NOT NULL DEFAULT '',
  linked_component_id INT,
  clash_style TEXT NOT NULL DEFAULT 'theirs',
  delete_message TEXT NOT NULL DEFAULT '',
  addon_message TEXT NOT NULL DEFAULT '',
  pull_message TEXT NOT NULL DEFAULT '',
  repoweb TEXT NOT NULL DEFAULT ''
);
CREATE UNIQUE INDEX component_by_path ON component (project_id, path);
CREATE INDEX component_by_project ON component (project_id, id);
CREATE INDEX component_by_category ON component (category_id, id);
CREATE INDEX component_by_restriction ON component (restricted, id);
CREATE INDEX component_by_vcs ON component (vcs, id);
CREATE INDEX component_by_linked ON component (linked_component_id);

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

CREATE TABLE component_draft (
  id TEXT PRIMARY KEY,
  account_id INT NOT NULL,
  filename TEXT NOT NULL,
  content BYTES NOT NULL,
  wishes TEXT NOT NULL,
  created_at INT NOT NULL
) WITHOUT ROWID;
CREATE INDEX component_draft_by_account ON component_draft (account_id);
CREATE INDEX component_draft_by_age ON component_draft (created_at);

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
`
