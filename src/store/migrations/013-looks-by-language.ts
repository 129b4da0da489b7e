/** Whether strings of a language wait to be compared is asked with each look at its numbers. */
export const looksByLanguage = `
CREATE INDEX unit_look_by_language_alone ON unit_look (language_id);
`
