/**
 * The wiki's content. The tables follow MediaWiki's, so that an import keeps ids and rows as they are, with two
 * differences: every kind of page link goes through \`link_target\`, and text is stored once per content in \`blob\`.
 * Timestamps are seconds since 1970; an expiry that never comes is NULL.
 */
export const wiki = `
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

CREATE TABLE page_restriction (
  id ID,
  page_id INT NOT NULL,
  type TEXT NOT NULL,
  level TEXT NOT NULL,
  cascade INT NOT NULL DEFAULT 0,
  expires_at INT
);
CREATE UNIQUE INDEX page_restriction_by_page ON page_restriction (page_id, type);
CREATE INDEX page_restriction_by_type ON page_restriction (type, level, page_id);
CREATE INDEX page_restriction_by_cascade ON page_restriction (cascade, page_id);

CREATE TABLE protected_title (
  ns INT NOT NULL,
  title TEXT NOT NULL,
  account_id INT NOT NULL,
  summary_id INT NOT NULL,
  timestamp INT NOT NULL,
  expires_at INT,
  level TEXT NOT NULL,
  PRIMARY KEY (ns, title)
) WITHOUT ROWID;
CREATE INDEX protected_title_by_time ON protected_title (timestamp, ns, title);

CREATE TABLE block (
  id ID,
  address TEXT NOT NULL,
  account_id INT,
  by_actor_id INT NOT NULL,
  summary_id INT NOT NULL,
  timestamp INT NOT NULL,
  auto INT NOT NULL DEFAULT 0,
  anon_only INT NOT NULL DEFAULT 0,
  create_account INT NOT NULL DEFAULT 1,
  enable_autoblock INT NOT NULL DEFAULT 1,
  expires_at INT,
  range_start TEXT NOT NULL DEFAULT '',
  range_end TEXT NOT NULL DEFAULT '',
  hide_name INT NOT NULL DEFAULT 0,
  block_email INT NOT NULL DEFAULT 0,
  allow_usertalk INT NOT NULL DEFAULT 0,
  parent_block_id INT,
  sitewide INT NOT NULL DEFAULT 1
);
CREATE INDEX block_by_time ON block (timestamp, id);
CREATE INDEX block_by_address ON block (address);
CREATE INDEX block_by_account ON block (account_id);
CREATE INDEX block_by_range ON block (range_start, range_end);

CREATE TABLE block_restriction (
  block_id INT NOT NULL,
  type INT NOT NULL,
  value INT NOT NULL,
  PRIMARY KEY (block_id, type, value)
) WITHOUT ROWID;

CREATE TABLE log (
  id ID,
  type TEXT NOT NULL,
  action TEXT NOT NULL,
  timestamp INT NOT NULL,
  actor_id INT NOT NULL,
  ns INT NOT NULL,
  title TEXT NOT NULL,
  page_id INT,
  summary_id INT NOT NULL,
  params TEXT NOT NULL DEFAULT '',
  deleted INT NOT NULL DEFAULT 0
);
CREATE INDEX log_by_time ON log (timestamp, id);
CREATE INDEX log_by_type ON log (type, timestamp, id);
CREATE INDEX log_by_action ON log (type, action, timestamp, id);
CREATE INDEX log_by_actor ON log (actor_id, timestamp, id);
CREATE INDEX log_by_actor_type ON log (actor_id, type, timestamp, id);
CREATE INDEX log_by_title ON log (ns, title, timestamp, id);
CREATE INDEX log_by_page ON log (page_id, timestamp, id);

CREATE TABLE log_search (
  field TEXT NOT NULL,
  value TEXT NOT NULL,
  log_id INT NOT NULL,
  PRIMARY KEY (field, value, log_id)
) WITHOUT ROWID;
CREATE INDEX log_search_by_log ON log_search (log_id);

CREATE TABLE recent_change (
  id ID,
  timestamp INT NOT NULL,
  actor_id INT NOT NULL,
  ns INT NOT NULL,
  title TEXT NOT NULL,
  summary_id INT NOT NULL,
  minor INT NOT NULL DEFAULT 0,
  bot INT NOT NULL DEFAULT 0,
  is_new INT NOT NULL DEFAULT 0,
  page_id INT NOT NULL DEFAULT 0,
  this_rev INT NOT NULL DEFAULT 0,
  last_rev INT NOT NULL DEFAULT 0,
  type INT NOT NULL,
  source TEXT NOT NULL,
  patrolled INT NOT NULL DEFAULT 0,
  ip TEXT NOT NULL DEFAULT '',
  old_length INT,
  new_length INT,
  deleted INT NOT NULL DEFAULT 0,
  log_id INT NOT NULL DEFAULT 0,
  log_type TEXT,
  log_action TEXT,
  params TEXT
);
CREATE INDEX recent_change_by_time ON recent_change (timestamp, id);
CREATE INDEX recent_change_by_title ON recent_change (ns, title, timestamp, id);
CREATE INDEX recent_change_by_page ON recent_change (page_id, timestamp, id);
CREATE INDEX recent_change_by_actor ON recent_change (actor_id, timestamp, id);
CREATE INDEX recent_change_by_revision ON recent_change (this_rev);
CREATE INDEX recent_change_by_log ON recent_change (log_id);

CREATE TABLE watch (
  id ID,
  account_id INT NOT NULL,
  ns INT NOT NULL,
  title TEXT NOT NULL,
  notified_at INT,
  expires_at INT
);
CREATE UNIQUE INDEX watch_by_account ON watch (account_id, ns, title);
CREATE INDEX watch_by_title ON watch (ns, title);
CREATE INDEX watch_by_notified ON watch (account_id, notified_at);

CREATE TABLE new_talk (account_id INT NOT NULL, ip TEXT NOT NULL, last_at INT, PRIMARY KEY (account_id, ip));

CREATE TABLE tag_def (id ID, name TEXT NOT NULL UNIQUE, user_defined INT NOT NULL DEFAULT 0, count INT NOT NULL DEFAULT 0);
CREATE INDEX tag_def_by_count ON tag_def (count);

CREATE TABLE change_tag (
  id ID,
  tag_id INT NOT NULL,
  rc_id INT,
  log_id INT,
  rev_id INT,
  params TEXT
);
CREATE INDEX change_tag_by_revision ON change_tag (rev_id, tag_id);
CREATE INDEX change_tag_by_log ON change_tag (log_id, tag_id);
CREATE INDEX change_tag_by_change ON change_tag (rc_id, tag_id);
CREATE INDEX change_tag_by_tag ON change_tag (tag_id, rev_id);

CREATE TABLE file (
  name TEXT PRIMARY KEY,
  size INT NOT NULL,
  width INT NOT NULL,
  height INT NOT NULL,
  metadata BYTES NOT NULL,
  bits INT NOT NULL,
  media_type TEXT,
  major_mime TEXT NOT NULL,
  minor_mime TEXT NOT NULL,
  summary_id INT NOT NULL,
  actor_id INT NOT NULL,
  timestamp INT NOT NULL,
  sha1 TEXT NOT NULL
);
CREATE INDEX file_by_time ON file (timestamp, name);
CREATE INDEX file_by_actor ON file (actor_id, timestamp, name);
CREATE INDEX file_by_sha1 ON file (sha1, name);
CREATE INDEX file_by_size ON file (size, name);
CREATE INDEX file_by_mime ON file (media_type, major_mime, minor_mime);

CREATE TABLE old_file (
  id ID,
  name TEXT NOT NULL,
  archive_name TEXT NOT NULL,
  size INT NOT NULL,
  width INT NOT NULL,
  height INT NOT NULL,
  bits INT NOT NULL,
  summary_id INT NOT NULL,
  actor_id INT NOT NULL,
  timestamp INT NOT NULL,
  metadata BYTES NOT NULL,
  media_type TEXT,
  major_mime TEXT NOT NULL,
  minor_mime TEXT NOT NULL,
  deleted INT NOT NULL DEFAULT 0,
  sha1 TEXT NOT NULL
);
CREATE INDEX old_file_by_name ON old_file (name, timestamp);
CREATE INDEX old_file_by_archive ON old_file (name, archive_name);
CREATE INDEX old_file_by_sha1 ON old_file (sha1);

CREATE TABLE deleted_file (
  id ID,
  name TEXT NOT NULL,
  archive_name TEXT,
  storage_group TEXT,
  storage_key TEXT,
  deleted_by INT,
  deleted_at INT,
  deletion_summary_id INT NOT NULL,
  size INT,
  width INT,
  height INT,
  metadata BYTES,
  bits INT,
  media_type TEXT,
  major_mime TEXT,
  minor_mime TEXT,
  summary_id INT NOT NULL,
  actor_id INT NOT NULL,
  timestamp INT,
  deleted INT NOT NULL DEFAULT 0,
  sha1 TEXT NOT NULL DEFAULT ''
);
CREATE INDEX deleted_file_by_name ON deleted_file (name, timestamp, id);
CREATE INDEX deleted_file_by_sha1 ON deleted_file (sha1);

CREATE TABLE stashed_file (
  id ID,
  account_id INT NOT NULL,
  key TEXT NOT NULL UNIQUE,
  original_path TEXT NOT NULL,
  path TEXT NOT NULL,
  source_type TEXT,
  timestamp INT NOT NULL,
  status TEXT NOT NULL,
  chunk_index INT,
  size INT NOT NULL,
  sha1 TEXT NOT NULL,
  mime TEXT,
  media_type TEXT,
  width INT,
  height INT,
  bits INT,
  props BYTES
);
CREATE INDEX stashed_file_by_account ON stashed_file (account_id, id);

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
CREATE INDEX query_cache_by_value ON query_cache (type, value, id);
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
