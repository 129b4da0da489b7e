/**
 * Requests that callers have sent to each server, for rate limits that several servers share. `caller` is a hash;
 * `expires_at` is in milliseconds since 1970.
 */
export const requestCounts = `
CREATE TABLE request_count (
  caller TEXT NOT NULL,
  server TEXT NOT NULL,
  expires_at INT NOT NULL,
  amount INT NOT NULL,
  PRIMARY KEY (caller, server, expires_at)
) WITHOUT ROWID;
CREATE INDEX request_count_by_expiry ON request_count (expires_at);
`
