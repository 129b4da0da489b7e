import pg from 'pg'
import { hostName, type PostgresAddress, parsePostgresUrl, type SessionAttrs } from '../database-url.ts'
import { StoreUnavailable } from '../store-error.ts'

/** For opening a connection to one host. */
export const CONNECT_MS = 5000

interface Role {
  readonly standby: boolean
  readonly readonly: boolean
}

const ROLE = `select pg_is_in_recovery() as standby,
  pg_is_in_recovery() or current_setting('default_transaction_read_only')::boolean as readonly`

/** What a host must be, in order of preference. */
const FITS: Readonly<Record<SessionAttrs, readonly ((role: Role) => boolean)[]>> = {
  any: [() => true],
  'read-write': [role => !role.readonly],
  'read-only': [role => role.readonly],
  primary: [role => !role.standby],
  standby: [role => role.standby],
  'prefer-standby': [role => role.standby, () => true],
}

/** The hosts of an address, and the one in use. With several hosts or a required role, a lost host is searched again. */
export class Hosts {
  readonly #address: PostgresAddress
  readonly #onFound: (host: string) => void
  #current: string
  #searching: Promise<void> | undefined
  #isKnown: boolean
  /** Counts how often the host was lost. Connections from before that are not used again. */
  generation = 0

  /** `onFound` gets the host after each search that ended at another one. */
  constructor(url: string, onFound: (host: string) => void = () => {}) {
    const address = parsePostgresUrl(url)
    if (address === null) throw new Error('The database URL is malformed.')
    this.#address = address
    this.#onFound = onFound
    this.#current = address.urls[0]!
    this.#isKnown = !this.canMove
  }

  /** Whether another host may take over. */
  get canMove(): boolean {
    return this.#address.urls.length > 1 || this.#address.attrs !== 'any'
  }

  /** Whether connections must be able to write. */
  get mustWrite(): boolean {
    return this.#address.attrs === 'read-write' || this.#address.attrs === 'primary'
  }

  /** URL of the host in use. */
  get current(): string {
    return this.#current
  }

  /** Call when a connection broke, or its server turned out to have another role. */
  lose(generation: number): void {
    if (!this.canMove || generation !== this.generation) return
    this.generation++
    this.#isKnown = false
  }

  /** Finds the host to connect to, unless it is known. Concurrent calls share one search. */
  find(): Promise<void> | null {
    if (this.#isKnown) return null
    this.#searching ??= this.#search().finally(() => {
      this.#searching = undefined
    })
    return this.#searching
  }

  async #search(): Promise<void> {
    const { urls, attrs } = this.#address
    let reason: unknown
    const roles = new Map<string, Role>()
    for (const url of urls)
      try {
        const role = await roleOf(url)
        roles.set(url, role)
        if (FITS[attrs][0]!(role)) return this.#use(url)
      } catch (error) {
        reason = error
      }
    const next = FITS[attrs][1]
    const other = next && urls.find(url => roles.has(url) && next(roles.get(url)!))
    if (other !== undefined) return this.#use(other)
    if (roles.size === 0) throw reason
    throw new StoreUnavailable('away', new Error(`No host of the database URL is "${attrs}".`))
  }

  #use(url: string): void {
    const isOther = url !== this.#current
    this.#current = url
    this.#isKnown = true
    if (isOther) this.#onFound(hostName(url))
  }
}

async function roleOf(url: string): Promise<Role> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: CONNECT_MS,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query<Role>(ROLE)).rows[0]!
  } finally {
    void client.end().catch(() => {})
  }
}

/** A single connection to the host that an address selects. */
export async function connectTo(url: string, config: pg.ClientConfig): Promise<pg.Client> {
  const hosts = new Hosts(url)
  await hosts.find()
  const client = new pg.Client({ connectionString: hosts.current, ...config })
  // Without a listener, Node.js ends the process. A broken connection is reported through its next query.
  client.on('error', () => {})
  await client.connect()
  return client
}
