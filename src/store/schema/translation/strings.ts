/**
 * Strings and what people write about them: labels, suggestions, comments, screenshots, history.
 * `held_state` is the state to restore once flags no longer make the string read-only; null if they do not.
 * `unit_look` lists strings whose comparison with others is due; without a unit it means a whole translation, of which
 * `reached` is the last compared string.
 */
export const strings = `
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
  updated_at INT NOT NULL,
  held_state INT
);
CREATE INDEX unit_by_target ON unit (substr(target, 1, 40), id);
CREATE UNIQUE INDEX unit_by_hash ON unit (translation_id, id_hash);
CREATE INDEX unit_by_position ON unit (translation_id, position, id);
CREATE INDEX unit_by_translation ON unit (translation_id, id);
CREATE INDEX unit_by_state ON unit (translation_id, state, id);
CREATE INDEX unit_by_source_unit ON unit (source_unit_id, id);
CREATE INDEX unit_by_content ON unit (content_hash, id);
CREATE INDEX unit_by_pending ON unit (translation_id, id) WHERE pending = 1;
CREATE INDEX unit_unfinished ON unit (translation_id, position, id) WHERE state < 20;
CREATE INDEX unit_failing ON unit (translation_id, position, id) WHERE failing_checks > 0;
CREATE INDEX unit_suggested ON unit (translation_id, position, id) WHERE suggestion_count > 0;
CREATE INDEX unit_commented ON unit (translation_id, position, id) WHERE comment_count > 0;

CREATE TABLE unit_look (
  id ID,
  project_id INT NOT NULL,
  language_id INT NOT NULL,
  translation_id INT,
  unit_id INT,
  content_hash TEXT NOT NULL DEFAULT '',
  target TEXT NOT NULL DEFAULT '',
  reached INT NOT NULL DEFAULT 0
);
CREATE INDEX unit_look_by_language ON unit_look (project_id, language_id, id);
CREATE INDEX unit_look_by_language_alone ON unit_look (language_id);

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
