/** Invalid arguments or settings: one line, exit code 2. */
export class UsageError extends Error {}
