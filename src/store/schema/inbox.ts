/**
 * Notifications shown on the site. `event` identifies what happened: each account gets one row per event. Which of the
 * numbers are set depends on the kind (`src/events/inbox/deliver.ts`); `project_id` decides who may see a row of the
 * translation platform. Timestamps are seconds since 1970; `read_at` is null until the account has read the row.
 * `inbox_mute` holds threads of which an account wants no further rows.
 */
export const inbox = `
CREATE TABLE inbox (
  id ID,
  account_id INT NOT NULL,
  event TEXT NOT NULL,
  kind TEXT NOT NULL,
  area TEXT NOT NULL,
  thread TEXT NOT NULL DEFAULT '',
  actor_id INT,
  title TEXT NOT NULL DEFAULT '',
  text TEXT NOT NULL DEFAULT '',
  anchor TEXT NOT NULL DEFAULT '',
  page_id INT,
  revision_id INT,
  log_id INT,
  project_id INT,
  change_id INT,
  created_at INT NOT NULL,
  read_at INT
);
CREATE UNIQUE INDEX inbox_by_event ON inbox (account_id, event);
CREATE INDEX inbox_by_account ON inbox (account_id, id);
CREATE INDEX inbox_unread ON inbox (account_id, id) WHERE read_at IS NULL;
CREATE INDEX inbox_by_age ON inbox (created_at);

CREATE TABLE inbox_mute (
  account_id INT NOT NULL,
  thread TEXT NOT NULL,
  title TEXT NOT NULL DEFAULT '',
  muted_at INT NOT NULL,
  PRIMARY KEY (account_id, thread)
) WITHOUT ROWID;
`
