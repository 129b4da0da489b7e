import { randomUUID } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '#events/log.ts'
import { LOG_EVENTS } from '#events/log-events.ts'
import { parseS3Url } from '#net/s3.ts'
import type { Reader, Store } from '#store/store.ts'
import type { Config } from './config.ts'
import type { ConsistencyCheck } from './consistency.ts'

/** Heartbeat interval of a server, and the age at which its entry counts as stale. */
const HEARTBEAT_MS = 60_000
const STALE_SECONDS = 300

/** Kept inside the files directory because servers may share just that directory, through a mount or a link. */
const ID_FILE = '.store-id'

type FileLocation = Pick<Config, 'data' | 'uploadStore'>

/** Identifies a store for uploaded files. Servers with the same id share their files. */
interface FileStoreIdentity {
  readonly id: string
  readonly place: string
}

/** Null if there is no data directory or it is not writable. */
export async function fileStoreIdentity({ data, uploadStore }: FileLocation): Promise<FileStoreIdentity | null> {
  if (uploadStore !== null) {
    const { endpoint, bucket, folder } = parseS3Url(uploadStore)!
    const place = `${endpoint}/${bucket}/${folder}`
    return { id: place, place }
  }
  if (data === '') return null
  const files = path.resolve(data, 'files')
  try {
    return { id: await folderId(files), place: `${files} on ${hostname()}` }
  } catch {
    return null
  }
}

async function folderId(folder: string): Promise<string> {
  const file = path.join(folder, ID_FILE)
  await mkdir(folder, { recursive: true })
  try {
    await writeFile(file, `${randomUUID()}\n`, { flag: 'wx', flush: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  for (let tries = 0; tries < 20; tries++) {
    const id = (await readFile(file, 'utf8')).trim()
    if (id !== '') return id
    // Another server has created the file but not written it yet.
    await sleep(50)
  }
  throw new Error(`${file} is empty.`)
}

const now = (): number => Math.floor(Date.now() / 1000)

/** Records that a server is using this store. */
async function register(store: Store, identity: FileStoreIdentity): Promise<void> {
  const row = { place: identity.place, seen_at: now() }
  await store.transaction(tx =>
    tx
      .insertInto('file_store')
      .values({ id: identity.id, ...row })
      .onConflict(conflict => conflict.column('id').doUpdateSet(row))
      .execute(),
  )
}

const inUse = (db: Reader) =>
  db
    .selectFrom('file_store')
    .select(['id', 'place'])
    .where('seen_at', '>', now() - STALE_SECONDS)
    .orderBy('place')
    .execute()

type Settings = FileLocation & Pick<Config, 'database' | 'readOnly'>

/**
 * Tracks which file stores the servers of one database use. With SQLite there is only one server, so nothing to track.
 */
export class FileStoreRegistry {
  readonly #store: Store
  readonly #config: Settings
  #identity: Promise<FileStoreIdentity | null> | undefined

  constructor(store: Store, config: Settings) {
    this.#store = store
    this.#config = config
  }

  #own(): Promise<FileStoreIdentity | null> {
    this.#identity ??= this.#config.database === null ? Promise.resolve(null) : fileStoreIdentity(this.#config)
    return this.#identity
  }

  /** File stores of other servers that do not share files with this one. */
  async others(): Promise<string[]> {
    const own = await this.#own()
    if (own === null) return []
    return (await inUse(this.#store.read)).filter(({ id }) => id !== own.id).map(({ place }) => place)
  }

  /** Registers this server's store and warns about others that are not in `known`. */
  async announce(log: Log, reported: readonly string[] = []): Promise<string[]> {
    const own = await this.#own()
    if (own === null) return []
    if (this.#config.readOnly === null) await register(this.#store, own)
    const others = await this.others()
    if (others.some(place => !reported.includes(place)))
      log('files.not_shared', { ownFiles: own.place, otherFiles: others })
    return others
  }

  /** Repeats the announcement until stopped. Carries on through database outages. */
  async keepAnnouncing(log: Log): Promise<() => void> {
    let reported = await this.others()
    const timer = setInterval(async () => {
      reported = await this.announce(log, reported).catch(() => reported)
    }, HEARTBEAT_MS)
    timer.unref()
    return () => clearInterval(timer)
  }
}

/** For the log, `/readyz` and `db check`. */
export const FILES_NOT_SHARED = LOG_EVENTS['files.not_shared'].message

export const fileStoresCheck: ConsistencyCheck = {
  name: 'upload stores',
  async run(store) {
    const places = (await inUse(store.read)).map(({ place }) => place)
    return places.length > 1 ? [`${FILES_NOT_SHARED} In use: ${places.join('; ')}`] : []
  },
}
