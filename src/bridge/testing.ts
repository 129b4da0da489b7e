// Test helper: both APIs over one database, with the bridge between them.
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import Fastify from 'fastify'
import type { Store } from '#store/store.ts'
import { temporaryFolder } from '#store/testing.ts'
import { type TestApi, testApi } from '#translation/api/testing.ts'
import { importMessages } from '#wiki/import/messages.ts'
import { runImport } from '#wiki/import/testing.ts'
import { wikiPart } from '#wiki/part.ts'
import { connectImport } from './connect-import.ts'
import { bridgePart } from './part.ts'

export type MessageTexts = Readonly<Record<string, Readonly<Record<string, string>>>>

export interface TestBridge {
  readonly rest: TestApi
  /** Sends an anonymous request to the Action API. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of many shapes
  ask(params: Readonly<Record<string, string>>): Promise<any>
  /** Messages of a language by name, as the wiki shows them. */
  shown(lang: string, names: readonly string[]): Promise<Record<string, string | null>>
  /** Imports message files; names may include a folder. */
  messages(files: MessageTexts): Promise<number>
  /** Imports pages by title from an XML export; each call adds newer revisions. */
  pages(texts: Readonly<Record<string, string>>): Promise<void>
}

export async function testBridge(store: Store): Promise<TestBridge> {
  const rest = await testApi(store, { data: temporaryFolder() })
  const { services } = rest
  await bridgePart.register!(services)
  const app = Fastify()
  await app.register(async scope => wikiPart.routes!(scope, services))
  const context = { clock: services.clock, siteUrl: services.config.siteUrl }
  const { followMessages, translations, refresh } = connectImport(store, context)
  const ask: TestBridge['ask'] = async params => {
    const query = new URLSearchParams({ format: 'json', formatversion: '2', ...params })
    return (await app.inject(`/w/api.php?${query}`)).json()
  }
  let exports = 0
  return {
    rest,
    ask,
    async shown(lang, names) {
      const { query } = await ask({ action: 'query', meta: 'allmessages', amlang: lang, ammessages: names.join('|') })
      const rows = query.allmessages as { name: string; content?: string }[]
      return Object.fromEntries(rows.map(({ name, content }) => [name, content ?? null]))
    },
    messages: files =>
      importMessages(store, { folder: messageFolder(files), clock: services.clock, follow: followMessages }),
    async pages(texts) {
      await runImport(store, { files: [exportOf(texts, ++exports)], translations })
      await refresh()
    },
  }
}

export function messageFolder(files: MessageTexts): string {
  const folder = temporaryFolder()
  for (const [name, texts] of Object.entries(files)) {
    const file = path.join(folder, `${name}.json`)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, JSON.stringify({ '@metadata': { authors: [] }, ...texts }))
  }
  return folder
}

function exportOf(texts: Readonly<Record<string, string>>, number: number): string {
  const pages = Object.entries(texts).map(
    ([title, text], i) =>
      `<page><title>${title}</title><ns>${title.startsWith('MediaWiki:') ? 8 : 0}</ns><id>${i + 1}</id>
<revision><id>${number * 1000 + i}</id><timestamp>2026-01-0${number}T00:00:00Z</timestamp>
<contributor><username>Ada</username><id>1</id></contributor><model>wikitext</model><format>text/x-wiki</format>
<text xml:space="preserve">${text}</text></revision></page>`,
  )
  const site = `<siteinfo><sitename>Tea wiki</sitename><dbname>tea</dbname><base>http://tea.example/wiki/Main_Page</base>
<generator>MediaWiki 1.39</generator><case>first-letter</case><namespaces><namespace key="0" case="first-letter"/>
<namespace key="8" case="first-letter">MediaWiki</namespace></namespaces></siteinfo>`
  const file = path.join(temporaryFolder(), 'export.xml')
  writeFileSync(
    file,
    `<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" version="0.11" xml:lang="en">${site}${pages.join('\n')}</mediawiki>`,
  )
  return file
}
