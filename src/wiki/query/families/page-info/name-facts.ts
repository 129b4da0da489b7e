import { padded } from '#store/keyset.ts'
import type { Entry } from '../../../api/query/page-set.ts'
import type { QueryRun } from '../../../api/query/query-run.ts'
import type { Members, ResultOf } from '../../../api/result/kinds.ts'
import { pagesByName } from '../../../content/pages.ts'
import { isTalk } from '../../../site/namespaces.ts'
import { prefixedText, subjectPageOf, talkPageOf } from '../../../site/title-format.ts'
import { canonicalUrl, fullUrl } from '../../../site/urls.ts'
import { displayTitleHtml } from '../../../wikitext/display-title.ts'

/** Members to add to a page. */
export type Facts<M extends Members> = (entry: Entry) => ResultOf<M>

const associatedMembers = { 'talkid?': 'integer', 'subjectid?': 'integer' } as const satisfies Members
const addressMembers = {
  'fullurl?': 'string',
  'editurl?': 'string',
  'canonicalurl?': 'string',
} as const satisfies Members
const displayTitleMembers = { 'displaytitle?': 'string' } as const satisfies Members
const variantMembers = { 'varianttitles?': { '*': 'string' } } as const satisfies Members

export const nameMembers = {
  ...associatedMembers,
  ...addressMembers,
  ...displayTitleMembers,
  ...variantMembers,
} as const satisfies Members

/** The associated page of each: the talk page of a subject page, or the reverse. */
export async function associatedPageFacts(
  q: QueryRun,
  entries: readonly Entry[],
  wanted: { readonly talk: boolean; readonly subject: boolean },
): Promise<Facts<typeof associatedMembers>> {
  const companion = ({ ns, title }: Entry) => {
    const key = { ns, dbkey: title }
    const other = isTalk(ns) ? wanted.subject && subjectPageOf(key) : wanted.talk && talkPageOf(key)
    return other ? { ns: other.ns, title: other.dbkey } : null
  }
  const pages = await pagesByName(
    q.db,
    entries.flatMap(entry => companion(entry) ?? []),
  )
  const ids = new Map(pages.map(page => [`${page.ns}:${page.title}`, page.id]))
  return entry => {
    const other = companion(entry)
    const id = other ? ids.get(`${other.ns}:${other.title}`) : undefined
    if (id === undefined) return {}
    return isTalk(entry.ns) ? { subjectid: id } : { talkid: id }
  }
}

/** Display titles as HTML, by page id. */
export async function chosenTitles(q: QueryRun, entries: readonly Entry[]): Promise<Map<number, string>> {
  const ids = entries.flatMap(({ page }) => page?.id ?? [])
  const rows =
    ids.length === 0
      ? []
      : await q.db
          .selectFrom('page_prop')
          .where('page_id', 'in', padded(ids))
          .where('name', '=', 'displaytitle')
          .select(['page_id', 'value'])
          .execute()
  // Imported display titles were generated elsewhere and must be sanitized before they count as safe HTML.
  return new Map(rows.map(row => [row.page_id, displayTitleHtml(row.value, true)]))
}

export const displayTitles =
  (q: QueryRun, chosen: ReadonlyMap<number, string>): Facts<typeof displayTitleMembers> =>
  ({ ns, title, page }) => ({
    displaytitle: (page && chosen.get(page.id)) ?? escapeText(q.titleText(ns, title)),
  })

/** Quotes need no escaping: the title is text, not an attribute. */
const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/**
 * Title in each variant of the wiki's language. Titles are not converted: every language counts as its only variant. A
 * requested display title takes precedence.
 */
export const variantTitles =
  (q: QueryRun, chosen: ReadonlyMap<number, string>): Facts<typeof variantMembers> =>
  ({ ns, title, page }) => {
    if (!page) return {}
    return { varianttitles: { [q.site.language]: chosen.get(page.id) ?? prefixedText(q.site, ns, title) } }
  }

export const addresses =
  (q: QueryRun): Facts<typeof addressMembers> =>
  ({ ns, title }) => {
    const gender = q.site.namespaces.dependsOnGender(ns) ? q.wiki.genders.ofPage(title) : undefined
    const page = { ns, dbkey: title, gender }
    return {
      fullurl: fullUrl(q.site, page),
      editurl: fullUrl(q.site, page, 'action=edit'),
      canonicalurl: canonicalUrl(q.site, page),
    }
  }
