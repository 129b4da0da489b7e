/** Finds the few superusers without reading all accounts. */
export const superusers = `
CREATE INDEX account_by_superuser ON account (id) WHERE is_superuser = 1;
`
