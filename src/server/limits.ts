import { COMPRESS_ABOVE_BYTES } from '#html/compress-above.ts'

/** How much, and for how long, one client may ask of the server. */
export const limits = {
  /** A page of 2 MiB of text grows threefold when it is percent-encoded. Uploads have their own limit. */
  bodyBytes: 16 * 1024 * 1024,
  /** Fifty titles in one address fit; Node answers 431 beyond it. */
  headerBytes: 64 * 1024,
  /** User names and titles in paths. */
  paramLength: 1024,
  /** To send all of a request. */
  requestMs: 120_000,
  /** To send its head: whoever is slower is not a browser on a bad line. */
  headersMs: 20_000,
  /** Between two requests on one connection. */
  keepAliveMs: 65_000,
  /** Without a byte in either direction. */
  silenceMs: 300_000,
  /** How often Node looks for connections that are over time. */
  checkMs: 5_000,
  compressAboveBytes: COMPRESS_ABOVE_BYTES,
} as const

export type Limits = { readonly [K in keyof typeof limits]: number }
