import { sql } from 'kysely'
import { usernameOf } from '#accounts/account.ts'
import { canonicalName } from '#accounts/account-name.ts'
import type { Caller } from '#accounts/caller.ts'
import { nameShows } from '#accounts/hidden-names.ts'
import { Html, html, type Piece } from '#html/html.ts'
import { bcp47 } from '#languages/bcp47.ts'
import { direction } from '#languages/direction.ts'
import { seconds } from '#store/clock.ts'
import { padded } from '#store/keyset.ts'
import { contains } from '#translation/catalogue/contains.ts'
import { checksum, splitForms } from '#translation/catalogue/forms.ts'
import { parseUnitSearch, SearchError } from '#translation/catalogue/unit-search.ts'
import { pageOf, personAddress, placed, stringsOf } from '#translation/pages/place-addresses.ts'
import type { PageContext } from '#translation/pages/send-page.ts'
import { tagOf } from '#translation/pages/wording.ts'
import { findStrings } from '#translation/reports/find-strings.ts'
import { shortText } from '#translation/values/short-text.ts'
import { findPages } from '#wiki/content/search/find-pages.ts'
import { readSearch } from '#wiki/content/search/search-query.ts'
import { snippet } from '#wiki/content/search/snippet.ts'
import { readTexts } from '#wiki/content/text-blobs.ts'
import { prefixedText } from '#wiki/site/title-format.ts'
import { localUrl } from '#wiki/site/urls.ts'
import type { TextWiki } from '#wiki/wiki.ts'

/** A search and its reader. */
export interface SearchRequest {
  readonly context: PageContext
  readonly caller: Caller
  /** Null if the reader cannot read the wiki. */
  readonly wiki: TextWiki | null
  readonly q: string
  readonly size: number
  readonly offset: number
  /** Cursor for strings: translation, position, ID. */
  readonly after: readonly number[] | null
  /** Only the first results, for the overview. */
  readonly isShort?: boolean
}

/** Number of languages searched per string in short lists. */
const LANGUAGES = 20

export interface SearchResults {
  readonly items: readonly Html[]
  /** If known. */
  readonly total?: number
  /** Link to more results. */
  readonly next?: Readonly<Record<string, string>>
  /** Message above or instead of results. */
  readonly remark?: Piece
}

const item = (address: string, name: Piece, more: Piece = null): Html =>
  html`<li><a href="${address}">${name}</a>${more}</li>`

/** A page of rows, which were queried with one extra to detect more. */
const listed = <T>({ size, offset }: SearchRequest, rows: readonly T[], write: (row: T) => Html): SearchResults => ({
  items: rows.slice(0, size).map(write),
  ...(rows.length > size && { next: { offset: String(offset + size) } }),
})

/** Short lists show each string once, in whichever language it was found. */
export async function strings({ context, q, size, after, isShort = false }: SearchRequest): Promise<SearchResults> {
  const { services, permissions, wording } = context
  try {
    const search = parseUnitSearch(q, services.clock)
    const { groups, next, lookedAt } = await findStrings(
      services.store.read,
      permissions,
      {},
      search,
      after,
      isShort ? size * LANGUAGES : size,
    )
    const shown = new Set<string>()
    const items = groups.flatMap(({ place, projectName, componentName, language, units }) =>
      units.flatMap(unit => {
        const string = `${place.project}/${place.component} ${unit.id_hash}`
        if (isShort && shown.has(string)) return []
        shown.add(string)
        const address = placed(stringsOf(place, ''), {}, { checksum: checksum(unit.id_hash) })
        const target = unit.target === unit.source ? '' : splitForms(unit.target)[0]!
        return item(
          address,
          html`<bdi>${shortText(splitForms(unit.source)[0] ?? '')}</bdi>`,
          html`${
            target !== '' &&
            html`<p lang="${tagOf(language.code)}" dir="${language.direction === 'rtl' ? 'rtl' : 'ltr'}">
              ${shortText(target)}
            </p>`
          }
            <p class="small quiet"><bdi>${projectName} / ${componentName}</bdi> · ${wording.language(language)}</p>`,
        )
      }),
    )
    const isPartial = next !== null && next[2] === 0
    return {
      items: isShort ? items.slice(0, size) : items,
      ...((next !== null || (isShort && items.length > size)) && { next: { after: next?.join('.') ?? '' } }),
      ...(isPartial && { remark: context.reader.t('browse.searched_so_far', { count: lookedAt }) }),
    }
  } catch (error) {
    if (!(error instanceof SearchError)) throw error
    return { items: [], remark: html`<span class="note wrong block">${error.message}</span>` }
  }
}

