/**
 * How translations use the glossary terms of a project, as of `counted_at`: `strings` are translated strings whose
 * source contains a term that is translated into the language, `following` those that use its translation.
 */
export const glossaryCoverage = `
CREATE TABLE glossary_coverage (
  project_id INT NOT NULL,
  language_id INT NOT NULL,
  strings INT NOT NULL,
  following INT NOT NULL,
  counted_at INT NOT NULL,
  PRIMARY KEY (project_id, language_id)
) WITHOUT ROWID;
`
