import { type Html, html, type Piece } from '#html/html.ts'
import { hasTalk, talkOf } from '../../site/namespaces.ts'
import { errorPage } from '../error-page.ts'
import type { View } from '../page.ts'
import { link, titleLink, userLink } from '../parts/links.ts'
import { logList } from '../parts/recent.ts'
import { timeElement } from '../parts/times.ts'
import type { Visit } from '../visit.ts'

type Rows = readonly (readonly [key: string, value: Piece])[]

/** `action=info`: information about a page. */
export const info: View = {
  action: 'info',
  tab: 'more',
  async show(visit, page) {
    const { words } = visit
    const name = visit.name(page)
    const { pages = [] } = await visit.query({
      titles: name,
      prop: 'info|pageprops|categoryinfo',
      inprop: 'protection|watchers|displaytitle',
    })
    const facts = pages[0]
    if (!facts || facts.missing)
      return errorPage(404, words.text('pageinfo-title', name), words.html('noarticletext'), page)
    const sections: [string, Rows][] = [
      ['pageinfo-header-basic', await basics(visit, name, page.ns, facts)],
      ['pageinfo-header-restrictions', restrictions(visit, facts)],
      ['pageinfo-header-edits', await edits(visit, name)],
      ['pageinfo-header-properties', await properties(visit, name, facts)],
    ]
    const logged = await visit.query({
      list: 'logevents',
      letitle: name,
      lelimit: 5,
      leprop: 'ids|title|type|user|timestamp|parsedcomment|details|tags',
    })
    const log =
      logged.logevents?.length > 0 && html`<h2>${words.text('log')}</h2>${await logList(visit, logged.logevents)}`
    return {
      title: words.text('pageinfo-title', name),
      about: page,
      needs: ['following'],
      content: html`${sections
        .filter(([, rows]) => rows.length > 0)
        .map(([key, rows]) => section(visit, key, rows))}${log}`,
    }
  },
}

function section({ words }: Visit, key: string, rows: Rows): Html {
  const id = `info-${key}`
  const body = rows.map(
    ([label, value]) =>
      html`<tr><th scope="row">${words.has(label) ? words.text(label) : label}</th><td>${value}</td></tr>`,
  )
  const table = html`<table class="facts" aria-labelledby="${id}"><tbody>${body}</tbody></table>`
  return html`<h2 id="${id}">${words.text(key)}</h2>${table}`
}

// biome-ignore lint/suspicious/noExplicitAny: shape of API results
async function basics(visit: Visit, name: string, ns: number, facts: any): Promise<Rows> {
  const { words, site } = visit
  const rows: [string, Piece][] = [
    ['pageinfo-display-title', titleLink(visit, name)],
    ['pageinfo-length', words.number(facts.length)],
    ['pageinfo-namespace', ns === 0 ? words.text('blanknamespace') : site.namespaces.nameOf(ns)],
    ['pageinfo-article-id', String(facts.pageid)],
    ['pageinfo-language', html`<bdi>${facts.pagelanguage}</bdi>`],
    ['pageinfo-content-model', facts.contentmodel],
  ]
  if (facts.redirect) {
    const { redirects = [] } = await visit.query({ titles: name, redirects: true })
    const target = redirects[0]?.to
    if (target) rows.push(['pageinfo-redirectsto', titleLink(visit, target)])
  }
  if (facts.watchers !== undefined) rows.push(['pageinfo-watchers', words.number(facts.watchers)])
  rows.push([
    'pageinfo-redirects-name',
    link(visit.special('Whatlinkshere', name, { hidelinks: 1, hidetrans: 1 }), words.text('whatlinkshere')),
  ])
  const { allpages: subpages } = await visit.query({
    list: 'allpages',
    apnamespace: ns,
    aplimit: 1,
    apprefix: `${name.slice(name.indexOf(':') + 1)}/`,
  })
  if (site.namespaces.hasSubpages(ns) && subpages?.length > 0)
    rows.push([
      'pageinfo-subpages-name',
      link(visit.special('Prefixindex', `${name}/`), words.text('pageinfo-subpages-name')),
    ])
  if (facts.categoryinfo) {
    const { pages, subcats, files } = facts.categoryinfo
    rows.push(['pageinfo-category-pages', words.number(pages)])
    rows.push(['pageinfo-category-subcats', words.number(subcats)])
    rows.push(['pageinfo-category-files', words.number(files)])
  }
  if (hasTalk(ns) && ns % 2 === 0)
    rows.push(['talk', titleLink(visit, visit.name({ ns: talkOf(ns), dbkey: name.slice(name.indexOf(':') + 1) }))])
  return rows
}

