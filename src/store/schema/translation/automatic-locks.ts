/**
 * Locks of components while their repository has problems. `locked_by_error` is 1 if the present lock is such a lock, so that
 * it ends with the problems.
 */
export const automaticLocks = `
ALTER TABLE component ADD COLUMN auto_lock_error INT NOT NULL DEFAULT 0;
ALTER TABLE component ADD COLUMN locked_by_error INT NOT NULL DEFAULT 0;
`
