import { optionsOf, setOptions } from '#accounts/options.ts'
import type { NewsChoices } from '#core/news-source.ts'
import type { Reader, Writer } from '#store/store.ts'
import { defaultOf } from '../content/preferences.ts'
import type { Site } from '../site/site.ts'

const NEVER = 0
const AT_ONCE = 1
/** Digests that can be chosen: daily, weekly. */
const DIGESTS = [2, 3]

/** In the order in which they go before each other: of one change everybody is told once. */
export const WIKI_KINDS = [
  { name: 'WikiTalkPageNotification', label: 'New message on your talk page' },
  { name: 'WikiMentionNotification', label: 'You were mentioned on a page' },
  { name: 'WikiWatchedPageNotification', label: 'Change to a watched page' },
] as const

export type WikiKind = (typeof WIKI_KINDS)[number]['name']

/**
 * Where the choices are kept, among the options of an account. Whether mail comes is MediaWiki's preference, where it has
 * one, so that `action=options` and this never differ; how often is ours beside it.
 */
const OPTIONS: Readonly<Record<WikiKind, { readonly preference: string | null; readonly frequency: string }>> = {
  WikiTalkPageNotification: { preference: 'enotifusertalkpages', frequency: 'parlance-mail-talk' },
  WikiMentionNotification: { preference: null, frequency: 'parlance-mail-mention' },
  WikiWatchedPageNotification: { preference: 'enotifwatchlistpages', frequency: 'parlance-mail-watched' },
}
const MINOR_EDITS = 'enotifminoredits'

/** What MediaWiki sets where the site says nothing. */
const USUAL: Readonly<Record<string, string>> = { enotifusertalkpages: '1', enotifwatchlistpages: '1' }

const NAMES = [MINOR_EDITS, ...Object.values(OPTIONS).flatMap(each => [each.preference ?? [], each.frequency].flat())]

type Options = ReadonlyMap<string, string | null>

function isOn(site: Site, options: Options, name: string): boolean {
  const value = options.get(name) ?? defaultOf(site, name) ?? USUAL[name] ?? ''
  return value !== '' && value !== '0' && value !== false && value !== 0
}

function frequencyOf(site: Site, options: Options, kind: WikiKind): number {
  const { preference, frequency } = OPTIONS[kind]
  if (preference !== null && !isOn(site, options, preference)) return NEVER
  const own = Number(options.get(frequency) ?? AT_ONCE)
  return DIGESTS.includes(own) || (own === NEVER && preference === null) ? own : AT_ONCE
}

const choicesIn = (site: Site, options: Options): NewsChoices => ({
  frequencies: Object.fromEntries(WIKI_KINDS.map(({ name }) => [name, frequencyOf(site, options, name)])),
  minorEdits: isOn(site, options, MINOR_EDITS),
})

export const choicesOf = async (db: Reader, site: Site, account: number): Promise<NewsChoices> =>
  choicesIn(site, await optionsOf(db, account))

const ACCOUNTS_AT_ONCE = 1000

/** What many people have chosen. */
export async function choicesOfAll(
  db: Reader,
  site: Site,
  accounts: readonly number[],
): Promise<Map<number, NewsChoices>> {
  const found = new Map<number, Map<string, string | null>>(accounts.map(id => [id, new Map()]))
  for (let i = 0; i < accounts.length; i += ACCOUNTS_AT_ONCE) {
    const rows = await db
      .selectFrom('account_option')
      .select(['account_id', 'name', 'value'])
      .where('account_id', 'in', accounts.slice(i, i + ACCOUNTS_AT_ONCE))
      .where('name', 'in', NAMES)
      .execute()
    for (const { account_id, name, value } of rows) found.get(account_id)!.set(name, value)
  }
  return new Map([...found].map(([id, options]) => [id, choicesIn(site, options)]))
}

/** Writes down what somebody chose; what is as the site has it needs no row. */
export async function choose(tx: Writer, site: Site, account: number, wish: Partial<NewsChoices>): Promise<void> {
  const nothing: Options = new Map()
  const changes: [string, string | null][] = []
  const set = (name: string, on: boolean) =>
    changes.push([name, on === isOn(site, nothing, name) ? null : on ? '1' : '0'])
  for (const [kind, frequency] of Object.entries(wish.frequencies ?? {})) {
    const { preference, frequency: often } = OPTIONS[kind as WikiKind]
    if (preference !== null) set(preference, frequency !== NEVER)
    const isKept = DIGESTS.includes(frequency) || (frequency === NEVER && preference === null)
    // Who turns mail off keeps how often they want it, should MediaWiki's preference turn it on again.
    if (frequency !== NEVER || preference === null) changes.push([often, isKept ? String(frequency) : null])
  }
  if (wish.minorEdits !== undefined) set(MINOR_EDITS, wish.minorEdits)
  await setOptions(tx, account, changes)
}
