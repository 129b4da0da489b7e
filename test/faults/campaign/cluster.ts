// Three PostgreSQL servers (a primary and two streaming replicas) with a PgBouncer each, three Parlance servers with a
// network of their own, and nginx. Parts can be killed, cut off, promoted and upgraded one at a time.
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { parlance, startServer, type TestServer } from '#cli/testing.ts'
import { testMailServer } from '#events/mail/testing.ts'
import { migrate } from '#store/migrate.ts'
import { openStore } from '#store/open.ts'
import { temporaryFolder } from '#store/testing.ts'
import { freePort } from '../../free-port.ts'
import { type CutNetwork, networkTo } from '../cut-network.ts'
import { type PrivatePgBouncer, privatePgBouncer } from '../private-pgbouncer.ts'
import { type PrivatePostgres, privatePostgres } from '../private-postgres.ts'
import { type Nginx, nginxTo } from './nginx.ts'

const SIZE = 3

export interface Node {
  readonly name: string
  readonly postgres: PrivatePostgres
  readonly bouncer: PrivatePgBouncer
}

/** One Parlance server. Its connections to each database server go through networks that only it uses. */
interface Member {
  readonly port: number
  readonly networks: readonly CutNetwork[]
  readonly options: readonly string[]
  server: TestServer | null
  /** The build that it runs; undefined for the current one. */
  program: string | undefined
  /** Of all its processes. */
  log: string
}

/** No acknowledged commit may be lost, so a commit waits for one of the replicas. */
const SYNCHRONOUS = { synchronous_standby_names: 'ANY 1 (*)' }
/** With the default of 15 seconds, PgBouncer would notice late that its server is back. */
const POOLER = {
  pool_mode: 'transaction',
  default_pool_size: '20',
  max_client_conn: '300',
  server_login_retry: '1',
  query_wait_timeout: '10',
}

export class Cluster {
  readonly nodes: readonly Node[]
  readonly members: readonly Member[]
  readonly nginx: Nginx
  readonly mail: Awaited<ReturnType<typeof testMailServer>>
  primary: Node
  /** What went wrong in the cluster, apart from the requests. */
  readonly problems: string[] = []
  readonly #data = temporaryFolder()

  private constructor(nodes: readonly Node[], members: Member[], nginx: Nginx, mail: Cluster['mail']) {
    this.nodes = nodes
    this.members = members
    this.nginx = nginx
    this.mail = mail
    this.primary = nodes[0]!
  }

  /** `fill` creates accounts and content before the servers start. */
  static async start(fill: (database: string) => Promise<void>): Promise<Cluster> {
    const postgres = await primaryWithReplicas(fill)
    const nodes: Node[] = []
    for (const [i, each] of postgres.entries()) {
      const bouncer = await privatePgBouncer(each.url, POOLER)
      await bouncer.start()
      nodes.push({ name: `database ${i + 1}`, postgres: each, bouncer })
    }
    const mail = await testMailServer()
    const members: Member[] = []
    for (let i = 0; i < SIZE; i++) members.push(await memberOf(nodes))
    const nginx = await nginxTo(members.map(({ port }) => port))
    const cluster = new Cluster(nodes, members, nginx, mail)
    await Promise.all(members.map((_, i) => cluster.startServer(i)))
    await nginx.start()
    await cluster.settled()
    return cluster
  }

  get standbys(): Node[] {
    return this.nodes.filter(node => node !== this.primary)
  }

  /** A server that cannot start is started again, as by systemd. Each failed start is a problem. */
  async startServer(i: number): Promise<void> {
    for (let attempt = 1; ; attempt++)
      try {
        return await this.#startServer(i)
      } catch (error) {
        this.problems.push(`server ${i + 1} did not start: ${String(error)}`)
        if (attempt === 5) throw error
        await sleep(1000)
      }
  }

  async #startServer(i: number): Promise<void> {
    const member = this.members[i]!
    const site = ['--site-url', this.nginx.url, '--trust-proxy', '127.0.0.1', '--mail-url', this.mail.url]
    const own = ['--port', String(member.port), '--workers', '1', '--data', this.#data]
    const { program } = member
    const server = await startServer([...own, ...site, ...member.options], {
      ...(program !== undefined && { program }),
      env: {
        PARLANCE_LOG_LEVEL: 'warn',
        PARLANCE_DEBUG: '1',
        PARLANCE_LOGIN_THROTTLE: 'none',
        PARLANCE_WIKI_RATE_LIMITS: 'none',
      },
    })
    member.server = server
    void server.ended.then(() => {
      member.log += server.output.err
      if (member.server === server) member.server = null
    })
  }

