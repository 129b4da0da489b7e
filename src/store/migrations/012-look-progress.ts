/** How far a look at all strings of a translation has come, so that it need not begin anew. */
export const lookProgress = `
ALTER TABLE unit_look ADD COLUMN reached INT NOT NULL DEFAULT 0;
`
