// {{PAGENAME}} and related variables, for the current page or a given title.

import { escapeWikitext } from '#wiki/site/escape-wikitext.ts'
import { hasTalk, NS, subjectOf, talkOf } from '#wiki/site/namespaces.ts'
import { basePageOf, type PageKey, rootPageOf, subpageOf } from '#wiki/site/title-format.ts'
import { titleOrNull } from '#wiki/site/titles.ts'
import { urlEncodeTitle } from '#wiki/site/urls.ts'
import { magicLinkKinds } from '../magic-link-kinds.ts'
import type { ParseState } from '../state/parse-state.ts'
import { type ParserFunction, plain, type Variable } from './call.ts'

const spaced = (dbkey: string) => dbkey.replaceAll('_', ' ')

/** In a full title, the namespace depends on the gender of the page's user; on its own it does not. */
function namespaceName(state: ParseState, ns: number, dbkey: string): string {
  const { namespaces } = state.site
  if (!namespaces.dependsOnGender(ns) || !state.host.gender) return namespaces.nameOf(ns)
  return namespaces.nameOf(ns, state.host.gender(spaced(dbkey.split('/', 1)[0]!)))
}

function fullName(state: ParseState, ns: number, dbkey: string): string {
  const name = ns === NS.main ? '' : namespaceName(state, ns, dbkey)
  return (name === '' ? '' : `${name}:`) + spaced(dbkey)
}

type Reader = (state: ParseState, page: PageKey) => string

/** One entry per name; the URL variants are derived from these. */
const readers: Record<string, Reader> = {
  pagename: (_, { dbkey }) => spaced(dbkey),
  fullpagename: (state, { ns, dbkey }) => fullName(state, ns, dbkey),
  basepagename: (state, page) => spaced(basePageOf(state.site, page)),
  rootpagename: (state, page) => spaced(rootPageOf(state.site, page)),
  subpagename: (state, page) => spaced(subpageOf(state.site, page)),
  talkpagename: (state, { ns, dbkey }) => (hasTalk(ns) ? fullName(state, talkOf(ns), dbkey) : ''),
  subjectpagename: (state, { ns, dbkey }) => fullName(state, subjectOf(ns), dbkey),
}

const namespaceReaders: Record<string, Reader> = {
  namespace: ({ site }, { ns }) => site.namespaces.nameOf(ns),
  talkspace: ({ site }, { ns }) => (hasTalk(ns) ? site.namespaces.nameOf(talkOf(ns)) : ''),
  subjectspace: ({ site }, { ns }) => site.namespaces.nameOf(subjectOf(ns)),
}

const underscored = (text: string) => urlEncodeTitle(text.replaceAll(' ', '_'))

export const pageNameVariables: Record<string, Variable> = {
  namespacenumber: ({ page }) => String(page.ns),
}
export const pageNameFunctions: Record<string, ParserFunction> = {
  namespacenumber: plain((state, [name = '']) => String(titleOrNull(state.site, name)?.ns ?? '')),
}

/** What exists only for pages of this wiki that have a talk page. */
const ofTalkedAbout = new Set(['fullpagename', 'talkpagename', 'talkspace'])

function ofTitle(id: string, read: Reader) {
  const needsTalk = ofTalkedAbout.has(id)
  return (state: ParseState, [name = '']: readonly string[]) => {
    const title = titleOrNull(state.site, name)
    if (title === null || title.dbkey === '') return ''
    if (needsTalk && (title.interwiki !== '' || !hasTalk(title.ns))) return ''
    const subject = id === 'subjectpagename' && title.interwiki !== ''
    return read(state, subject ? { ...title, dbkey: `${title.interwiki}:${title.dbkey}` } : title)
  }
}

/** `url` is the form for addresses. */
function add(id: string, read: Reader, url: Reader): void {
  pageNameVariables[id] = state => read(state, state.page)
  pageNameVariables[`${id}e`] = state => url(state, state.page)
  pageNameFunctions[id] = plain(ofTitle(id, read))
  pageNameFunctions[`${id}e`] = plain(ofTitle(id, url))
}

for (const [id, read] of Object.entries(readers)) {
  const escaped: Reader = (state, page) => escapeWikitext(read(state, page), magicLinkKinds(state.site))
  add(id, escaped, (state, page) => escapeWikitext(underscored(read(state, page)), magicLinkKinds(state.site)))
}
for (const [id, read] of Object.entries(namespaceReaders)) {
  add(id, read, (state, page) => underscored(read(state, page)))
}
