// Serves the wiki of the recorded responses on its own port, for clients that connect over the network.
import path from 'node:path'
import { after } from 'node:test'
import { hashPassword } from '#accounts/passwords.ts'
import { testConfig, testServices } from '#core/testing.ts'
import { silent } from '#events/progress.ts'
import { buildServer } from '#server/build-server.ts'
import { loadParts } from '#server/parts.ts'
import { type Clock, systemClock } from '#store/clock.ts'
import type { Store } from '#store/store.ts'
import { temporaryFolder, temporaryStore } from '#store/testing.ts'
import { importWiki } from '#wiki/import/import-wiki.ts'
import { wikiSample } from '#wiki/sample/sample.ts'
import { corpus, importCorpus } from '../conformance/import-corpus.ts'
import { freePort } from '../free-port.ts'

export const ADMIN = { name: 'Admin', password: 'Adminpass-12345' } as const

const running: { close(): Promise<unknown> }[] = []
after(async () => {
  for (const app of running) await app.close()
})

export interface WikiServer {
  readonly port: number
  /** `http://127.0.0.1:PORT` */
  readonly url: string
  readonly api: string
}

export async function startWiki(): Promise<WikiServer> {
  const store = await temporaryStore('sqlite')
  const data = temporaryFolder()
  return listen(store, data, await importCorpus(store, data, undefined))
}

/** Content of a wiki with default settings: nothing, the sample, or a dump of a wiki in another language. */
export const UNDESCRIBED = ['nothing', 'the sample', 'a dump'] as const

/** A wiki with default settings and an administrator. */
export async function startUndescribedWiki(content: (typeof UNDESCRIBED)[number]): Promise<WikiServer> {
  const store = await temporaryStore('sqlite')
  const data = temporaryFolder()
  const services = await testServices(store, systemClock, { data })
  if (content === 'the sample') await wikiSample.install(services, 1)
  if (content === 'a dump')
    await importWiki(store, { files: [path.join(corpus, 'scenario.sql.gz')], clock: systemClock }, silent)
  const passwordHash = await hashPassword(ADMIN.password)
  const existing = await services.accounts.byName(store.read, ADMIN.name)
  await store.transaction(async tx => {
    if (existing)
      await tx.updateTable('account').set({ password_hash: passwordHash }).where('id', '=', existing.id).execute()
    else await services.accounts.create(tx, { name: ADMIN.name, passwordHash, groups: ['bot', 'sysop'] })
  })
  return listen(store, data, systemClock)
}

async function listen(store: Store, data: string, clock: Clock): Promise<WikiServer> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const config = { ...testConfig, port, siteUrl: url, data }
  const { app } = await buildServer({ store, clock, config, parts: await loadParts() })
  await app.listen({ port, host: '127.0.0.1' })
  running.push(app)
  return { port, url, api: `${url}/api.php` }
}
