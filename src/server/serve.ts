import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { type Config, type Launch, UNKNOWN_LAUNCH } from '#core/config.ts'
import { awaitLock } from '#store/lock.ts'
import { newCacheFile } from '#store/new-cache-file.ts'
import { DATABASE_FILE } from '#store/open.ts'
import type { Administrator } from './install-sample.ts'
import { lineLog } from './line-log.ts'
import type { Prepared } from './prepare.ts'
import type { RunningServer } from './run-server.ts'

export interface Serving extends RunningServer {
  readonly config: Config
  /** Set if this start created the administrator. */
  readonly administrator: Administrator | null
  /** Address of the page that sets up the site; null if it has accounts. */
  readonly setupAddress: string | null
  /** Call after printing the administrator's password. Until then, the next start sets and prints a new one. */
  passwordShown(): Promise<void>
}

/** Starts the server: prepares the database, then runs one process or several workers. */
export async function serve(settings: Config, options: { sample?: boolean; launch?: Launch } = {}): Promise<Serving> {
  const config = await withPort(settings)
  const sample = options.sample ?? false
  const launch = options.launch ?? UNKNOWN_LAUNCH
  const run = config.workers === 1 ? runAlone : runMany
  // Another server that starts at the same time must not change the password before this one has printed it.
  const lock = sample ? await awaitLock(lockPlace(config), 'sample-password') : null
  try {
    const { administrator, setupToken, stop } = await run(config, launch, sample)
    const setupAddress = setupToken && `${config.siteUrl}/setup/?token=${setupToken}`
    if (administrator === null) await lock?.release()
    const passwordShown = async () => {
      if (administrator === null) return
      await recordShown(config)
      await lock?.release()
    }
    return { config, administrator, setupAddress, stop, passwordShown }
  } catch (error) {
    await lock?.release()
    throw error
  }
}

const lockPlace = ({ data, database }: Config) => (database === null ? { data } : { database })

async function recordShown(config: Config): Promise<void> {
  const [{ openDatabase }, { notePasswordShown }] = await Promise.all([
    import('./open-database.ts'),
    import('./first-start.ts'),
  ])
  const store = await openDatabase(config)
  await notePasswordShown(store).finally(() => store.close())
}

async function runAlone(config: Config, launch: Launch, sample: boolean) {
  const prepared = await (isNew(config) ? prepareInChild(config, sample) : prepareHere(config, sample))
  const { runServer } = await import('./run-server.ts')
  return { ...prepared, ...(await runServer(config, { launch, cache: { file: cacheFile(config) } })) }
}

const cacheFile = ({ data, cacheMegabytes }: Config): string | null =>
  cacheMegabytes === 0 ? null : newCacheFile(data)

/** Creating a database and the sample leaves memory behind that a server process would keep for long. */
const isNew = ({ data, database }: Config): boolean => database === null && !existsSync(path.join(data, DATABASE_FILE))

async function prepareHere(config: Config, sample: boolean): Promise<Prepared> {
  const { prepare } = await import('./prepare.ts')
  return prepare(config, sample)
}

async function prepareInChild(config: Config, sample: boolean): Promise<Prepared> {
  const { prepareElsewhere } = await import('./prepare-elsewhere.ts')
  const preparing = prepareElsewhere(config, sample)
  // Load the server meanwhile.
  const [prepared] = await Promise.all([preparing, import('./run-server.ts')])
  return prepared
}

/** Workers start immediately and load the program while another process prepares the database. */
async function runMany(config: Config, launch: Launch, sample: boolean) {
  const [{ Workers }, { prepareElsewhere }, { giveBackWhenQuiet }] = await Promise.all([
    import('./workers.ts'),
    import('./prepare-elsewhere.ts'),
    import('./give-back.ts'),
  ])
  const workers = new Workers({ config, launch, cacheFile: cacheFile(config) }, lineLog(config.logLevel))
  try {
    const prepared = await prepareElsewhere(config, sample)
    await workers.go()
    giveBackWhenQuiet(() => 0)
    return { ...prepared, stop: () => workers.stop() }
  } catch (error) {
    await workers.stop()
    throw error
  }
}

/** Resolves port 0 to a free port, because all workers and links need to know it. */
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
