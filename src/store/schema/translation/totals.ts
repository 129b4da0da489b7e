/**
 * Totals of everything that has statistics beyond one translation: the site, a language, a project, a language of a
 * project, a component, a category. One row each, changed in the transaction that changes what it counts, so that
 * reading a total costs the same however much there is to count. A row exists while it counts any translation.
 */
const counters = [
  ...['total', 'translated', 'fuzzy', 'approved', 'readonly', 'failing'].flatMap(name => [
    name,
    `${name}_words`,
    `${name}_chars`,
  ]),
  ...['suggestions', 'comments', 'recent_changes'],
]

export const totals = `
CREATE TABLE translation_total (
  kind TEXT NOT NULL,
  id INT NOT NULL,
  language_id INT NOT NULL DEFAULT 0,
  translations INT NOT NULL DEFAULT 0,
${counters.map(name => `  ${name} INT NOT NULL DEFAULT 0,`).join('\n')}
  last_change INT,
  PRIMARY KEY (kind, id, language_id)
) WITHOUT ROWID;
CREATE INDEX translation_total_by_language ON translation_total (language_id, kind, id);
`
