/** By how much the numbers that an import brought differed from what could be counted at its end. */
export const importedCounts = `
CREATE TABLE counter_difference (
  counter TEXT NOT NULL,
  what TEXT NOT NULL,
  difference TEXT NOT NULL,
  PRIMARY KEY (counter, what)
) WITHOUT ROWID;
`
