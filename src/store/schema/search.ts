/**
 * The full-text index of pages. It holds words, not texts: snippets are read from `blob`. Rows are identified by the
 * page id (the rowid on SQLite).
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