/** Searches titles, then texts if no title matches, like the wiki's own search. */
export async function pages({ wiki, q, size, offset }: SearchRequest): Promise<SearchResults> {
  if (wiki === null) return { items: [] }
  const { site, db } = wiki
  const query = readSearch(q)
  const namespaces = site.namespaces.list.filter(({ id, content }) => content || id === 12).map(({ id }) => id)
  const ask = (titleOnly: boolean) => findPages(db, site, query, { namespaces, limit: size + 1, offset, titleOnly })
  const byTitle = await ask(true)
  const { pages: matches, total } = byTitle.total > 0 ? byTitle : await ask(false)
  const shown = matches.slice(0, size)
  const rows = await db
    .selectFrom('page')
    .leftJoin('slot', join => join.onRef('slot.revision_id', '=', 'page.latest_rev').on('slot.role', '=', 'main'))
    .leftJoin('content', 'content.id', 'slot.content_id')
    .select(['page.id', 'page.lang', 'content.blob_id'])
    .where('page.id', 'in', padded([-1, ...shown.map(({ id }) => id)]))
    .execute()
  const texts = await readTexts(
    wiki,
    rows.flatMap(row => row.blob_id ?? []),
  )
  const facts = new Map(rows.map(row => [row.id, row]))
  return {
    ...listed({ size, offset } as SearchRequest, matches, ({ id, ns, title }) => {
      const fact = facts.get(id)
      const code = fact?.lang ?? site.language
      const text = texts.get(fact?.blob_id ?? -1)?.toString() ?? ''
      return item(
        localUrl(site, { ns, dbkey: title }),
        html`<bdi lang="${bcp47(code)}">${prefixedText(site, ns, title)}</bdi>`,
        html`<p class="small" lang="${bcp47(code)}" dir="${direction(code)}">${new Html(snippet(text, query))}</p>`,
      )
    }),
    total,
  }
}

/** User search requires login, as in the API. */
export async function people(request: SearchRequest): Promise<SearchResults> {
  const { context, caller, q, size, offset } = request
  const { services, permissions, reader } = context
  if (services.callers.beyondWiki(caller).account === null)
    return {
      items: [],
      remark: html`<a href="/accounts/login/?next=${encodeURIComponent(reader.here)}">${reader.t('search.log_in')}</a>`,
    }
  const name = canonicalName(q)
  const seesAll = caller.can('hideuser') || permissions.superuser
  const rows = await services.store.read
    .selectFrom('account')
    .select(['account.name', usernameOf.as('username'), 'real_name'])
    .where(seesAll ? sql<boolean>`1 = 1` : nameShows(seconds(services.clock)))
    .where('account.name', '>=', name)
    .where('account.name', '<', `${name}\u{10ffff}`)
    .orderBy('account.name')
    .limit(size + 1)
    .offset(offset)
    .execute()
  return listed(request, rows, row => item(personAddress(row.username), html`<bdi>${row.username}</bdi>`))
}

/** Projects and components whose names contain the words. */
export async function projects(request: SearchRequest): Promise<SearchResults> {
  const { context, q, size, offset } = request
  const { services, permissions } = context
  const db = services.store.read
  const own = await db
    .selectFrom('project')
    .select(['slug', 'name'])
    .where(eb => permissions.visibleProjects(eb))
    .where(contains('project.name', q))
    .orderBy('id')
    .limit(size + offset + 1)
    .execute()
  const components = await db
    .selectFrom('component')
    .innerJoin('project', 'project.id', 'component.project_id')
    .select(['project.slug', 'project.name as projectName', 'component.path', 'component.name'])
    .where(eb => permissions.visibleProjects(eb))
    .where(eb => permissions.visibleComponents(eb))
    .where(contains('component.name', q))
    .orderBy('component.id')
    .limit(size + offset + 1)
    .execute()
  const rows = [
    ...own.map(({ slug, name }) => ({ place: { project: slug }, name })),
    ...components.map(({ slug, path, name, projectName }) => ({
      place: { project: slug, component: path },
      name: `${projectName} / ${name}`,
    })),
  ]
  return listed(request, rows.slice(offset, offset + size + 1), row =>
    item(pageOf(row.place), html`<bdi>${row.name}</bdi>`),
  )
}

/** Languages in use, by code and by name in the reader's language, in English and in the language itself. */
export async function languages(request: SearchRequest): Promise<SearchResults> {
  const { context, q, size, offset } = request
  const { services, wording } = context
  const rows = await services.store.read
    .selectFrom('translation_language')
    .innerJoin('translation_total', join =>
      join
        .onRef('translation_total.id', '=', 'translation_language.id')
        .on('translation_total.kind', '=', 'language')
        .on('translation_total.language_id', '=', 0),
    )
    .select(['translation_language.code', 'translation_language.name'])
    .orderBy('translation_language.name')
    .execute()
  const words = q.toLowerCase()
  const matches = rows.filter(
    row =>
      row.code.toLowerCase() === words ||
      [row.name, wording.language(row), wording.ownName(row) ?? ''].some(name => name.toLowerCase().includes(words)),
  )
  return listed(request, matches.slice(offset, offset + size + 1), row => {
    const own = wording.ownName(row)
    return item(
      pageOf({ language: row.code }),
      html`${wording.language(row)}${own !== null && html` <bdi class="quiet" lang="${tagOf(row.code)}">${own}</bdi>`}`,
    )
  })
}
