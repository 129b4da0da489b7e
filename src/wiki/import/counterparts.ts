import { sql } from 'kysely'
import type { Progress } from '#events/progress.ts'
import { statement } from '#store/statement.ts'
import type { Reader, Store } from '#store/store.ts'
import { isLoaded, parseGadgets } from '../content/gadgets.ts'
import { readTexts } from '../content/text-blobs.ts'
import { NS } from '../site/namespaces.ts'
import type { Site } from '../site/site.ts'
import { isSupportedFunction } from '../wikitext/extensions/index.ts'
import { functions } from '../wikitext/functions/registry.ts'
import { MagicWords } from '../wikitext/magic/words.ts'
import { MODULE_MODEL } from '../wikitext/module-documentation.ts'
import { foreignNamespaces, HANDLED_TAGS, OWN_EXTENSIONS, TAGS_OF_EXTENSIONS } from './extension-names.ts'

/** A feature of the imported wiki that Parlance does not support. */
export interface Missing {
  readonly kind:
    | 'content model'
    | 'parser function'
    | 'tag'
    | 'namespace'
    | 'extension'
    | 'gadgets'
    | 'scripts'
    | 'skin'
    | 'log'
  readonly name: string
  /** The extension it belongs to, if known. */
  readonly extension?: string
  /** Number of occurrences of `what`; undefined for extensions and skins that only the site file lists. */
  readonly count?: number
  readonly what?: 'pages' | 'entries' | 'people' | 'gadgets'
}

interface Known {
  /** Log types with messages of their own. */
  readonly logTypes: readonly string[]
}

const MODELS = ['wikitext', 'css', 'sanitized-css', 'javascript', 'json', 'text', MODULE_MODEL]

/** Checks an imported wiki's texts and site file for unsupported features. */
export async function withoutCounterpart(
  store: Store,
  site: Site,
  supported: Known,
  progress: Progress,
): Promise<Missing[]> {
  const db = store.read
  const { tags, calls, gadgets } = await lookOverTexts(db, site, progress)
  return [
    ...(await contentModels(db)),
    ...sorted(calls).map(([name, count]): Missing => {
      return { kind: 'parser function', name, count, what: 'pages' }
    }),
    ...sorted(tags).map(([name, count]): Missing => {
      const extension = TAGS_OF_EXTENSIONS.get(name)
      return { kind: 'tag', name, ...(extension && { extension }), count, what: 'pages' }
    }),
    ...(await namespaces(db, site)),
    ...entriesOf(site.info.extensions)
      .filter(({ type, name }) => type !== 'skin' && typeof name === 'string' && !OWN_EXTENSIONS.has(name))
      .map(({ name }): Missing => ({ kind: 'extension', name: String(name) })),
    ...(gadgets > 0
      ? [{ kind: 'gadgets', name: 'MediaWiki:Gadgets-definition', count: gadgets, what: 'gadgets' } as const]
      : []),
    ...(await scripts(db)),
    ...(await skins(db, site)),
    ...(await logs(db, supported)),
  ]
}

const sorted = (counts: ReadonlyMap<string, number>): [string, number][] =>
  [...counts].sort(([one, few], [other, many]) => many - few || (one < other ? -1 : 1))

const TEXTS = statement(db =>
  db
    .selectFrom('page')
    .innerJoin('slot', 'slot.revision_id', 'page.latest_rev')
    .innerJoin('content', 'content.id', 'slot.content_id')
    .where('slot.role', '=', 'main')
    .where('content.model', '=', 'wikitext')
    .select(['page.id', 'page.ns', 'page.title', 'content.blob_id']),
)

const PAGES_AT_A_TIME = 200

async function lookOverTexts(db: Reader, site: Site, progress: Progress) {
  const words = new MagicWords(site)
  const named = site.info.extensiontags.map(tag => tag.replace(/[<>]/g, '').toLowerCase())
  const foreign = new Set([...named, ...TAGS_OF_EXTENSIONS.keys()].filter(tag => !HANDLED_TAGS.has(tag)))
  const tags = new Map<string, number>()
  const calls = new Map<string, number>()
  let [last, done, gadgets] = [0, 0, 0]
  for (;;) {
    const order = [{ column: 'page.id', direction: 'asc' }] as const
    const rows = await TEXTS.where('page.id', '>', last).all(db, { order, limit: PAGES_AT_A_TIME })
    if (rows.length === 0) return { tags, calls, gadgets }
    const texts = await readTexts(
      { db },
      rows.flatMap(({ blob_id }) => blob_id ?? []),
    )
    for (const { blob_id, ns, title } of rows) {
      const text = blob_id === null ? undefined : texts.get(blob_id)?.toString()
      if (text === undefined) continue
      for (const tag of tagsIn(text, foreign)) tags.set(tag, (tags.get(tag) ?? 0) + 1)
      for (const call of callsIn(text, words)) calls.set(call, (calls.get(call) ?? 0) + 1)
      if (ns === NS.mediawiki && title === 'Gadgets-definition')
        gadgets = parseGadgets(text).filter(gadget => !isLoaded(gadget)).length
    }
    last = rows.at(-1)!.id
    done += rows.length
    progress.report({ task: 'looking for unsupported features', done, total: undefined, unit: 'pages' })
  }
}

