/** Few accounts of very many may do everything; whoever asks for them all must not read the others. */
export const superusers = `
CREATE INDEX account_by_superuser ON account (id) WHERE is_superuser = 1;
`
