/**
 * Webhook deliveries: one row per change and webhook, kept for a week after success or failure. Timestamps are seconds
 * since 1970; `status` is the last HTTP status.
 */
export const webHooks = `
CREATE TABLE web_hook_delivery (
  id ID,
  addon_id INT NOT NULL,
  change_id INT NOT NULL,
  body TEXT NOT NULL,
  created_at INT NOT NULL,
  attempts INT NOT NULL DEFAULT 0,
  try_at INT NOT NULL,
  status INT,
  error TEXT,
  done_at INT,
  taken INT NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX web_hook_delivery_by_change ON web_hook_delivery (addon_id, change_id);
CREATE INDEX web_hook_delivery_by_due ON web_hook_delivery (try_at, id) WHERE done_at IS NULL;
CREATE INDEX web_hook_delivery_by_done ON web_hook_delivery (done_at) WHERE done_at IS NOT NULL;
`
