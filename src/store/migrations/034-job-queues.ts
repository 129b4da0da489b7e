/** Jobs of one queue are done one after the other, while those of other queues go on beside them. */
export const jobQueues = `
ALTER TABLE job ADD COLUMN queue TEXT NOT NULL DEFAULT '';
CREATE INDEX job_by_queue ON job (queue, run_at, id);
`
