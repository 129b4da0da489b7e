/**
 * Short texts of HTTP's status codes. Not imported the usual way: Node would then make all that `node:http` offers, with
 * it a second HTTP client that we do not use, and that takes 10 MB.
 */
export const STATUS_TEXTS: Readonly<Record<number, string | undefined>> =
  process.getBuiltinModule('node:http').STATUS_CODES
