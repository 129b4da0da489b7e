import { afterPrefix } from '#store/keyset.ts'
import type { Reader } from '#store/store.ts'
import { wordingOf } from '../messages/wording.ts'
import type { Gender } from '../site/namespaces.ts'
import type { TextWiki } from '../wiki.ts'
import type { ListedTitle, PageProtection, ShownFile, SiteStatistics } from '../wikitext/host.ts'
import { type CategoryCounts, categoryCounts, gendersOf, membersOf, pagesIn, siteStatistics } from './kept-counts.ts'
import { type LinkState, linkStates } from './known-pages.ts'
import { protectionOf } from './known-protection.ts'
import { languageOfRow } from './page-language.ts'
import { pagesByName } from './pages.ts'
import { findFiles } from './shown-file.ts'

/** Everything that parsing a text read from the wiki, with the results. */
export interface Needs {
  /** Revision ID of each page; 0 when it does not exist. */
  readonly pages: readonly (readonly [ns: number, title: string, revision: number])[]
  /** Page languages, which can change without a new revision. */
  readonly languages: readonly (readonly [ns: number, title: string, code: string])[]
  readonly links: readonly (readonly [ns: number, title: string, state: LinkState])[]
  readonly files: readonly (readonly [name: string, look: string])[]
  readonly categories: readonly (readonly [title: string, counts: CategoryCounts])[]
  readonly groups: readonly (readonly [name: string, members: number])[]
  /** Numbers of pages. */
  readonly namespaces: readonly (readonly [ns: number, pages: number])[]
  readonly protection: readonly (readonly [ns: number, title: string, found: PageProtection])[]
  /** Genders for {{GENDER:}} and for user page titles. */
  readonly people: readonly (readonly [name: string, gender: Gender])[]
  /** Lists of pages by title prefix. */
  readonly beginnings: readonly (readonly [
    ns: number,
    prefix: string,
    hideRedirects: boolean,
    titles: readonly ListedTitle[],
  ])[]
  readonly owners: readonly (readonly [dbkey: string, gender: Gender])[]
  /** Interface messages without a local page. */
  readonly messages: readonly (readonly [language: string, key: string, text: string | null])[]
  readonly statistics: SiteStatistics | null
}

/** Everything a page can show of a file. */
export const lookOf = (file: ShownFile | null, redirect: string | null): string =>
  file === null
    ? `→${redirect ?? ''}`
    : [file.url, file.width, file.height, file.isPicture, file.isDrawing, file.mustBeRendered].join(' ')

export const beginningKey = (ns: number, prefix: string, hideRedirects: boolean): string =>
  `${ns}:${prefix}:${hideRedirects}`

/** Maximum number of pages in a transcluded prefix list. */
const MAX_LISTED = 345

/** Pages of a namespace with a title prefix, by title. */
export async function titlesBeginning(
  db: Reader,
  ns: number,
  prefix: string,
  hideRedirects: boolean,
): Promise<readonly ListedTitle[]> {
  let rows = db.selectFrom('page').where('ns', '=', ns).where('title', '>=', prefix)
  const past = prefix === '' ? null : afterPrefix(prefix)
  if (past !== null) rows = rows.where('title', '<', past)
  if (hideRedirects) rows = rows.where('is_redirect', '=', 0)
  const found = await rows.select(['title', 'is_redirect']).orderBy('title').limit(MAX_LISTED).execute()
  return found.map(row => ({ dbkey: row.title, isRedirect: row.is_redirect === 1 }))
}

/**
 * Whether a text depends on data that changes without a change log entry: counts updated by jobs, and user preferences.
 */
export const changeUnnoticed = ({ categories, groups, people, owners, protection, statistics }: Needs): boolean =>
  categories.length + groups.length + people.length + owners.length + protection.length > 0 || statistics !== null

/** Whether the wiki would give the same results at this time (Unix time in seconds). */
export async function stillAnswered(wiki: TextWiki, needs: Needs, now: number): Promise<boolean> {
  for (const same of [samePages, sameLinks, sameFiles, sameMessages, sameBeginnings, sameNamespaces, sameCounts])
    if (!(await same(wiki, needs, now))) return false
  return true
}

