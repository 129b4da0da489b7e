/** Checks that a translation must pass to count as finished: a JSON list of their ids. */
export const enforcedChecks = `
ALTER TABLE component ADD COLUMN enforced_checks TEXT NOT NULL DEFAULT '[]';
`
