/** The account name as typed by its owner, if it differs from the wiki's canonical spelling. */
export const usernames = `
ALTER TABLE account ADD COLUMN username TEXT;
`
