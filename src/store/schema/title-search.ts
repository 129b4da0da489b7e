/**
 * Words of titles, apart from the texts, so that finding a title costs no more where many texts have its words. On
 * PostgreSQL, words can also be found in a window of pages (full-text/windows.ts).
 */
export const titleSearch = `
-- sqlite: no text is kept, rows can be deleted
CREATE VIRTUAL TABLE title_search USING fts5(
  title, content='', contentless_delete=1, tokenize="unicode61 remove_diacritics 2"
);
-- sqlite: its words
CREATE VIRTUAL TABLE title_word USING fts5vocab(title_search, row);
-- postgres: the words include the window
CREATE TABLE title_search (page_id INT PRIMARY KEY, words TSVECTOR NOT NULL);
-- postgres: finding words
CREATE INDEX title_search_by_word ON title_search USING gin (words);
-- postgres: finding words in a window
CREATE INDEX page_search_by_window ON page_search
  USING gin ((words || array_to_tsvector(ARRAY['/' || ((page_id >> 13)::text)])));
CREATE INDEX page_by_size ON page (ns, title, length, is_redirect);
`

/**
 * Titles in lower case and without accents, for completion. `head` and `tail` are hashes of both halves: one wrong
 * letter leaves one of them as it was (full-text/title-keys.ts). The setting says up to which page an existing wiki has
 * been indexed (full-text/fill-titles.ts).
 */
export const titleKeys = `
CREATE TABLE title_key (
  page_id INT PRIMARY KEY,
  ns INT NOT NULL,
  folded TEXT NOT NULL,
  head INT NOT NULL,
  tail INT NOT NULL
);
CREATE INDEX title_key_by_title ON title_key (ns, folded);
CREATE INDEX title_key_by_head ON title_key (head);
CREATE INDEX title_key_by_tail ON title_key (tail);
INSERT INTO site_setting (key, value) SELECT 'title_index', '"complete"' WHERE NOT EXISTS (SELECT 1 FROM page);
`