/** Quoted markup is not executed. */
const QUOTED = /<!--[\s\S]*?-->|<(nowiki|pre|syntaxhighlight|source)\b[^>]*>[\s\S]*?<\/\1\s*>/gi

function tagsIn(text: string, foreign: ReadonlySet<string>): Set<string> {
  const found = new Set<string>()
  if (!text.includes('<')) return found
  const plain = text.replace(QUOTED, (_, tag?: string) => (tag && foreign.has(tag.toLowerCase()) ? `<${tag}>` : ''))
  for (const [, name] of plain.matchAll(/<([a-z][a-z0-9-]*)(?=[\s/>])/gi)) {
    const tag = name!.toLowerCase()
    if (foreign.has(tag)) found.add(tag)
  }
  return found
}

function callsIn(text: string, words: MagicWords): Set<string> {
  const found = new Set<string>()
  if (!text.includes('{{')) return found
  for (const [, name] of text.replace(QUOTED, '').matchAll(/\{\{\s*(#[^\s:{}|<>[\]]{1,60}):/g)) {
    const id = words.function(name!)
    // Modules are not in the list, because they use it themselves.
    if (id === undefined || !(id === 'invoke' || functions.has(id) || isSupportedFunction(id)))
      found.add(name!.toLowerCase())
  }
  return found
}

async function contentModels(db: Reader): Promise<Missing[]> {
  const rows = await db
    .selectFrom('page')
    .where('content_model', 'is not', null)
    .where('content_model', 'not in', MODELS)
    .groupBy('content_model')
    .orderBy('content_model')
    .select(of => ['content_model', of.fn.countAll().as('count')])
    .execute()
  return rows.map(row => ({ kind: 'content model', name: row.content_model!, count: Number(row.count), what: 'pages' }))
}

async function namespaces(db: Reader, site: Site): Promise<Missing[]> {
  const rows = await db
    .selectFrom('page')
    .groupBy('ns')
    .orderBy('ns')
    .select(of => ['ns', of.fn.countAll().as('count')])
    .execute()
  return rows.flatMap(({ ns, count }): Missing[] => {
    const extension = foreignNamespaces.get(ns)
    if (site.namespaces.has(ns) && extension === undefined) return []
    const name = site.namespaces.has(ns) ? site.namespaces.nameOf(ns) : String(ns)
    return [{ kind: 'namespace', name, ...(extension && { extension }), count: Number(count), what: 'pages' }]
  })
}

async function scripts(db: Reader): Promise<Missing[]> {
  const rows = await db
    .selectFrom('page')
    .where('ns', 'in', [NS.user, NS.mediawiki])
    .where('content_model', '=', 'javascript')
    .groupBy('ns')
    .orderBy('ns', 'desc')
    .select(of => ['ns', of.fn.countAll().as('count')])
    .execute()
  return rows.map(({ ns, count }) => ({
    kind: 'scripts',
    name: ns === NS.user ? 'of people' : 'of the site',
    count: Number(count),
    what: 'pages',
  }))
}

const entriesOf = (list: unknown): Record<string, unknown>[] =>
  Array.isArray(list) ? list.filter(entry => typeof entry === 'object' && entry !== null) : []

/** Skins listed in the site file or selected by users. */
async function skins(db: Reader, site: Site): Promise<Missing[]> {
  const rows = await db
    .selectFrom('account_option')
    .where('name', '=', 'skin')
    .where('value', '<>', '')
    .groupBy('value')
    .select(of => ['value', of.fn.countAll().as('count')])
    .execute()
  const chosen = new Map(rows.map(({ value, count }) => [String(value), Number(count)]))
  const usable = entriesOf(site.info.skins).filter(({ code, unusable }) => typeof code === 'string' && !unusable)
  const listed = usable.map(({ code, name }): Missing => {
    const count = chosen.get(String(code))
    chosen.delete(String(code))
    return { kind: 'skin', name: String(name ?? code), ...(count !== undefined && { count, what: 'people' }) }
  })
  return [...listed, ...[...chosen].map(([name, count]): Missing => ({ kind: 'skin', name, count, what: 'people' }))]
}

async function logs(db: Reader, { logTypes }: Known): Promise<Missing[]> {
  const { rows } = await sql<{ type: string; count: number }>`
    select type, count(*) as count from log group by type order by type`.execute(db)
  return rows
    .filter(({ type }) => !logTypes.includes(type))
    .map(({ type, count }) => ({ kind: 'log', name: type, count: Number(count), what: 'entries' }))
}
