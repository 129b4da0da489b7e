/**
 * Reason phrases of HTTP status codes. Importing them from `node:http` in the usual way would also load an HTTP client
 * that we do not use and that takes 10 MB.
 */
export const STATUS_TEXTS: Readonly<Record<number, string | undefined>> =
  process.getBuiltinModule('node:http').STATUS_CODES
