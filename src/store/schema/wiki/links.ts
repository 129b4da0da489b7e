/** Links of pages. All kinds of page links go through `link_target`, so a title is stored only once. */
export const links = `
CREATE TABLE link_target (id ID, ns INT NOT NULL, title TEXT NOT NULL);
CREATE UNIQUE INDEX link_target_by_title ON link_target (ns, title);

CREATE TABLE page_link (
  from_id INT NOT NULL,
  from_ns INT NOT NULL,
  target_id INT NOT NULL,
  PRIMARY KEY (from_id, target_id)
) WITHOUT ROWID;
CREATE INDEX page_link_by_target ON page_link (target_id, from_id);
CREATE INDEX page_link_by_target_ns ON page_link (target_id, from_ns, from_id);

CREATE TABLE template_link (
  from_id INT NOT NULL,
  from_ns INT NOT NULL,
  target_id INT NOT NULL,
  PRIMARY KEY (from_id, target_id)
) WITHOUT ROWID;
CREATE INDEX template_link_by_target ON template_link (target_id, from_id);
CREATE INDEX template_link_by_target_ns ON template_link (target_id, from_ns, from_id);

CREATE TABLE image_link (
  from_id INT NOT NULL,
  from_ns INT NOT NULL,
  target_id INT NOT NULL,
  PRIMARY KEY (from_id, target_id)
) WITHOUT ROWID;
CREATE INDEX image_link_by_target ON image_link (target_id, from_id);
CREATE INDEX image_link_by_target_ns ON image_link (target_id, from_ns, from_id);

CREATE TABLE external_link (
  id ID,
  from_id INT NOT NULL,
  url TEXT NOT NULL,
  domain_index TEXT NOT NULL
);
CREATE INDEX external_link_by_page ON external_link (from_id, url, id);
CREATE INDEX external_link_by_domain ON external_link (domain_index, id);

CREATE TABLE interwiki_link (
  from_id INT NOT NULL,
  prefix TEXT NOT NULL,
  title TEXT NOT NULL,
  PRIMARY KEY (from_id, prefix, title)
) WITHOUT ROWID;
CREATE INDEX interwiki_link_by_target ON interwiki_link (prefix, title, from_id);

CREATE TABLE language_link (
  from_id INT NOT NULL,
  lang TEXT NOT NULL,
  title TEXT NOT NULL,
  PRIMARY KEY (from_id, lang)
) WITHOUT ROWID;
CREATE INDEX language_link_by_target ON language_link (lang, title, from_id);

CREATE TABLE redirect (
  from_id INT PRIMARY KEY,
  ns INT NOT NULL,
  title TEXT NOT NULL,
  interwiki TEXT,
  fragment TEXT
);
CREATE INDEX redirect_by_target ON redirect (ns, title, from_id);

CREATE TABLE page_prop (
  page_id INT NOT NULL,
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  sortkey REAL,
  PRIMARY KEY (page_id, name)
) WITHOUT ROWID;
CREATE INDEX page_prop_by_name ON page_prop (name, page_id);
CREATE INDEX page_prop_by_sortkey ON page_prop (name, sortkey, page_id);
`
