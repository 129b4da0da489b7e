import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { type Config, type Launch, UNKNOWN_LAUNCH } from '#core/config.ts'
import { awaitLock } from '#store/lock.ts'
import { DATABASE_FILE } from '#store/open.ts'
import type { Administrator } from './install-sample.ts'
import { lineLog } from './line-log.ts'
import type { RunningServer } from './run-server.ts'

export interface Serving extends RunningServer {
  readonly config: Config
  /** Present when this start has created the administrator. */
  readonly administrator: Administrator | null
  /** To be called once the administrator's password is printed: until then, the next start sets and shows another. */
  passwordShown(): Promise<void>
}

/** Starts serving: migrations and first content once; then one process or many that take requests. */
export async function serve(wanted: Config, options: { sample?: boolean; launch?: Launch } = {}): Promise<Serving> {
  const config = await withPort(wanted)
  const sample = options.sample ?? false
  const launch = options.launch ?? UNKNOWN_LAUNCH
  const run = config.workers === 1 ? runAlone : runMany
  // Another server that starts at the same time must not set a new password before this one has shown its own.
  const lock = sample ? await awaitLock(lockPlace(config), 'sample-password') : null
  try {
    const { administrator, stop } = await run(config, launch, sample)
    if (administrator === null) await lock?.release()
    const passwordShown = async () => {
      if (administrator === null) return
      await noteShown(config)
      await lock?.release()
    }
    return { config, administrator, stop, passwordShown }
  } catch (error) {
    await lock?.release()
    throw error
  }
}

const lockPlace = ({ data, database }: Config) => (database === null ? { data } : { database })

async function noteShown(config: Config): Promise<void> {
  const [{ openDatabase }, { notePasswordShown }] = await Promise.all([
    import('./open-database.ts'),
    import('./first-start.ts'),
  ])
  const store = await openDatabase(config)
  await notePasswordShown(store).finally(() => store.close())
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
