import { padded } from '#store/keyset.ts'
import type { Entry } from '../../../api/query/page-set.ts'
import type { QueryRun } from '../../../api/query/query-run.ts'
import type { Row } from '../../../api/result/shape.ts'
import { pagesByName } from '../../../content/pages.ts'
import { isTalk } from '../../../site/namespaces.ts'
import { prefixedText, subjectPageOf, talkPageOf } from '../../../site/title-format.ts'
import { canonicalUrl, fullUrl } from '../../../site/urls.ts'
import { displayTitleHtml } from '../../../wikitext/display-title.ts'

export type Facts = (entry: Entry) => Row

/** The associated page of each: the talk page of a subject page, or the reverse. */
export async function associatedPageFacts(
  q: QueryRun,
  entries: readonly Entry[],
  wanted: { readonly talk: boolean; readonly subject: boolean },
): Promise<Facts> {
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
    return id === undefined ? {} : { [isTalk(entry.ns) ? 'subjectid' : 'talkid']: id }
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
  (q: QueryRun, chosen: ReadonlyMap<number, string>): Facts =>
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
  (q: QueryRun, chosen: ReadonlyMap<number, string>): Facts =>
  ({ ns, title, page }) => {
    if (!page) return {}
    return { varianttitles: { [q.site.language]: chosen.get(page.id) ?? prefixedText(q.site, ns, title) } }
  }

export const addresses =
  (q: QueryRun): Facts =>
  ({ ns, title }) => {
    const gender = q.site.namespaces.dependsOnGender(ns) ? q.wiki.genders.ofPage(title) : undefined
    const page = { ns, dbkey: title, gender }
    return {
      fullurl: fullUrl(q.site, page),
      editurl: fullUrl(q.site, page, 'action=edit'),
      canonicalurl: canonicalUrl(q.site, page),
    }
  }
