/** JSON list of the ids of checks that a translation must pass to count as translated. */
export const enforcedChecks = `
ALTER TABLE component ADD COLUMN enforced_checks TEXT NOT NULL DEFAULT '[]';
`
