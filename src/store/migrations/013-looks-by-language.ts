/** Every request for the statistics of a language checks for pending comparisons. */
export const looksByLanguage = `
CREATE INDEX unit_look_by_language_alone ON unit_look (language_id);
`
