// The revision being parsed, or the current one of another page, which becomes a dependency.

import { formatNumber } from '#languages/number-format.ts'
import { NS } from '#wiki/site/namespaces.ts'
import type { PageKey } from '#wiki/site/title-format.ts'
import { titleOrNull } from '#wiki/site/titles.ts'
import type { RevisionFacts } from '../host.ts'
import type { ParseState } from '../state/parse-state.ts'
import { type ParserFunction, plain, type Variable } from './call.ts'

const two = (value: number) => String(value).padStart(2, '0')
const dateOf = (facts: RevisionFacts) => new Date(facts.timestamp)

function timestamp14(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/\D/g, '').slice(0, 14)
}

/** An unsaved revision has no ID. */
const numberOf = (id: number) => (id === 0 ? '' : String(id))

const readers: Record<string, (facts: RevisionFacts) => string> = {
  revisionid: facts => numberOf(facts.revisionId),
  revisionday: facts => String(dateOf(facts).getUTCDate()),
  revisionday2: facts => two(dateOf(facts).getUTCDate()),
  revisionmonth: facts => two(dateOf(facts).getUTCMonth() + 1),
  revisionmonth1: facts => String(dateOf(facts).getUTCMonth() + 1),
  revisionyear: facts => String(dateOf(facts).getUTCFullYear()),
  revisiontimestamp: facts => timestamp14(facts.timestamp),
  revisionuser: facts => facts.user,
}

function isThisPage(state: ParseState, page: PageKey): boolean {
  return page.ns === state.page.ns && page.dbkey === state.page.dbkey
}

/** The current revision of a page. */
function revisionOf(state: ParseState, page: PageKey): RevisionFacts | null {
  if (isThisPage(state, page)) return state.page.revision ?? null
  if (page.ns < 0 || !state.usage.addExpensive()) return null
  state.output.templates.add(page.ns, page.dbkey)
  return state.host.revision?.(page.ns, page.dbkey) ?? null
}

export const revisionVariables: Record<string, Variable> = {
  revisionsize: state => String(state.page.revision?.size ?? ''),
  pageid: state => numberOf(state.page.revision?.pageId ?? 0),
}
export const revisionFunctions: Record<string, ParserFunction> = {
  pageid: plain(pageId),
  pagesize: plain(pageSize),
}

for (const [id, read] of Object.entries(readers)) {
  revisionVariables[id] = state => (state.page.revision ? read(state.page.revision) : '')
  revisionFunctions[id] = plain((state, args) => {
    const title = titleOrNull(state.site, args[0] ?? '')
    if (title?.interwiki !== '') return ''
    const facts = savedRevision(state, title)
    return facts ? read(facts) : ''
  })
}

function pageId(state: ParseState, [name = '']: readonly string[]): string {
  const title = titleOrNull(state.site, name)
  if (title?.interwiki !== '') return ''
  if (isThisPage(state, title)) return String(state.page.revision?.pageId ?? '')
  if (title.ns < NS.main || !state.usage.addExpensive()) return ''
  state.output.addLink(title)
  return String(state.host.revision?.(title.ns, title.dbkey)?.pageId ?? 0)
}

/** While the text of the page itself is unsaved, the revision before it counts. */
function savedRevision(state: ParseState, page: PageKey): RevisionFacts | null {
  if (!isThisPage(state, page) || state.page.revision?.revisionId) return revisionOf(state, page)
  if (page.ns < 0 || !state.usage.addExpensive()) return null
  state.output.templates.add(page.ns, page.dbkey)
  return state.host.revision?.(page.ns, page.dbkey) ?? null
}

function pageSize(state: ParseState, [name = '', suffix]: readonly string[]): string {
  const title = titleOrNull(state.site, name)
  const raw = suffix !== undefined && state.words.aliasesOf('rawsuffix').includes(suffix)
  const size = title && title.interwiki === '' ? (savedRevision(state, title)?.size ?? 0) : 0
  return raw ? String(size) : formatNumber(state.site.language, size)
}
