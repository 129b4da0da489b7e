// What goes wrong during the campaign. Each fault ends with all parts running again.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../../random.ts'
import { ADDS, newerProgram, REMOVES } from '../newer-program.ts'
import type { Cluster } from './cluster.ts'

export interface Fault {
  readonly name: string
  run(cluster: Cluster): Promise<void>
}

/** How long a part is away, so that others notice. */
const AWAY_MS = 2500
/** Longer than the checks of the primary take to give up. */
const CUT_MS = 9000

const killServer = (i: number): Fault => ({
  name: `kill server ${i + 1}`,
  async run(cluster) {
    await cluster.endServer(i, 'SIGKILL')
    await sleep(AWAY_MS)
    await cluster.startServer(i)
  },
})

const cutServer = (i: number): Fault => ({
  name: `cut the network of server ${i + 1}`,
  async run({ members }) {
    for (const network of members[i]!.networks) network.cut()
    await sleep(CUT_MS)
    for (const network of members[i]!.networks) network.repair()
  },
})

const killReplica = (which: number): Fault => ({
  name: `kill replica ${which + 1}`,
  async run({ standbys }) {
    const { postgres } = standbys[which]!
    await postgres.kill()
    await sleep(AWAY_MS)
    await postgres.start()
  },
})

const killPooler: Fault = {
  name: 'kill the PgBouncer of the primary',
  async run({ primary: { bouncer } }) {
    await bouncer.kill()
    await sleep(AWAY_MS)
    await bouncer.start()
  },
}

const killIdlePooler: Fault = {
  name: 'kill the PgBouncer of a replica',
  async run({ standbys }) {
    const { bouncer } = standbys[0]!
    await bouncer.kill()
    await sleep(AWAY_MS)
    await bouncer.start()
  },
}

const failOver: Fault = {
  name: 'kill the primary and promote a replica',
  async run(cluster) {
    const old = cluster.primary
    await old.postgres.kill()
    await sleep(1000)
    const { postgres } = await cluster.promote()
    await sleep(AWAY_MS)
    // It may have commits that nobody acknowledged, so it starts again as a copy.
    old.postgres.rebuild(postgres)
    old.postgres.follow(cluster.nodes.map(node => node.postgres))
    await old.postgres.start()
  },
}

/** Servers are taken out of the proxy before they stop, so no request may fail. */
const upgrade = (version: string, migrations: readonly object[]): Fault => ({
  name: `upgrade to ${version}`,
  async run(cluster) {
    const program = newerProgram(version, migrations)
    for (const [i, member] of cluster.members.entries()) {
      await cluster.nginx.takeOut([member.port])
      await cluster.endServer(i, 'SIGTERM')
      member.program = program
      await cluster.startServer(i)
      await cluster.settled()
      await cluster.nginx.takeOut([])
    }
  },
})

export const isUpgrade = (name: string): boolean => name.startsWith('upgrade')

/** All faults once, in random order. An upgrade is part of the first two rounds: it cannot be repeated. */
export function roundOf(random: Random, round: number): Fault[] {
  const upgrades = [upgrade('998.0.0', [ADDS]), upgrade('999.0.0', [ADDS, REMOVES])].slice(round, round + 1)
  const faults = [
    ...[0, 1, 2].map(killServer),
    ...[0, 1].map(killReplica),
    ...[killPooler, killIdlePooler, failOver, ...upgrades],
    cutServer(random.below(3)),
  ]
  for (let i = faults.length - 1; i > 0; i--) {
    const j = random.below(i + 1)
    ;[faults[i], faults[j]] = [faults[j]!, faults[i]!]
  }
  return faults
}

/** For a short try (`--minutes 0`). */
export const fewFaults = (random: Random): Fault[] => [killServer(random.below(3)), failOver, killPooler]
