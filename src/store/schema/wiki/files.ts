/** Uploaded files, their old and deleted versions, and the stash. */
export const files = `
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
`
