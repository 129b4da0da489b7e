/** Limits of API keys and bot passwords, and when they were last used. `addresses` is empty if all are allowed. */
export const keyLimits = `
ALTER TABLE api_key ADD COLUMN expires_at INT;
ALTER TABLE api_key ADD COLUMN last_used_at INT;
ALTER TABLE api_key ADD COLUMN addresses TEXT NOT NULL DEFAULT '';
ALTER TABLE bot_password ADD COLUMN expires_at INT;
ALTER TABLE bot_password ADD COLUMN last_used_at INT;
`
