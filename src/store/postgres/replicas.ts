import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { hostName } from '../database-url.ts'
import { currentReading, type Reading } from '../reading.ts'
import type { SchemaGuard } from '../schema-guard.ts'
import type { ReplicaSettings, ReplicaStatus, StoreEvent } from '../store.ts'
import { StoreUnavailable } from '../store-error.ts'
import { throwIfUnwanted } from '../turn.ts'
import { Connections } from './connections.ts'
import { Hosts } from './hosts.ts'
import type { Positions } from './positions.ts'
import type { PrimaryWatch } from './primary-watch.ts'
import { Probe } from './probe.ts'
import { Replica } from './replica.ts'

/** Kysely discards connections whose rollback failed. */
interface Releasable {
  release(discard?: boolean): void
}

/** Chooses replicas for reads. */
export class Replicas {
  readonly #all: readonly Replica[]
  /** Positions of the primary. */
  readonly #positions: Positions
  readonly #waitMs: number
  #next = 0

  /** `waitMs` is how long a read waits for a replica to have the caller's own writes. */
  constructor(replicas: readonly Replica[], positions: Positions, waitMs: number) {
    this.#all = replicas
    this.#positions = positions
    this.#waitMs = waitMs
  }

  /** Updates the state of all replicas. Call regularly. */
  async check(): Promise<void> {
    await Promise.all(this.#all.map(replica => replica.check(this.#positions)))
  }

  leaveOldPrimary(): void {
    for (const replica of this.#all) replica.leaveOldPrimary()
  }

  status(): ReplicaStatus[] {
    return this.#all.map(({ status }) => status)
  }

  /** A replica that has this position; null for the primary. */
  async choose(position: number): Promise<Replica | null> {
    const usable = this.#all.filter(({ isInUse }) => isInUse)
    const ready = usable.filter(({ replayed }) => replayed >= position)
    if (ready.length > 0) return ready[this.#next++ % ready.length]!
    const nearest = usable.sort((a, b) => b.replayed - a.replayed)[0]
    return nearest !== undefined && (await nearest.reaches(position, this.#waitMs)) ? nearest : null
  }

  /** A pool that sends each statement to the replica of the current request, or to the primary. */
  route(primary: PostgresPool): PostgresPool {
    return {
      ...primary,
      connect: async () => {
        const reading = currentReading()
        const replica = reading === undefined ? null : await reading.replica(position => this.choose(position))
        return replica === null ? primary.connect() : this.#connect(replica, reading!, primary)
      },
    }
  }

  /** Whatever goes wrong on the replica, the statement is repeated on the primary. */
  async #connect(replica: Replica, reading: Reading, primary: PostgresPool): Promise<PostgresPoolClient> {
    let isPrimary = false
    const giveUp = async (error: unknown) => {
      throwIfUnwanted()
      isPrimary = true
      reading.usePrimary()
      this.#suspect(replica, error)
      return primary.connect()
    }
    const pool = replica.connections.pool({ retry: false })
    let client: PostgresPoolClient | null = await pool.connect().catch(giveUp)
    const query = async (sql: never, parameters: never) => {
      try {
        if (!isPrimary) replica.reads++
        return await client!.query(sql, parameters)
      } catch (error) {
        if (isPrimary) throw error
        client?.release()
        client = null
        client = await giveUp(error)
        return client.query(sql, parameters)
      }
    }
    const release = (discard?: boolean) => (client as Releasable | null)?.release(discard)
    return { query, release } as unknown as PostgresPoolClient
  }

  /** Most errors concern the statement: it writes, was in the way of the replay, or has a mistake. */
  #suspect(replica: Replica, error: unknown): void {
    const { trouble } = error instanceof StoreUnavailable ? error : { trouble: null }
    if (trouble === 'lost') void replica.check(this.#positions)
    if (trouble === 'away') replica.fail(error)
  }

  async end(): Promise<void> {
    await Promise.all(this.#all.map(replica => replica.end()))
  }
}

/** Opens replicas that are checked after each check of the primary. */
export function openReplicas(
  { urls, maxLag, waitMs }: ReplicaSettings,
  config: pg.PoolConfig,
  guard: SchemaGuard,
  watch: PrimaryWatch,
  onEvent: (event: StoreEvent) => void,
): Replicas {
  const open = (url: string): Replica => {
    const hosts = new Hosts(url)
    const probe = new Probe(() => hosts.current, config.types!)
    const connections = new Connections({ ...config, hosts }, guard)
    return new Replica({ name: hostName(hosts.current), connections, probe, maxLag, onEvent })
  }
  const replicas = new Replicas(urls.map(open), watch.positions, waitMs)
  watch.afterwards = () => replicas.check()
  watch.onFailover = () => replicas.leaveOldPrimary()
  return replicas
}
