// A site with strings and pages to write, and an account for each writer.
import { regenerateApiKey } from '#accounts/api-keys.ts'
import { issueToken } from '#accounts/tokens.ts'
import { startServer } from '#cli/testing-process.ts'
import { testConfig } from '#core/testing.ts'
import { buildServer } from '#server/build-server.ts'
import { loadParts } from '#server/parts.ts'
import { systemClock } from '#store/clock.ts'
import { migrate } from '#store/migrate.ts'
import { openStore } from '#store/open.ts'
import { untilIdle } from '../../until-idle.ts'
import type { Write } from './load.ts'

const LANGUAGES = ['cs', 'da', 'de', 'el', 'es', 'fi', 'fr', 'hu', 'it', 'ja', 'nl', 'pl', 'pt', 'ru', 'sv', 'uk']
const STRINGS = 300
const PAGES_OF_ONE = 8

interface Writer {
  readonly headers: Readonly<Record<string, string>>
  readonly token: string
}

export interface OurSite {
  readonly url: string
  readonly pid: number
  string(writer: number, turn: number): Write
  edit(writer: number, turn: number): Write
  stop(): Promise<void>
}

/** Serves a new site. `program` is another build to run. */
export async function openSite(
  data: string,
  database: string | null,
  writers: number,
  workers: number,
  program?: string,
): Promise<OurSite> {
  const accounts = await makeAccounts(data, database, writers)
  const where = ['--data', data, ...(database === null ? [] : ['--database', database])]
  const server = await startServer(['--workers', String(workers), ...where], {
    env: { PARLANCE_LOGIN_THROTTLE: 'none' },
    ...(program && { program }),
  })
  const units = await makeStrings(server.url, accounts[0]!)
  const store = await openStore(database === null ? { data } : { database })
  await untilIdle(store)
  await store.close()
  // Every text is new: the same text again would be a null edit or a revert.
  let texts = 0
  return {
    url: server.url,
    pid: server.child.pid!,
    string: (writer, turn) => {
      const { headers } = accounts[writer]!
      // Different writers write different strings, as people do.
      const unit = units[(writer * 37 + turn * writers) % units.length]!
      const body = JSON.stringify({ target: [`Text ${++texts} of ${unit}`], state: 20 })
      const json = { ...headers, 'content-type': 'application/json' }
      return { method: 'PATCH', path: `/api/units/${unit}/`, headers: json, body }
    },
    edit: (writer, turn) => {
      const { headers, token } = accounts[writer]!
      // Nobody edits the pages of others, because that would measure edit conflicts.
      const title = `Bench ${writer} ${turn % PAGES_OF_ONE}`
      const text = `The text of [[${title}]], text ${++texts} of writer ${writer}. [[Category:Bench]]\n`.repeat(10)
      const fields = { action: 'edit', format: 'json', title, text, summary: `Turn ${turn}`, token }
      const form = { ...headers, 'content-type': 'application/x-www-form-urlencoded' }
      return { method: 'POST', path: '/w/api.php', headers: form, body: String(new URLSearchParams(fields)) }
    },
    stop: async () => {
      server.child.kill('SIGTERM')
      await server.ended
    },
  }
}

async function makeAccounts(data: string, database: string | null, count: number): Promise<Writer[]> {
  const store = await openStore(database === null ? { data } : { database })
  await migrate(store)
  const config = { ...testConfig, data }
  const { app, services } = await buildServer({ store, clock: systemClock, config, parts: await loadParts() })
  const writers: Writer[] = []
  for (let i = 0; i < count; i++) {
    const account = await services.accounts.register({ name: `Writer ${i}`, groups: ['sysop'], isSuperuser: true })
    const key = await store.transaction(tx => regenerateApiKey(tx, account.id, systemClock))
    const headers = { authorization: `Token ${key}` }
    const caller = await services.callers.identify({ ip: '127.0.0.1', headers })
    writers.push({ headers, token: issueToken(caller, 'csrf', systemClock) })
  }
  await app.close()
  await store.close()
  return writers
}

/** One component in several languages; returns the ids of its strings. */
async function makeStrings(url: string, { headers }: Writer): Promise<number[]> {
  const send = async (path: string, body: FormData | null): Promise<{ id: number }[]> => {
    const response = await fetch(new URL(path, url), body ? { method: 'POST', headers, body } : { headers })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return ((await response.json()) as { results?: { id: number }[] }).results ?? []
  }
  const form = (fields: Readonly<Record<string, string | File>>) => {
    const data = new FormData()
    for (const [name, value] of Object.entries(fields)) data.set(name, value)
    return data
  }
  const head = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'
  const entries = Array.from({ length: STRINGS }, (_, i) => `\nmsgid "Source text number ${i}"\nmsgstr ""\n`)
  const docfile = new File([head, ...entries], 'messages.pot')
  await send('/api/projects/', form({ name: 'Bench', slug: 'bench', web: 'https://example.org/' }))
  const settings = { name: 'App', slug: 'app', file_format: 'po', filemask: 'po/*.po', new_lang: 'add', docfile }
  await send('/api/projects/bench/components/', form(settings))
  const ids: number[] = []
  for (const code of LANGUAGES) {
    await send('/api/components/bench/app/translations/', form({ language_code: code }))
    const units = await send(`/api/translations/bench/app/${code}/units/?page_size=1000`, null)
    ids.push(...units.map(({ id }) => id))
  }
  return ids
}
