/** Differences between imported counters and the actual counts at the end of the import. */
export const importedCounts = `
CREATE TABLE counter_difference (
  counter TEXT NOT NULL,
  what TEXT NOT NULL,
  difference TEXT NOT NULL,
  PRIMARY KEY (counter, what)
) WITHOUT ROWID;
`
