/**
 * Webhooks and the log of their messages. `seq` and `place` are the position after the last delivered event: an entry of
 * the change log and the place of the event among those of the entry. A webhook without a project is one of the site.
 * `events` and `actions` are JSON lists. `off_reason` tells why the server switched a webhook off. The position in a
 * message is that of its event; `due_at` is set while a message waits because someone asked to send it.
 */
export const webhooks = `
CREATE TABLE webhook (
  id ID,
  account_id INT NOT NULL,
  project_id INT,
  url TEXT NOT NULL,
  events TEXT NOT NULL,
  actions TEXT NOT NULL DEFAULT '[]',
  secret TEXT NOT NULL,
  old_secret TEXT,
  old_secret_until INT,
  is_active INT NOT NULL DEFAULT 1,
  off_reason TEXT,
  seq INT NOT NULL,
  place INT NOT NULL,
  attempts INT NOT NULL DEFAULT 0,
  retry_at INT,
  created_at INT NOT NULL
);
CREATE INDEX webhook_by_project ON webhook (project_id, id);
CREATE TABLE webhook_message (
  id ID,
  webhook_id INT NOT NULL,
  message TEXT NOT NULL,
  event TEXT NOT NULL,
  seq INT NOT NULL,
  place INT NOT NULL,
  created_at INT NOT NULL,
  due_at INT,
  attempts INT NOT NULL DEFAULT 0,
  sent_at INT,
  took_ms INT,
  status INT,
  error TEXT,
  response TEXT NOT NULL DEFAULT '',
  is_delivered INT NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX webhook_message_by_name ON webhook_message (webhook_id, message);
CREATE INDEX webhook_message_by_webhook ON webhook_message (webhook_id, id);
CREATE INDEX webhook_message_by_time ON webhook_message (created_at);
CREATE INDEX webhook_message_by_due ON webhook_message (due_at, id) WHERE due_at IS NOT NULL;
`