  /** Ends a server: SIGKILL like a crash, SIGTERM for an orderly stop. */
  async endServer(i: number, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const server = this.members[i]!.server!
    server.child.kill(signal)
    await server.ended
  }

  /** Makes the replica that has received most the primary, as a cluster manager would. */
  async promote(): Promise<Node> {
    const received = `select pg_wal_lsn_diff(greatest(pg_last_wal_receive_lsn(), pg_last_wal_replay_lsn()), '0/0')::float8 as at`
    let best: { node: Node; at: number } | null = null
    for (const node of this.standbys) {
      const [row] = await node.postgres.query<{ at: number }>(received)
      if (best === null || row!.at > best.at) best = { node, at: row!.at }
    }
    await best!.node.postgres.promote()
    this.primary = best!.node
    return best!.node
  }

  /** Waits until all servers are ready and use the replicas. Returns what is still missing after a minute. */
  async settled(): Promise<string> {
    let missing = ''
    for (let i = 0; i < 300; i++) {
      missing = await this.#missing()
      if (missing === '') return ''
      await sleep(200)
    }
    return missing
  }

  async #missing(): Promise<string> {
    for (const [i, { port }] of this.members.entries()) {
      const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(5000) }).catch(
        () => null,
      )
      if (answer?.status !== 200) return `server ${i + 1} is not ready (${answer?.status ?? 'no response'})`
      const { replicas } = (await answer.json()) as { replicas: { state: string }[] }
      const used = replicas.filter(({ state }) => state === 'in use').length
      if (used !== SIZE - 1) return `server ${i + 1} uses ${used} replicas`
    }
    return ''
  }

  /** Compares all counters with what they count. */
  async check(): Promise<string> {
    const { program } = this.members[0]!
    const where = ['--database', this.primary.postgres.url, '--data', this.#data]
    const { code, out, err } = await parlance(['db', 'check', ...where], program === undefined ? {} : { program })
    return code === 0 ? '' : `db check ended with ${code}: ${out}${err}`
  }

  /** Ends everything else, so that the process can exit. */
  async end(): Promise<void> {
    await this.stop()
    this.nginx.stop()
    for (const { networks } of this.members) for (const network of networks) network.close()
    for (const { bouncer, postgres } of this.nodes) {
      await bouncer.kill()
      await postgres.kill()
    }
    await this.mail.close()
  }

  /** Stops the servers. */
  async stop(): Promise<void> {
    for (const [i, { server }] of this.members.entries()) if (server !== null) await this.endServer(i, 'SIGTERM')
  }
}

async function primaryWithReplicas(fill: (database: string) => Promise<void>): Promise<PrivatePostgres[]> {
  const first = await privatePostgres({ max_connections: '200', wal_keep_size: '512MB' })
  await first.start()
  const store = await openStore({ database: first.url })
  await migrate(store).finally(() => store.close())
  await fill(first.url)
  const servers = [first, await first.replica(), await first.replica()]
  for (const server of servers) {
    server.follow(servers)
    server.configure(SYNCHRONOUS)
  }
  for (const replica of servers.slice(1)) await replica.start()
  await first.query('select pg_reload_conf()')
  const [row] = await first.query<{ names: string }>('show synchronous_standby_names')
  assert.ok(row !== undefined)
  return servers
}

async function memberOf(nodes: readonly Node[]): Promise<Member> {
  const pooled = await Promise.all(nodes.map(({ bouncer }) => networkTo(bouncer.port)))
  const direct = await Promise.all(nodes.map(({ postgres }) => networkTo(postgres.port)))
  const hosts = pooled.map(({ port }) => `127.0.0.1:${port}`).join()
  const database = `postgres://postgres@${hosts}/postgres?target_session_attrs=read-write`
  const replicas = direct.flatMap(({ port }) => ['--replica', `postgres://postgres@127.0.0.1:${port}/postgres`])
  return {
    port: await freePort(),
    networks: [...pooled, ...direct],
    options: ['--database', database, ...replicas],
    server: null,
    program: undefined,
    log: '',
  }
}
