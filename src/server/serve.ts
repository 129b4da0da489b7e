import { createServer } from 'node:net'
import type { Config } from '#accounts/config.ts'
import { createServices } from '#accounts/services.ts'
import { Jobs } from '#events/jobs.ts'
import { noMetrics } from '#events/metrics.ts'
import { type Administrator, installSample, wantsSample } from './first-start.ts'
import { lineLog } from './line-log.ts'
import { openMigrated } from './open-database.ts'
import { loadParts } from './parts.ts'
import { clockOf, type RunningServer } from './run-server.ts'

export interface Serving extends RunningServer {
  readonly config: Config
  /** Present when this start has created the administrator. */
  readonly administrator: Administrator | null
}

/** Starts serving: migrations and first content once, in this process; then one process or many that take requests. */
export async function serve(wanted: Config, options: { sample?: boolean } = {}): Promise<Serving> {
  const config = await withPort(wanted)
  const administrator = await prepare(config, options.sample ?? false)
  const { stop } = config.workers === 1 ? await runAlone(config) : await runMany(config)
  return { config, administrator, stop }
}

async function runAlone(config: Config): Promise<RunningServer> {
  const { runServer } = await import('./run-server.ts')
  return runServer(config)
}

async function runMany(config: Config): Promise<RunningServer> {
  const { runCluster } = await import('./run-cluster.ts')
  return runCluster(config, lineLog(config.logLevel))
}

async function prepare(config: Config, sample: boolean): Promise<Administrator | null> {
  const store = await openMigrated(config)
  try {
    if (!sample || !(await wantsSample(store))) return null
    const clock = clockOf(config)
    const log = lineLog(config.logLevel)
    const services = await createServices({ store, clock, config, log, metrics: noMetrics, jobs: new Jobs(clock) })
    for (const part of await loadParts()) await part.register?.(services)
    return await installSample(services)
  } finally {
    await store.close()
  }
}

/** Port 0 asks for any free one; every worker and every link must know which. */
async function withPort(config: Config): Promise<Config> {
  if (config.port !== 0) return config
  const probe = createServer()
  await new Promise<void>((resolve, reject) => {
    probe.once('error', reject)
    probe.listen(0, config.host, resolve)
  })
  const { port } = probe.address() as { port: number }
  await new Promise(resolve => probe.close(resolve))
  return { ...config, port, siteUrl: config.siteUrl.replace(/:0$/, `:${port}`) }
}
