/**
 * Totals of everything that has statistics beyond one translation: the site, a language, a project, a language of a
 * project, a component, a category. One row each, changed in the transaction that changes what it counts, so that
 * reading a total costs the same however much there is to count. A row exists while it counts any translation.
 */
export const totals = `
CREATE TABLE translation_total (
  kind TEXT NOT NULL,
  id INT NOT NULL,
  language_id INT NOT NULL DEFAULT 0,
  translations INT NOT NULL DEFAULT 0,
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
  PRIMARY KEY (kind, id, language_id)
) WITHOUT ROWID;
CREATE INDEX translation_total_by_language ON translation_total (language_id, kind, id);
`
