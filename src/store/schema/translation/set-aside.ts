/**
 * Strings and languages that disappeared from their files. A row of `unit` moves to `set_aside_unit` and back with its
 * id, so its suggestions, comments, labels, screenshots, checks and history stay in place. `set_aside_unit` has every
 * column of `unit`: a migration that adds a column there must add it here. Timestamps are microseconds since 1970.
 * `held_file` has files that were not imported because they look broken: `content` is the last version that both sides
 * had, `accepted` whether a user has confirmed importing the file as it is.
 */
export const setAside = `
CREATE TABLE set_aside_unit (
  id INT NOT NULL PRIMARY KEY,
  component_id INT NOT NULL,
  set_aside_at INT NOT NULL,
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
  held_state INT,
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
CREATE UNIQUE INDEX set_aside_unit_by_hash ON set_aside_unit (translation_id, id_hash);
CREATE INDEX set_aside_unit_by_translation ON set_aside_unit (translation_id, id);
CREATE INDEX set_aside_unit_by_component ON set_aside_unit (component_id, translation_id, set_aside_at);
CREATE INDEX set_aside_unit_by_source ON set_aside_unit (source_unit_id);
CREATE INDEX set_aside_unit_by_time ON set_aside_unit (set_aside_at, id);

CREATE TABLE set_aside_translation (
  id INT NOT NULL PRIMARY KEY,
  project_id INT NOT NULL,
  component_id INT NOT NULL,
  language_id INT NOT NULL,
  language_code TEXT NOT NULL,
  filename TEXT NOT NULL,
  content BYTES,
  strings INT NOT NULL,
  set_aside_at INT NOT NULL
);
CREATE UNIQUE INDEX set_aside_translation_by_component ON set_aside_translation (component_id, language_id);
CREATE INDEX set_aside_translation_by_time ON set_aside_translation (set_aside_at, id);

CREATE TABLE set_aside_change (
  id INT NOT NULL PRIMARY KEY,
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
CREATE INDEX set_aside_change_by_translation ON set_aside_change (translation_id, id);

CREATE TABLE held_file (
  component_id INT NOT NULL,
  filename TEXT NOT NULL,
  reason TEXT NOT NULL,
  details TEXT NOT NULL DEFAULT '{}',
  content BYTES,
  accepted INT NOT NULL DEFAULT 0,
  held_at INT NOT NULL,
  PRIMARY KEY (component_id, filename)
);
`
