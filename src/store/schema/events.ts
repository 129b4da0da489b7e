/** The change log and the job queue. Timestamps are seconds since 1970. */
export const events = `
CREATE TABLE change_log (
  seq ID,
  at INT NOT NULL,
  area TEXT NOT NULL,
  kind TEXT NOT NULL,
  account_id INT,
  subject TEXT NOT NULL DEFAULT '',
  data TEXT NOT NULL DEFAULT '{}'
);
CREATE INDEX change_log_by_kind ON change_log (area, kind, seq);

CREATE TABLE job (
  id ID,
  kind TEXT NOT NULL,
  key TEXT NOT NULL,
  payload TEXT NOT NULL DEFAULT '{}',
  run_at INT NOT NULL,
  version INT NOT NULL DEFAULT 1,
  attempts INT NOT NULL DEFAULT 0,
  leased_until INT,
  failed_at INT,
  last_error TEXT,
  queue TEXT NOT NULL DEFAULT ''
);
CREATE UNIQUE INDEX job_by_key ON job (kind, key);
CREATE INDEX job_by_due ON job (run_at, id) WHERE failed_at IS NULL;
CREATE INDEX job_by_queue ON job (queue, run_at, id);
`
