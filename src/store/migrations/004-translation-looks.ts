/**
 * Queue of strings to compare with others again, because they or the others have changed. Without a unit: all strings
 * of a translation; without both: all strings that fail such a check. `content_hash` and `target` hold the previous
 * values.
 */
export const translationLooks = `
CREATE TABLE unit_look (
  id ID,
  project_id INT NOT NULL,
  language_id INT NOT NULL,
  translation_id INT,
  unit_id INT,
  content_hash TEXT NOT NULL DEFAULT '',
  target TEXT NOT NULL DEFAULT ''
);
CREATE INDEX unit_look_by_language ON unit_look (project_id, language_id, id);
CREATE INDEX unit_by_target ON unit (substr(target, 1, 40), id);
`
