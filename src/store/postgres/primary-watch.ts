import type { Connections } from './connections.ts'
import type { Hosts } from './hosts.ts'
import { Positions } from './positions.ts'
import { PROBE_MS, type Probe } from './probe.ts'

const CHECK_MS = 1000
/** An overloaded server may miss one check. */
const MAX_MISSED = 2

/** How far the log is on disk, which is what replicas can have. */
const STATE = `select pg_is_in_recovery() as standby, pg_wal_lsn_diff(
  case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_flush_lsn() end, '0/0') as position,
  case when not pg_is_in_recovery() then substr(pg_walfile_name(pg_current_wal_flush_lsn()), 1, 8) end as timeline`

interface State {
  readonly standby: boolean
  readonly position: number
  /** Changes with each failover; null on a standby. */
  readonly timeline: string | null
}

interface PrimaryWatchOptions {
  readonly hosts: Hosts
  readonly connections: Connections
  readonly probe: Probe
}

/**
 * Checks the primary in the background, for two reasons: replicas are compared with its position, and if it is gone,
 * another host of the address may have taken over.
 */
export class PrimaryWatch {
  readonly positions = new Positions()
  readonly #options: PrimaryWatchOptions
  readonly #timer: NodeJS.Timeout
  /** Runs after each check of the primary, even if it failed. */
  afterwards: () => Promise<void> = async () => {}
  /** Runs when another server has become the primary. */
  onFailover: () => void = () => {}
  #timeline: string | null = null
  #checking = false
  #missed = 0

  constructor(options: PrimaryWatchOptions) {
    this.#options = options
    this.#timer = setInterval(() => void this.#check(), CHECK_MS).unref()
    setImmediate(() => void this.#check())
  }

  async #check(): Promise<void> {
    if (this.#checking) return
    this.#checking = true
    try {
      await this.#checkPrimary().catch(() => this.#miss())
      await this.afterwards()
    } finally {
      this.#checking = false
    }
  }

  async #checkPrimary(): Promise<void> {
    const { hosts, probe, connections } = this.#options
    await hosts.find()
    const { standby, position, timeline } = await probe.ask<State>(STATE, PROBE_MS)
    this.#missed = 0
    if (timeline !== null && this.#timeline !== null && timeline !== this.#timeline) {
      this.positions.clear()
      this.onFailover()
    }
    this.#timeline = timeline ?? this.#timeline
    this.positions.add(performance.now() / 1000, position)
    if (standby && hosts.mustWrite) connections.breakAll()
  }

  /** On a cut network, connections do not break. Without another host, there would be no point in breaking them. */
  #miss(): void {
    if (++this.#missed < MAX_MISSED || !this.#options.hosts.canMove) return
    this.#missed = 0
    this.#options.connections.breakAll()
  }

  end(): void {
    clearInterval(this.#timer)
    this.#options.probe.end()
  }
}
