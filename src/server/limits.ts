import { COMPRESS_ABOVE_BYTES } from '#html/compress-above.ts'

/** Limits for clients. */
export const limits = {
  /** A page of 2 MiB triples in size when percent-encoded. Uploads have their own limit. */
  bodyBytes: 16 * 1024 * 1024,
  /** Large enough for fifty titles in one URL. Node.js responds with 431 beyond it. */
  headerBytes: 64 * 1024,
  /** User names and titles in paths. */
  paramLength: 1024,
  /** For sending a complete request. */
  requestMs: 120_000,
  /** For sending the headers of a request. Even browsers on slow connections need less. */
  headersMs: 20_000,
  /** Between two requests on one connection. */
  keepAliveMs: 65_000,
  /** Without a byte in either direction. */
  silenceMs: 300_000,
  /** How often Node.js checks for expired connections. */
  checkMs: 5_000,
  compressAboveBytes: COMPRESS_ABOVE_BYTES,
} as const

export type Limits = { readonly [K in keyof typeof limits]: number }
