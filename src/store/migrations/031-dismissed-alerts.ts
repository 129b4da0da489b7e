/** Alerts that somebody has put aside: they stay, and are shown apart, for as long as what they tell of is so. */
export const dismissedAlerts = `
ALTER TABLE alert ADD COLUMN dismissed INT NOT NULL DEFAULT 0;
`
