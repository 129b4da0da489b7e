/**
 * Thrown by the host when a page's text or existence is not available yet. The requesting page is parsed again later.
 */
export class NeedsPage extends Error {
  readonly ns: number
  readonly dbkey: string

  constructor(ns: number, dbkey: string) {
    super(`${ns}:${dbkey} is not loaded yet`)
    this.ns = ns
    this.dbkey = dbkey
  }
}