/** The same for what is not in the change log, when the log has no entries since the rest was verified. */
export const stillCounted = (wiki: TextWiki, needs: Needs, now: number): Promise<boolean> =>
  sameCounts(wiki, needs, now)

type Same = (wiki: TextWiki, needs: Needs, now: number) => Promise<boolean>

const samePages: Same = async ({ db, site }, { pages, languages }) => {
  if (pages.length === 0) return true
  const rows = await pagesByName(
    db,
    pages.map(([ns, title]) => ({ ns, title })),
  )
  const revisions = new Map(rows.map(row => [`${row.ns}:${row.title}`, row.latest_rev]))
  const rowOf = new Map(rows.map(row => [`${row.ns}:${row.title}`, row]))
  const languageOf = (ns: number, title: string) => languageOfRow(site, ns, title, rowOf.get(`${ns}:${title}`))
  return (
    pages.every(([ns, title, revision]) => (revisions.get(`${ns}:${title}`) ?? 0) === revision) &&
    languages.every(([ns, title, code]) => languageOf(ns, title) === code)
  )
}

const BATCH = 1000

const sameLinks: Same = async ({ db, messages }, { links }) => {
  for (let start = 0; start < links.length; start += BATCH) {
    const some = links.slice(start, start + BATCH)
    const stateOf = await linkStates(
      db,
      messages,
      some.map(([ns, title]) => ({ ns, title })),
    )
    if (some.some(([ns, title, state]) => stateOf(ns, title) !== state)) return false
  }
  return true
}

const sameFiles: Same = async (wiki, { files }) => {
  if (files.length === 0) return true
  const found = { files: new Map<string, ShownFile | null>(), redirects: new Map<string, string>() }
  await findFiles(
    wiki,
    files.map(([name]) => name),
    found,
  )
  return files.every(
    ([name, look]) => lookOf(found.files.get(name) ?? null, found.redirects.get(name) ?? null) === look,
  )
}

const sameMessages: Same = async (wiki, { messages }) => {
  for (const language of new Set(messages.map(([code]) => code))) {
    const wording = await wordingOf(wiki.messages, language)
    const isOther = ([code, key, text]: Needs['messages'][number]) =>
      code === language && (wording.text(key) ?? null) !== text
    if (messages.some(isOther)) return false
  }
  return true
}

const sameBeginnings: Same = async ({ db }, { beginnings }) => {
  for (const [ns, prefix, hides, titles] of beginnings) {
    const present = await titlesBeginning(db, ns, prefix, hides)
    if (JSON.stringify(present) !== JSON.stringify(titles)) return false
  }
  return true
}

const sameNamespaces: Same = async ({ db }, { namespaces }) => {
  for (const [ns, pages] of namespaces) if ((await pagesIn(db, ns)) !== pages) return false
  return true
}

async function sameProtection({ db }: TextWiki, { protection }: Needs, now: number): Promise<boolean> {
  const names = new Map(protection.map(([ns, title]) => [`${ns}:${title}`, { ns, title }]))
  const present = await protectionOf(db, names, now)
  return protection.every(
    ([ns, title, found]) => JSON.stringify(present.get(`${ns}:${title}`)) === JSON.stringify(found),
  )
}

/** Protection expires, and cascades through links that jobs update. */
const sameCounts: Same = async (wiki, needs, now) => {
  const { categories, groups, people, owners, statistics } = needs
  if (!(await sameProtection(wiki, needs, now))) return false
  const counts = await categoryCounts(
    wiki.db,
    categories.map(([title]) => title),
  )
  const isOther = ([title, { pages, subcategories, files }]: Needs['categories'][number]) => {
    const present = counts.get(title)!
    return present.pages !== pages || present.subcategories !== subcategories || present.files !== files
  }
  if (categories.some(isOther)) return false
  for (const [group, members] of groups) if ((await membersOf(wiki.db, group, now)) !== members) return false
  const genders = await gendersOf(
    wiki.db,
    people.map(([name]) => name),
  )
  if (people.some(([name, gender]) => genders.get(name) !== gender)) return false
  if (owners.some(([dbkey, gender]) => wiki.genders.ofPage(dbkey) !== gender)) return false
  return statistics === null || JSON.stringify(await siteStatistics(wiki.db, now)) === JSON.stringify(statistics)
}
