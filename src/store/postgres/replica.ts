import { setTimeout as sleep } from 'node:timers/promises'
import type { ReplicaStatus, StoreEvent } from '../store.ts'
import type { Connections } from './connections.ts'
import type { Positions } from './positions.ts'
import { PROBE_MS, type Probe } from './probe.ts'

/** Pause between looks at the position while a request waits for it. */
const LOOK_MS = 5

const STATE = `select pg_is_in_recovery() as standby, pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0') as replayed`

interface ReplicaOptions {
  /** Host and port. */
  readonly name: string
  readonly connections: Connections
  readonly probe: Probe
  /** In seconds. */
  readonly maxLag: number
  readonly onEvent: (event: StoreEvent) => void
}

/** One streaming replica: how far it is, and whether it may serve reads. */
export class Replica {
  readonly #options: ReplicaOptions
  /** Position that it has replayed, as last seen. */
  replayed = 0
  /** Number of statements that it has run for this process. */
  reads = 0
  /** `starting` until it was checked twice, `behind` if it lags too much, `down` if it does not respond. */
  #state: ReplicaStatus['state'] = 'starting'
  #lag: number | null = null
  /** Position at the last failover, after which it must continue; null until the first check after the failover. */
  #leftAt: number | null = -1
  #looking: Promise<void> | undefined

  constructor(options: ReplicaOptions) {
    this.#options = options
  }

  get connections(): Connections {
    return this.#options.connections
  }

  get isInUse(): boolean {
    return this.#state === 'in use'
  }

  get status(): ReplicaStatus {
    return { name: this.#options.name, state: this.#state, lag: this.#lag, reads: this.reads }
  }

  /** Updates the state. `positions` are those of the primary. */
  async check(positions: Positions): Promise<void> {
    try {
      await this.#look()
    } catch (error) {
      return this.fail(error)
    }
    this.#leftAt ??= this.replayed
    if (this.replayed <= this.#leftAt) return this.#become('down', 'does not follow the new primary')
    const lag = positions.lagAt(this.replayed)
    this.#lag = lag
    if (lag === null) return
    // Half the limit for coming back, so that it does not come and go all the time.
    const limit = this.#state === 'behind' ? this.#options.maxLag / 2 : this.#options.maxLag
    if (lag <= limit) this.#become('in use')
    else this.#become('behind', `${lag.toFixed(1)} seconds behind the primary`)
  }

  /**
   * Leaves the replica out until it continues behind the new primary. It may have changes that the new one lacks, and
   * would not notice.
   */
  leaveOldPrimary(): void {
    this.#leftAt = null
    this.#become('down', 'does not follow the new primary')
  }

  /** Leaves the replica out until the next successful check. Statements that are waiting for it fail. */
  fail(reason: unknown): void {
    this.#lag = null
    this.#become('down', reason instanceof Error ? reason.message : String(reason))
    this.connections.breakAll()
  }

  #become(state: ReplicaStatus['state'], reason = ''): void {
    const { name, onEvent } = this.#options
    if (state === this.#state) return
    this.#state = state
    if (state === 'in use') {
      this.connections.resume()
      onEvent({ kind: 'replica-in-use', replica: name })
    } else onEvent({ kind: 'replica-left-out', replica: name, reason })
  }

  /** Waits until the replica has replayed the position, at most until the deadline. Returns whether it has. */
  async reaches(position: number, milliseconds: number): Promise<boolean> {
    const deadline = performance.now() + milliseconds
    while (this.replayed < position) {
      const left = deadline - performance.now()
      if (left <= 0 || !this.isInUse) return false
      await Promise.race([this.#look().catch(error => this.fail(error)), sleep(left, undefined, { ref: false })])
      if (this.replayed < position) await sleep(Math.min(LOOK_MS, left))
    }
    return true
  }

  /** Concurrent calls share one query. */
  #look(): Promise<void> {
    this.#looking ??= this.#options.probe
      .ask<{ standby: boolean; replayed: number | null }>(STATE, PROBE_MS)
      .then(({ standby, replayed }) => {
        // After its promotion, it has its own history.
        if (!standby) throw new Error('The server is not a standby.')
        this.replayed = replayed ?? 0
      })
      .finally(() => {
        this.#looking = undefined
      })
    return this.#looking
  }

  async end(): Promise<void> {
    this.#options.probe.end()
    await this.connections.end()
  }
}
