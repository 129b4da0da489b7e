/** Protection, blocks, logs, recent changes, watchlists, tags. */
export const activity = `
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
CREATE INDEX log_by_namespace ON log (ns, timestamp, id);
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
CREATE INDEX recent_change_by_namespace ON recent_change (ns, timestamp, id);
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

-- MediaWiki keeps one row per message, so that the same person may have several.
CREATE TABLE new_talk (account_id INT NOT NULL, ip TEXT NOT NULL, last_at INT);
CREATE INDEX new_talk_by_person ON new_talk (account_id, ip);

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
`
