import { type Html, html, type Piece } from '#html/html.ts'
import { QUERY_PAGES } from '../../query/families/query-pages.ts'
import type { Special } from '../page.ts'
import { link, titleLink } from '../parts/links.ts'
import { walk } from '../parts/pager.ts'
import { timeElement } from '../parts/times.ts'
import type { Visit } from '../visit.ts'

interface Entry {
  readonly title: string
  readonly ns: number
  readonly value?: string
  readonly timestamp?: string
  readonly databaseResult?: Readonly<Record<string, string | null>>
}

/** Message for the number next to a page; times and sizes need none. */
const COUNTED: Readonly<Record<string, string>> = {
  Fewestrevisions: 'nrevisions',
  ListDuplicatedFiles: 'listduplicatedfiles-count',
  Longpages: 'nbytes',
  Mostcategories: 'ncategories',
  Mostimages: 'nimagelinks',
  Mostinterwikis: 'ninterwikis',
  Mostlinked: 'nlinks',
  Mostlinkedcategories: 'nmembers',
  Mostlinkedtemplates: 'ntransclusions',
  Mostrevisions: 'nrevisions',
  Shortpages: 'nbytes',
  Unwatchedpages: 'nwatchers',
  Wantedcategories: 'nmembers',
  Wantedfiles: 'nlinks',
  Wantedpages: 'nlinks',
  Wantedtemplates: 'nlinks',
}

/** Pages in these lists do not exist; their links lead to the edit form. */
const WANTED = /^Wanted/
/** Lists that show both ends of a redirect. */
const REDIRECTS = new Set(['BrokenRedirects', 'DoubleRedirects', 'Listredirects'])
const RIGHTS: Readonly<Record<string, string>> = { Unwatchedpages: 'unwatchedpages' }

const GROUP: Readonly<Record<string, Special['group']>> = {
  MediaStatistics: 'media',
  ListDuplicatedFiles: 'media',
  Listredirects: 'pages',
  Mostcategories: 'highuse',
  Mostimages: 'highuse',
  Mostinterwikis: 'highuse',
  Mostlinked: 'highuse',
  Mostlinkedcategories: 'highuse',
  Mostlinkedtemplates: 'highuse',
  Mostrevisions: 'highuse',
}

function entryLine(visit: Visit, list: string, entry: Entry): Html {
  const { words } = visit
  const { title, value, timestamp, databaseResult } = entry
  const isRedirect = REDIRECTS.has(list)
  const page = titleLink(visit, title, { missing: WANTED.test(list), redirect: isRedirect })
  const facts: Piece[] = []
  if (timestamp !== undefined) facts.push(timeElement(visit, timestamp))
  else if (value !== undefined && COUNTED[list] !== undefined) {
    const count = words.text(COUNTED[list], Number(value))
    facts.push(/^(Wanted|Mostlinked)/.test(list) ? link(visit.special('Whatlinkshere', title), count) : count)
  }
  const targets = isRedirect && databaseResult ? redirectTargets(visit, databaseResult) : []
  return html`<li>${page}${targets.map(target => html` → ${target}`)}${
    facts.length > 0 && html` <span class="quiet">${words.parentheses(words.list(facts))}</span>`
  }</li>`
}

/** Targets of a redirect and of a double redirect. */
function redirectTargets(visit: Visit, row: Readonly<Record<string, string | null>>): Html[] {
  const named = (ns: string | null | undefined, title: string | null | undefined): Html[] =>
    ns === null || ns === undefined || !title ? [] : [titleLink(visit, visit.name({ ns: Number(ns), dbkey: title }))]
  return [
    ...named(row.rd_namespace ?? row.b_namespace, row.rd_title ?? row.b_title),
    ...named(row.c_namespace, row.c_title),
  ]
}

/** Maintenance lists, each a special page with its name in `list=querypage`. */
const maintenanceList = (name: (typeof QUERY_PAGES)[number]): Special => ({
  name,
  group: GROUP[name] ?? 'maintenance',
  title: name.toLowerCase(),
  ...(RIGHTS[name] !== undefined && { right: RIGHTS[name] }),
  async show(visit) {
    const { words } = visit
    const { rows, pager, result } = await walk<Entry>(visit, {
      prefix: 'qp',
      goesOn: 'qpoffset',
      question: { list: 'querypage', qppage: name },
      rows: answer => answer.query?.querypage?.results ?? [],
    })
    const { cached, cachedtimestamp } = result.query?.querypage ?? {}
    const intro = `${name.toLowerCase()}-summary`
    return {
      title: words.text(name.toLowerCase()),
      content: html`${words.has(intro) && html`<p>${words.html(intro)}</p>`}${
        cached &&
        cachedtimestamp &&
        html`<p class="note">${words.html('perfcached-since')} ${timeElement(visit, cachedtimestamp)}</p>`
      }${
        rows.length === 0
          ? html`<p class="empty">${words.text('specialpage-empty')}</p>`
          : html`<ol class="plain-list" start="${Number(visit.search.get('offset') ?? 0) + 1}">
            ${rows.map(row => entryLine(visit, name, row))}
          </ol>`
      }${pager}`,
    }
  },
})

export const maintenanceLists: readonly Special[] = QUERY_PAGES.map(maintenanceList)
