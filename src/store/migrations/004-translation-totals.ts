/**
 * Statistics of everything larger than a translation: the site, a language, a project, a language of a project, a
 * component, a category. One row each, updated in the transaction of the change, so that reading a total is always
 * cheap. A row exists while it counts at least one translation.
 */
const counters = [
  ...['total', 'translated', 'fuzzy', 'approved', 'readonly', 'failing'].flatMap(name => [
    name,
    `${name}_words`,
    `${name}_chars`,
  ]),
  ...['suggestions', 'comments', 'recent_changes'],
]

/** Counts existing data once, when the table is created. */
const fill = (kind: string, id: string, language: string, from: string): string => `
INSERT INTO translation_total (kind, id, language_id, translations, ${counters.join(', ')}, last_change)
SELECT '${kind}', ${id}, ${language}, count(*), ${counters.map(name => `sum(t.${name})`).join(', ')}, max(t.last_change)
FROM ${from}
GROUP BY 1, 2, 3
HAVING count(*) > 0;`

const shown = `(
  SELECT id AS component_id, project_id FROM component UNION SELECT component_id, project_id FROM component_link
) shown JOIN translation t ON t.component_id = shown.component_id`

/** A component belongs to every category on its path. */
const inside = `project_category k JOIN component c
  ON c.project_id = k.project_id AND substr(c.path, 1, length(k.path) + 1) = k.path || '/'
  JOIN translation t ON t.component_id = c.id`

export const translationTotals = `
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
${fill('site', '0', '0', 'translation t')}
${fill('language', 't.language_id', '0', 'translation t')}
${fill('component', 't.component_id', '0', 'translation t')}
${fill('project', 'shown.project_id', '0', shown)}
${fill('project language', 'shown.project_id', 't.language_id', shown)}
${fill('category', 'k.id', '0', inside)}
`
