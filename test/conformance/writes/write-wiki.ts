// The initial wiki of the recordings, on its own port.
import { execFileSync } from 'node:child_process'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { testConfig } from '#core/testing.ts'
import { silent } from '#events/progress.ts'
import { buildServer } from '#server/build-server.ts'
import { loadParts } from '#server/parts.ts'
import { type Clock, systemClock } from '#store/clock.ts'
import { openSqlite } from '#store/sqlite/open.ts'
import type { Engine, Store } from '#store/store.ts'
import { temporaryFolder, temporaryStore } from '#store/testing.ts'
import { makeSqliteTemplate } from '#store/testing-template.ts'
import { checkCounters } from '#wiki/content/check-counters.ts'
import { FolderStore } from '#wiki/file-store.ts'
import { importWiki } from '#wiki/import/import-wiki.ts'
import { loadSite } from '#wiki/open-wiki.ts'
import { freePort } from '../../free-port.ts'
import { shared } from '../corpus-wiki.ts'
import { sharedWrites } from './scenarios.ts'

export interface WriteWiki {
  readonly url: string
  /** Problems found by `parlance db check`. */
  faults(): Promise<readonly string[]>
  close(): Promise<void>
}

let messages: string | null = null
function messagesFolder(): string {
  if (messages === null) {
    const folder = temporaryFolder()
    execFileSync('tar', ['xzf', path.join(shared, 'data', 'mediawiki-messages.tar.gz'), '-C', folder])
    messages = path.join(folder, 'messages')
  }
  return messages
}

/** Sets the database name of the recorder, which affects the sizes of diffs. */
function siteFile(seed: string, folder: string): string {
  const info = JSON.parse(readFileSync(seed, 'utf8')) as { query?: { general: object }; general?: object }
  Object.assign(info.query?.general ?? info.general!, { wikiid: 'writeswiki' })
  const file = path.join(folder, 'site.json')
  writeFileSync(file, JSON.stringify(info))
  return file
}

async function importSeed(store: Store, data: string): Promise<void> {
  const seed = path.join(sharedWrites, 'seed')
  await importWiki(
    store,
    {
      files: [path.join(seed, 'wiki.sql.gz')],
      site: siteFile(path.join(seed, 'site.json'), data),
      images: path.join(seed, 'images.tar.gz'),
      fileStore: new FolderStore(path.join(data, 'files')),
      messages: messagesFolder(),
      clock: systemClock,
    },
    silent,
  )
}

/** Imported once for SQLite, and copied for each recording. */
let imported: Promise<string> | undefined
async function importedOnce(): Promise<string> {
  const data = temporaryFolder()
  const store = openSqlite(await makeSqliteTemplate(data))
  await importSeed(store, data).finally(() => store.close())
  return data
}

async function seeded(engine: Engine, data: string): Promise<Store> {
  if (engine === 'sqlite') {
    imported ??= importedOnce()
    cpSync(path.join(await imported, 'files'), path.join(data, 'files'), { recursive: true })
    return temporaryStore(engine, { template: path.join(await imported, 'template.db') })
  }
  const store = await temporaryStore(engine)
  await importSeed(store, data)
  return store
}

/** A clock that starts with the recordings. The feed of a watchlist reaches back to edits of the initial wiki. */
export function recordedClock(): Clock {
  const ahead = Date.now() - Date.parse('2026-11-16T12:00:00Z')
  return { now: () => Date.now() - ahead }
}

export async function startWriteWiki(engine: Engine, clock: Clock = systemClock): Promise<WriteWiki> {
  const data = temporaryFolder()
  const store = await seeded(engine, data)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const config = { ...testConfig, port, siteUrl: url, data, loginThrottle: [] }
  const { app } = await buildServer({ store, clock, config, parts: await loadParts() })
  await app.listen({ port, host: '127.0.0.1' })
  return {
    url,
    close: () => app.close(),
    faults: async () => (await checkCounters(store.read, await loadSite(store.read, ''), clock.now() / 1000)).faults,
  }
}
