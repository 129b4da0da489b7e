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
  namespacenumber: plain(ofTitle((_, { ns }) => String(ns))),
}

function ofTitle(read: Reader) {
  return (state: ParseState, args: readonly string[]) => {
    const title = titleOrNull(state.site, args[0] ?? '')
    return title ? read(state, title) : ''
  }
}

function add(id: string, read: Reader): void {
  pageNameVariables[id] = state => read(state, state.page)
  pageNameFunctions[id] = plain(ofTitle(read))
}

for (const [id, read] of Object.entries(readers)) {
  add(id, (state, page) => escapeWikitext(read(state, page), magicLinkKinds(state.site)))
  add(`${id}e`, (state, page) => escapeWikitext(underscored(read(state, page)), magicLinkKinds(state.site)))
}
for (const [id, read] of Object.entries(namespaceReaders)) {
  add(id, read)
  add(`${id}e`, (state, page) => underscored(read(state, page)))
}
