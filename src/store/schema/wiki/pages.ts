/** Pages, revisions, text, categories and site settings. */
export const pages = `
CREATE TABLE site_setting (key TEXT PRIMARY KEY, value TEXT NOT NULL);

CREATE TABLE page (
  id ID,
  ns INT NOT NULL,
  title TEXT NOT NULL,
  is_redirect INT NOT NULL DEFAULT 0,
  is_new INT NOT NULL DEFAULT 0,
  random REAL NOT NULL,
  touched INT NOT NULL,
  links_updated INT,
  latest_rev INT NOT NULL,
  length INT NOT NULL,
  content_model TEXT,
  lang TEXT
);
CREATE UNIQUE INDEX page_by_title ON page (ns, title);
CREATE INDEX page_by_redirect ON page (ns, is_redirect, title);
CREATE INDEX page_by_random ON page (ns, is_redirect, random, id);
CREATE INDEX page_by_length ON page (ns, length, title);

CREATE TABLE actor (id ID, account_id INT, name TEXT NOT NULL);
CREATE UNIQUE INDEX actor_by_name ON actor (name);
CREATE UNIQUE INDEX actor_by_account ON actor (account_id);

CREATE TABLE summary (id ID, text TEXT NOT NULL, data TEXT);

CREATE TABLE revision (
  id ID,
  page_id INT NOT NULL,
  summary_id INT NOT NULL,
  actor_id INT NOT NULL,
  timestamp INT NOT NULL,
  minor INT NOT NULL DEFAULT 0,
  deleted INT NOT NULL DEFAULT 0,
  length INT,
  parent_id INT,
  sha1 TEXT NOT NULL DEFAULT ''
);
CREATE INDEX revision_by_time ON revision (timestamp, id);
CREATE INDEX revision_by_page ON revision (page_id, timestamp, id);
CREATE INDEX revision_by_actor ON revision (actor_id, timestamp, id);
CREATE INDEX revision_by_page_actor ON revision (page_id, actor_id, timestamp, id);

CREATE TABLE slot (
  revision_id INT NOT NULL,
  role TEXT NOT NULL,
  content_id INT NOT NULL,
  origin INT NOT NULL,
  PRIMARY KEY (revision_id, role)
) WITHOUT ROWID;

CREATE TABLE content (
  id ID,
  size INT NOT NULL,
  sha1 TEXT NOT NULL,
  model TEXT NOT NULL,
  blob_id INT
);

CREATE TABLE blob (
  id ID,
  hash BYTES NOT NULL UNIQUE,
  size INT NOT NULL,
  encoding TEXT NOT NULL,
  data BYTES NOT NULL
);

CREATE TABLE archive (
  id ID,
  ns INT NOT NULL,
  title TEXT NOT NULL,
  summary_id INT NOT NULL,
  actor_id INT NOT NULL,
  timestamp INT NOT NULL,
  minor INT NOT NULL DEFAULT 0,
  rev_id INT NOT NULL,
  deleted INT NOT NULL DEFAULT 0,
  length INT,
  page_id INT,
  parent_id INT,
  sha1 TEXT NOT NULL DEFAULT ''
);
CREATE INDEX archive_by_title ON archive (ns, title, timestamp, id);
CREATE INDEX archive_by_actor ON archive (actor_id, timestamp, id);
CREATE INDEX archive_by_time ON archive (timestamp, id);
CREATE UNIQUE INDEX archive_by_revision ON archive (rev_id);

CREATE TABLE ip_change (rev_id INT PRIMARY KEY, timestamp INT NOT NULL, hex TEXT NOT NULL);
CREATE INDEX ip_change_by_hex ON ip_change (hex, timestamp, rev_id);

CREATE TABLE category (
  id ID,
  title TEXT NOT NULL UNIQUE,
  pages INT NOT NULL DEFAULT 0,
  subcats INT NOT NULL DEFAULT 0,
  files INT NOT NULL DEFAULT 0
);
CREATE INDEX category_by_size ON category (pages, title);

CREATE TABLE category_link (
  page_id INT NOT NULL,
  category TEXT NOT NULL,
  sortkey BYTES NOT NULL,
  sortkey_prefix TEXT NOT NULL DEFAULT '',
  timestamp INT NOT NULL,
  collation_name TEXT NOT NULL DEFAULT '',
  type TEXT NOT NULL,
  PRIMARY KEY (page_id, category)
) WITHOUT ROWID;
CREATE INDEX category_link_by_sortkey ON category_link (category, type, sortkey, page_id);
CREATE INDEX category_link_by_time ON category_link (category, timestamp, page_id);

CREATE TABLE interwiki (
  prefix TEXT PRIMARY KEY,
  url TEXT NOT NULL,
  api TEXT NOT NULL DEFAULT '',
  wiki_id TEXT NOT NULL DEFAULT '',
  local INT NOT NULL DEFAULT 0,
  trans INT NOT NULL DEFAULT 0
);

CREATE TABLE site_stats (
  id INT PRIMARY KEY,
  edits INT NOT NULL DEFAULT 0,
  articles INT NOT NULL DEFAULT 0,
  pages INT NOT NULL DEFAULT 0,
  users INT NOT NULL DEFAULT 0,
  active_users INT NOT NULL DEFAULT 0,
  images INT NOT NULL DEFAULT 0
);

CREATE TABLE query_cache (
  id ID,
  type TEXT NOT NULL,
  value REAL NOT NULL,
  ns INT NOT NULL,
  title TEXT NOT NULL,
  ns_to INT,
  title_to TEXT
);
CREATE INDEX query_cache_by_type ON query_cache (type, id);
CREATE TABLE query_cache_info (type TEXT PRIMARY KEY, timestamp INT NOT NULL);

CREATE TABLE message (
  lang TEXT NOT NULL,
  name TEXT NOT NULL,
  text TEXT NOT NULL,
  origin TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (lang, name)
) WITHOUT ROWID;

CREATE TABLE import_checkpoint (
  source TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  position TEXT NOT NULL,
  finished_at INT,
  summary TEXT NOT NULL DEFAULT '{}'
);
`