// biome-ignore lint/suspicious/noExplicitAny: shape of API results
function restrictions(visit: Visit, facts: any): Rows {
  const { words } = visit
  const protection: { type: string; level: string; expiry: string }[] = facts.protection ?? []
  const types: string[] = facts.restrictiontypes ?? ['edit', 'move']
  return types.map((type): [string, Piece] => {
    const own = protection.find(each => each.type === type)
    const name = words.has(`restriction-${type}`) ? words.text(`restriction-${type}`) : type
    if (!own) return [name, words.text('protect-default')]
    const level = words.has(`protect-level-${own.level}`) ? words.text(`protect-level-${own.level}`) : own.level
    return [name, own.expiry === 'infinity' ? level : html`${level} (${timeElement(visit, own.expiry)})`]
  })
}

async function edits(visit: Visit, name: string): Promise<Rows> {
  const revision = async (dir: 'older' | 'newer') => {
    const { pages = [] } = await visit.query({
      titles: name,
      prop: 'revisions',
      rvlimit: 1,
      rvdir: dir,
      rvprop: 'ids|timestamp|user',
    })
    return pages[0]?.revisions?.[0]
  }
  const [first, last] = await Promise.all([revision('newer'), revision('older')])
  if (!first || !last) return []
  const at = (each: { revid: number; timestamp: string }) =>
    link(visit.address(name, { oldid: each.revid }), timeElement(visit, each.timestamp))
  const counted = await countEdits(visit, name)
  const rows: [string, Piece][] = [
    ['pageinfo-firstuser', userLink(visit, first)],
    ['pageinfo-firsttime', at(first)],
    ['pageinfo-lastuser', userLink(visit, last)],
    ['pageinfo-lasttime', at(last)],
    ['pageinfo-edits', link(visit.address(name, { action: 'history' }), counted.edits)],
  ]
  rows.push(['pageinfo-authors', counted.authors])
  return rows
}

/** Maximum number of revisions to count; beyond that, shows "more than". */
const MAX_COUNTED = 2000

async function countEdits(visit: Visit, name: string): Promise<{ edits: string; authors: string }> {
  const { words } = visit
  const authors = new Set<string>()
  let count = 0
  let more: string | undefined
  do {
    const result = await visit.need({
      action: 'query',
      titles: name,
      prop: 'revisions',
      rvprop: 'user',
      rvlimit: 'max',
      rvcontinue: more,
    })
    const revisions: { user?: string }[] = result.query?.pages?.[0]?.revisions ?? []
    count += revisions.length
    for (const { user = '' } of revisions) authors.add(user)
    more = result.continue?.rvcontinue
  } while (more !== undefined && count < MAX_COUNTED)
  const sign = more === undefined ? '' : '≥ '
  return { edits: sign + words.number(count), authors: sign + words.number(authors.size) }
}

// biome-ignore lint/suspicious/noExplicitAny: shape of API results
async function properties(visit: Visit, name: string, facts: any): Promise<Rows> {
  const { words } = visit
  const { pages = [] } = await visit.query({
    titles: name,
    prop: 'templates|categories',
    tllimit: 100,
    cllimit: 100,
  })
  const titles = (list: { title: string }[] | undefined): Piece =>
    list &&
    list.length > 0 &&
    html`<ul class="plain">${list.map(({ title }) => html`<li>${titleLink(visit, title)}</li>`)}</ul>`
  const [templates, categories] = [titles(pages[0]?.templates), titles(pages[0]?.categories)]
  const rows: [string, Piece][] = []
  if (categories) rows.push(['pageinfo-hidden-categories', categories])
  if (templates) rows.push(['pageinfo-templates', templates])
  for (const [key, value] of Object.entries(facts.pageprops ?? {}))
    rows.push([key, html`<bdi>${String(value) || '✓'}</bdi>`])
  const label = (key: string, count: number) => words.text(key, count)
  return rows.map(([key, value]): [string, Piece] => {
    if (key === 'pageinfo-hidden-categories') return [words.text('categories'), value]
    return key === 'pageinfo-templates' ? [label(key, pages[0]?.templates?.length ?? 0), value] : [key, value]
  })
}
