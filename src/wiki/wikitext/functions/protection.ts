// Who may change a page: {{PROTECTIONLEVEL:}}, {{PROTECTIONEXPIRY:}} and {{CASCADINGSOURCES:}}.

import { NS } from '#wiki/site/namespaces.ts'
import { digitTimestamp } from '#wiki/site/timestamp.ts'
import { prefixedText } from '#wiki/site/title-format.ts'
import { titleOrNull } from '#wiki/site/titles.ts'
import type { PageProtection, WikitextHost } from '../host.ts'
import type { ParseState } from '../state/parse-state.ts'
import { type ParserFunction, plain, type Variable } from './call.ts'

interface Asked extends PageProtection {
  readonly ns: number
  readonly dbkey: string
}

const NONE: PageProtection = { own: [], cascaded: [] }

/** Pages that a text asked about. Only the first question about a page is expensive. */
const asked = new WeakMap<ParseState, Set<string>>()

/** Protection of a page, by default of the page itself. Null when nothing is known or too much was asked. */
function protectionOf(state: ParseState, name: string): Asked | null {
  const title = titleOrNull(state.site, name) ?? { ...state.page, interwiki: '' }
  const known = asked.get(state) ?? new Set()
  asked.set(state, known)
  const key = `${title.interwiki}:${title.ns}:${title.dbkey}`
  if (!known.has(key) && !state.usage.addExpensive()) return null
  known.add(key)
  const { ns, dbkey } = title
  const found = title.interwiki === '' && ns >= 0 ? state.host.protection?.(ns, dbkey) : undefined
  return { ...(found ?? NONE), ns, dbkey }
}

/** What can be restricted. */
export function restrictableActions(host: WikitextHost, ns: number, dbkey: string): readonly string[] {
  if (ns < NS.main) return []
  if (!host.pageExists(ns, dbkey)) return ['create']
  return ns === NS.file ? ['edit', 'move', 'upload'] : ['edit', 'move']
}

function level(state: ParseState, action: string, name: string): string {
  const found = protectionOf(state, name)?.own.filter(([type]) => type === action) ?? []
  return found.map(([, required]) => required).join(',')
}

function expiry(state: ParseState, action: string, name: string): string {
  const found = protectionOf(state, name)
  if (!found || !restrictableActions(state.host, found.ns, found.dbkey).includes(action)) return ''
  const end = found.own.find(([type]) => type === action)?.[2] ?? null
  return end === null ? 'infinity' : digitTimestamp(end)
}

/** Names of the pages whose protection extends to this one. */
export function cascadingSources({ site }: ParseState, { cascaded }: PageProtection): readonly string[] {
  return [...new Set(cascaded.map(([, , ns, dbkey]) => prefixedText(site, ns, dbkey)))]
}

function sources(state: ParseState, name: string): string {
  const found = protectionOf(state, name)
  return found === null ? '' : cascadingSources(state, found).join('|')
}

export const protectionFunctions: Record<string, ParserFunction> = {
  protectionlevel: plain((state, [action = '', name = '']) => level(state, action.toLowerCase(), name)),
  protectionexpiry: plain((state, [action = '', name = '']) => expiry(state, action.toLowerCase(), name)),
  cascadingsources: plain((state, [name = '']) => sources(state, name)),
}

export const protectionVariables: Record<string, Variable> = {
  cascadingsources: state => sources(state, ''),
}
