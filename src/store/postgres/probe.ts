import pg from 'pg'
import { CONNECT_MS } from './hosts.ts'

/** A server that takes longer to answer counts as dead. */
export const PROBE_MS = 3000

/**
 * A dedicated connection for checking a server. It does not wait for a free connection of the pool, and a server that
 * does not answer in time counts as dead: on a cut network, connections do not break for minutes.
 */
export class Probe {
  readonly #urlOf: () => string
  readonly #types: pg.CustomTypesConfig
  #client: pg.Client | undefined
  #url = ''
  #ended = false

  /** The URL may change. Each question goes to the current one. */
  constructor(urlOf: () => string, types: pg.CustomTypesConfig) {
    this.#urlOf = urlOf
    this.#types = types
  }

  /** The first row of a query. */
  async ask<Row extends pg.QueryResultRow>(query: string, timeoutMs: number): Promise<Row> {
    const { promise, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => reject(new Error(`No response within ${timeoutMs} ms.`)), timeoutMs)
    try {
      return await Promise.race([this.#ask<Row>(query), promise])
    } catch (error) {
      this.close()
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  async #ask<Row extends pg.QueryResultRow>(query: string): Promise<Row> {
    if (this.#url !== this.#urlOf()) this.close()
    this.#client ??= await this.#connect()
    const client = this.#client
    if (this.#ended) this.close()
    return (await client.query<Row>(query)).rows[0]!
  }

  async #connect(): Promise<pg.Client> {
    this.#url = this.#urlOf()
    const client = new pg.Client({
      connectionString: this.#url,
      connectionTimeoutMillis: CONNECT_MS,
      application_name: 'parlance check',
      keepAlive: true,
      types: this.#types,
    })
    client.on('error', () => {})
    await client.connect()
    return client
  }

  end(): void {
    this.#ended = true
    this.close()
  }

  /** Closes the connection. The next question opens another one. */
  close(): void {
    const client = this.#client
    this.#client = undefined
    if (client === undefined) return
    void client.end().catch(() => {})
    destroy(client)
  }
}

/** Breaks a connection without waiting for its server. */
export const destroy = (client: pg.ClientBase): void =>
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
