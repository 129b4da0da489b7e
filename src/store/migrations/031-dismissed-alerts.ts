/** Dismissed alerts stay, shown separately, until their problem is solved. */
export const dismissedAlerts = `
ALTER TABLE alert ADD COLUMN dismissed INT NOT NULL DEFAULT 0;
`
