/**
 * The audit log. Each entry has a hash of its content and of the hash before it, so that a changed, missing or inserted
 * entry breaks the chain. `audit_head` is one row: the last entry, the entry before the first one that is kept, and how
 * far the change log is sealed. `sign_in.sealed` is 1 for logins that have an entry.
 */
export const audit = `
CREATE TABLE audit_entry (
  seq INT NOT NULL,
  at INT NOT NULL,
  sealed_at INT NOT NULL,
  category TEXT NOT NULL,
  event TEXT NOT NULL,
  account_id INT,
  actor TEXT NOT NULL,
  subject TEXT NOT NULL,
  address TEXT NOT NULL,
  data TEXT NOT NULL,
  previous TEXT NOT NULL,
  hash TEXT NOT NULL,
  PRIMARY KEY (seq)
);
CREATE TABLE audit_head (
  id INT NOT NULL,
  seq INT NOT NULL,
  hash TEXT NOT NULL,
  anchor_seq INT NOT NULL,
  anchor_hash TEXT NOT NULL,
  change_seq INT NOT NULL,
  PRIMARY KEY (id)
);
INSERT INTO audit_head (id, seq, hash, anchor_seq, anchor_hash, change_seq)
  SELECT 1, 0, '', 0, '', coalesce(max(seq), 0) FROM change_log;
ALTER TABLE sign_in ADD COLUMN sealed INT NOT NULL DEFAULT 0;
CREATE INDEX sign_in_unsealed ON sign_in (id) WHERE sealed = 0;
`
