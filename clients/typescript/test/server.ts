// A test site on its own port: the wiki sample, a small catalogue, an administrator.
import { after } from 'node:test'
import { regenerateApiKey } from '../../../src/accounts/api-keys.ts'
import { createBotPassword } from '../../../src/accounts/bot-passwords.ts'
import { hashPassword } from '../../../src/accounts/passwords.ts'
import { testConfig, testServices } from '../../../src/core/testing.ts'
import { buildServer } from '../../../src/server/build-server.ts'
import { loadParts } from '../../../src/server/parts.ts'
import { systemClock } from '../../../src/store/clock.ts'
import type { Store } from '../../../src/store/store.ts'
import { temporaryFolder, temporaryStore } from '../../../src/store/testing.ts'
import { testCatalogue } from '../../../src/translation/catalogue/testing.ts'
import { wikiSample } from '../../../src/wiki/sample/sample.ts'
import { freePort } from '../../../test/free-port.ts'

const running: { close(): Promise<unknown> }[] = []
after(async () => {
  for (const app of running) await app.close()
})

export interface Site {
  /** `http://127.0.0.1:PORT` */
  readonly url: string
  readonly api: string
  readonly name: string
  readonly password: string
  readonly botName: string
  readonly botPassword: string
  readonly key: string
}

export async function startSite(openStore: () => Promise<Store> = () => temporaryStore('sqlite')): Promise<Site> {
  const store = await openStore()
  const data = temporaryFolder()
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const config = { ...testConfig, port, siteUrl: url, data }
  const services = await testServices(store, systemClock, { data, siteUrl: url })
  await wikiSample.install(services, 1)
  const password = 'Adminpass-12345'
  const passwordHash = await hashPassword(password)
  const { key, bot } = await store.transaction(async tx => {
    const who = { name: 'Harbourmaster', passwordHash, isSuperuser: true, groups: ['bot', 'sysop'] }
    const account = await services.accounts.create(tx, who)
    const made = await createBotPassword(tx, account.id, 'tool', ['basic', 'editpage', 'createeditmovepage'])
    return { key: await regenerateApiKey(tx, account.id, systemClock), bot: made }
  })
  await testCatalogue({ store, clock: systemClock })
  const { app } = await buildServer({ store, clock: systemClock, config, parts: await loadParts() })
  await app.listen({ port, host: '127.0.0.1' })
  running.push(app)
  const botName = 'Harbourmaster@tool'
  return { url, api: `${url}/w/api.php`, name: 'Harbourmaster', password, botName, botPassword: bot, key }
}

/** Optional: the api.php of a MediaWiki to compare with, and its administrator. */
export const MEDIAWIKI = process.env.PARLANCE_TEST_MEDIAWIKI
export const NO_MEDIAWIKI = MEDIAWIKI ? false : 'PARLANCE_TEST_MEDIAWIKI does not name the api.php of a MediaWiki'
export const MEDIAWIKI_ADMIN = { name: 'Admin', password: 'Adminpass-12345' }
