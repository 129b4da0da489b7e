/** Jobs of one queue run one at a time, in parallel to other queues. */
export const jobQueues = `
ALTER TABLE job ADD COLUMN queue TEXT NOT NULL DEFAULT '';
CREATE INDEX job_by_queue ON job (queue, run_at, id);
`
