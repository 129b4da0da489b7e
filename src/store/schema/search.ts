/**
 * The full-text index of pages. It holds words, not texts: those are read from `blob` when a snippet is shown. The number of
 * a row is that of its page (on SQLite it is the rowid).
 */
export const search = `
-- sqlite: no text is kept, rows can be deleted
CREATE VIRTUAL TABLE page_search USING fts5(
  title, body, content='', contentless_delete=1, tokenize="unicode61 remove_diacritics 2"
);
-- postgres: words of the title weigh more
CREATE TABLE page_search (page_id INT PRIMARY KEY, words TSVECTOR NOT NULL);
-- postgres: finding words
CREATE INDEX page_search_by_word ON page_search USING gin (words);
`
