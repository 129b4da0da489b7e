import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { type Config, type Launch, UNKNOWN_LAUNCH } from '#accounts/config.ts'
import { DATABASE_FILE } from '#store/open.ts'
import type { Administrator } from './install-sample.ts'
import { lineLog } from './line-log.ts'
import type { RunningServer } from './run-server.ts'

export interface Serving extends RunningServer {
  readonly config: Config
  /** Present when this start has created the administrator. */
  readonly administrator: Administrator | null
}

/** Starts serving: migrations and first content once; then one process or many that take requests. */
export async function serve(wanted: Config, options: { sample?: boolean; launch?: Launch } = {}): Promise<Serving> {
  const config = await withPort(wanted)
  const sample = options.sample ?? false
  const launch = options.launch ?? UNKNOWN_LAUNCH
  const run = config.workers === 1 ? runAlone : runMany
  const { administrator, stop } = await run(config, launch, sample)
  return { config, administrator, stop }
}

async function runAlone(config: Config, launch: Launch, sample: boolean) {
  const administrator = await (isNew(config) ? prepareApart(config, sample) : prepareHere(config, sample))
  const { runServer } = await import('./run-server.ts')
  return { administrator, ...(await runServer(config, { launch })) }
}

/** A database is not there yet. Making it, and the sample, leaves behind what a process that serves would keep for long. */
const isNew = ({ data, database }: Config): boolean => database === null && !existsSync(path.join(data, DATABASE_FILE))

async function prepareHere(config: Config, sample: boolean): Promise<Administrator | null> {
  const { prepare } = await import('./prepare.ts')
  return prepare(config, sample)
}

async function prepareApart(config: Config, sample: boolean): Promise<Administrator | null> {
  const { prepareElsewhere } = await import('./prepare-elsewhere.ts')
  const prepared = prepareElsewhere(config, sample)
  // The program is loaded meanwhile.
  const [administrator] = await Promise.all([prepared, import('./run-server.ts')])
  return administrator
}

/** Workers start at once and load the program while another process migrates; then they are told to go. */
async function runMany(config: Config, launch: Launch, sample: boolean) {
  const [{ Workers }, { prepareElsewhere }, { giveBackWhenQuiet }] = await Promise.all([
    import('./workers.ts'),
    import('./prepare-elsewhere.ts'),
    import('./give-back.ts'),
  ])
  const workers = new Workers(config, launch, lineLog(config.logLevel))
  try {
    const administrator = await prepareElsewhere(config, sample)
    await workers.go()
    giveBackWhenQuiet(() => 0)
    return { administrator, stop: () => workers.stop() }
  } catch (error) {
    await workers.stop()
    throw error
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
