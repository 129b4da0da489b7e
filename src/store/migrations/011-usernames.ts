/** How somebody spelt the name of their account, where that is not the one spelling that the wiki has for it. */
export const usernames = `
ALTER TABLE account ADD COLUMN username TEXT;
`
