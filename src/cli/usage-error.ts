/** The command was called wrongly: one sentence, exit code 2. */
export class UsageError extends Error {}
