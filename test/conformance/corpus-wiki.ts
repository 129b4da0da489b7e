// The wiki of the recorded responses: imported from its dump, queried in process as any of its accounts.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Caller } from '#accounts/caller.ts'
import type { Config } from '#core/config.ts'
import { testServices } from '#core/testing.ts'
import type { Engine, Store } from '#store/store.ts'
import { temporaryFolder, temporaryStore } from '#store/testing.ts'
import { actionApi } from '#wiki/actions/index.ts'
import { openWiki } from '#wiki/open-wiki.ts'
import type { Wiki } from '#wiki/wiki.ts'
import { corpus, importCorpus } from './import-corpus.ts'
import type { Query, Recorded } from './normalise.ts'
import { readLines } from './recorded-queries.ts'

export const shared = process.env.PARLANCE_SHARED ?? path.join(import.meta.dirname, '..', '..', '..', 'shared')

/** The URL of the recording. Ours must have the same length. */
export const SITE_URL = 'http://127.0.0.1:8081'

/**
 * The recorded responses. Those with texts of MediaWiki are not part of this repository and come from `shared`, if
 * present.
 */
export function answers(): { recorded: Map<string, Recorded>; withTexts: boolean } {
  const own = readLines<Recorded>(path.join(corpus, 'answers.jsonl.gz'))
  const all = path.join(shared, 'corpus', 'goldens.jsonl.gz')
  const withTexts = existsSync(all) && existsSync(messagesArchive())
  const more = readLines<Recorded>(path.join(corpus, 'more-answers.jsonl.gz'))
  const rows = [...(withTexts ? readLines<Recorded>(all) : own), ...more]
  return { recorded: new Map(rows.map(row => [row.id, row])), withTexts }
}

const messagesArchive = (): string => path.join(shared, 'data', 'mediawiki-messages.tar.gz')

export interface CorpusWiki {
  readonly wiki: Wiki
  ask(query: Query): Promise<Recorded>
}

/** `watched` may wrap the filled database, to observe queries. */
export async function corpusWiki(
  engine: Engine,
  messages: string | undefined,
  watched: (store: Store) => Store = store => store,
): Promise<CorpusWiki> {
  const store = await temporaryStore(engine)
  const data = temporaryFolder()
  const clock = await importCorpus(store, data, messages)
  const opened = watched(store)
  const open = async (variant: string) => {
    const config = { data, siteUrl: SITE_URL, ...VARIANTS[variant] }
    return withCallers(await openWiki(await testServices(opened, clock, config)))
  }
  const plain = await open('')
  const variants = new Map([['', Promise.resolve(plain)]])
  const variantOf = (query: Query): Promise<AskedWiki> => {
    const name = query.headers?.[VARIANT_HEADER] ?? ''
    const wiki = variants.get(name) ?? open(name)
    variants.set(name, wiki)
    return wiki
  }
  return { wiki: plain.wiki, ask: async query => (await variantOf(query)).ask(query) }
}

/** With this header, the recording server used other settings. */
const VARIANT_HEADER = 'X-Corpus-Variant'
const VARIANTS: Readonly<Record<string, Partial<Config>>> = {
  private: { wikiAccess: 'private' },
  readonly: { readOnly: 'Corpus: read-only variant' },
  miser: { miserMode: 'on' },
}

type AskedWiki = Pick<CorpusWiki, 'wiki' | 'ask'>

/** Each account logs in once, with its first request. */
function withCallers(wiki: Wiki): AskedWiki {
  const site = JSON.parse(readFileSync(path.join(corpus, 'scenario-site.json'), 'utf8'))
  const callers = new Map<string, Promise<Caller>>()
  const callerOf = (name: string): Promise<Caller> => {
    const caller = callers.get(name) ?? logIn(wiki, site.logins[name])
    callers.set(name, caller)
    return caller
  }
  return { wiki, ask: async query => ask(wiki, query, await callerOf(query.as ?? 'anon')) }
}

async function logIn(wiki: Wiki, accountName: string | undefined): Promise<Caller> {
  const { callers, accounts } = wiki.services
  const visitor = await callers.identify({ ip: '127.0.0.1', headers: {} })
  if (accountName === undefined) return visitor
  const account = await accounts.byName(wiki.db, accountName)
  if (!account) throw new Error(`The corpus has no account ${accountName}.`)
  return callers.logIn(visitor, account)
}

async function ask(wiki: Wiki, query: Query, caller: Caller): Promise<Recorded> {
  const params = new Map(Object.entries(query.params).map(([name, value]) => [name, String(value)]))
  const posted = query.method === 'POST'
  const request = {
    method: posted ? ('POST' as const) : ('GET' as const),
    params,
    inUrl: new Set(posted ? [] : params.keys()),
    files: new Map(),
    ip: '127.0.0.1',
    header: (name: string) =>
      query.headers?.[name] ?? (name === 'Content-Type' ? 'application/x-www-form-urlencoded' : undefined),
  }
  const { headers, body } = await actionApi(wiki, request, caller)
  return {
    id: query.id,
    status: 200,
    headers: headers as Record<string, string>,
    body: readBody(String(body)),
  }
}

function readBody(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return { _text: body }
  }
}
