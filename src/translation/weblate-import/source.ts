/** Why the source cannot be read, worded for the person who runs the import. */
export class SourceError extends Error {}

/** A response beyond the limit of the caller. */
export class TooLarge extends SourceError {}

/** A response that no repetition changes. */
export class StatusError extends SourceError {
  readonly status: number

  constructor(status: number, address: string) {
    const hint = status === 401 || status === 403 ? ' Check the token and its permissions.' : ''
    super(`${address} answered with status ${status}.${hint}`)
    this.status = status
  }
}

export interface Page {
  readonly count: number
  /** Path of the next page; empty after the last one. */
  readonly next: string
  readonly results: readonly unknown[]
}

/** What an import reads: a server, or a backup that answers the same requests. Paths are those below `/api/`. */
export interface Source {
  /** Identifies the source, so that an interrupted import of it continues. */
  readonly server: string
  page(path: string): Promise<Page>
  /** All rows of a list. */
  all(path: string): Promise<unknown[]>
  json(path: string): Promise<unknown>
  bytes(path: string, maxBytes: number): Promise<Buffer>
}

/** Path below the API of an address in a response; the host in it may be another name of the same server. */
export function pathOf(address: string): string {
  const at = address.indexOf('/api/')
  if (at === -1) throw new SourceError(`Unexpected address in a response of the server: "${address.slice(0, 200)}".`)
  return address.slice(at + '/api/'.length)
}
