/** Progress of comparing all strings of a translation, so that it can be resumed. */
export const lookProgress = `
ALTER TABLE unit_look ADD COLUMN reached INT NOT NULL DEFAULT 0;
`
