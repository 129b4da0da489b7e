// Titles and what the wiki knows about pages.

import { NS } from '#wiki/site/namespaces.ts'
import { prefixedText } from '#wiki/site/title-format.ts'
import { type Title, titleInNamespace, titleOrNull } from '#wiki/site/titles.ts'
import { canonicalUrl, formEncode, fullUrl, localUrl, urlEncodeTitle } from '#wiki/site/urls.ts'
import { cascadingSources, restrictableActions } from '../functions/protection.ts'
import type { PageProtection } from '../host.ts'
import { redirectOf } from '../redirect.ts'
import { percentDecode } from '../text.ts'
import type { Current, Invocation } from './invocation.ts'
import { LuaRaised } from './machine.ts'
import { moduleModelOf } from './module-title.ts'
import { checkArgument, isTable, type LuaTable, type LuaValue, luaTypeOf, type SimpleFunction } from './values.ts'

function factsOf({ state }: Invocation, title: Title): LuaValue {
  const { site, page, host } = state
  const { ns, dbkey, interwiki, fragment } = title
  return {
    isLocal: interwiki === '' || site.interwiki.get(interwiki)?.local === true,
    interwiki,
    namespace: ns,
    nsText: nsText(host.shownTitle?.(ns, dbkey), site.namespaces.nameOf(ns), dbkey),
    text: dbkey.replaceAll('_', ' '),
    fragment,
    thePartialUrl: urlEncodeTitle(dbkey),
    ...(ns === NS.special && { exists: site.specialPages.resolve(dbkey) !== undefined && dbkey !== '' }),
    ...(ns !== NS.file && ns !== NS.media && { file: false }),
    ...(interwiki === '' && ns === page.ns && dbkey === page.dbkey && { isCurrent: true }),
  }
}

/** The namespace in the form for the page's user, if the language has such forms. */
const nsText = (shown: string | undefined, name: string, dbkey: string): string =>
  shown?.endsWith(`:${dbkey.replaceAll('_', ' ')}`) ? shown.slice(0, shown.length - dbkey.length - 1) : name

const withoutCurrent = (facts: LuaValue): LuaValue => {
  const { isCurrent, ...rest } = facts as Record<string, LuaValue>
  return rest
}

function isCurrent({ state }: Invocation, title: Title): boolean {
  return title.interwiki === '' && title.ns === state.page.ns && title.dbkey === state.page.dbkey
}

/** Facts from the database. They count as expensive, and as a link, once per title. */
function expensiveFacts(run: Invocation, text: string): LuaValue {
  const { state } = run
  const { host, site } = state
  const title = titleOrNull(site, text)
  if (title === null) return undefined
  const { ns, dbkey } = title
  const key = prefixedText(site, ns, dbkey)
  if (!run.askedTitles.has(key)) {
    if (!isCurrent(run, title)) {
      run.countExpensive()
      state.output.addLink({ ...title, fragment: '' })
    }
    run.askedTitles.add(key)
  }
  if (title.interwiki !== '') return { exists: false, isRedirect: false, id: 0, contentModel: 'wikitext' }
  if (ns < 0) return { exists: site.specialPages.resolve(dbkey) !== undefined, isRedirect: false, id: 0 }
  const exists = host.pageExists(ns, dbkey)
  const source = exists ? host.templateText(ns, dbkey) : null
  return {
    exists,
    isRedirect: source !== null && isRedirectText(run, title, source.text),
    id: exists ? (host.revision?.(ns, dbkey)?.pageId ?? 0) : 0,
    contentModel: host.contentModelOf?.(ns, dbkey) ?? moduleModelOf(site, host, ns, dbkey),
  }
}

const isRedirectText = ({ state }: Invocation, { ns }: Title, text: string): boolean =>
  ns !== NS.module && redirectOf(state.site, text) !== null

/** The text of a page, which then counts as included. */
function contentOf(run: Invocation, text: string): string | null {
  const { state } = run
  const title = titleOrNull(state.site, text)
  if (title === null || title.interwiki !== '' || title.ns < 0) return null
  state.output.templates.add(title.ns, title.dbkey)
  if (state.site.namespaces.get(title.ns)?.includable === false) return null
  return state.host.templateText(title.ns, title.dbkey)?.text ?? null
}

function queryOf(query: LuaValue): string {
  if (typeof query === 'string') return query
  if (!isTable(query)) return ''
  return [...query].map(([name, value]) => `${formEncode(String(name))}=${formEncode(String(value))}`).join('&')
}

const ADDRESSES = { fullUrl, localUrl, canonicalUrl } as const
const PROTOCOLS: Readonly<Record<string, string>> = { http: 'http:', https: 'https:', relative: '', canonical: '' }

function titleUrl(run: Invocation, text: string, kind: keyof typeof ADDRESSES, query: LuaValue, protocol: LuaValue) {
  const { site } = run.state
  if (query !== undefined && typeof query !== 'string' && !isTable(query))
    throw new LuaRaised(`bad argument #1 to '${kind}' (table or string expected, got ${luaTypeOf(query)})`)
  const chosen = kind === 'fullUrl' ? (protocol ?? 'relative') : 'relative'
  if (typeof chosen !== 'string' || PROTOCOLS[chosen] === undefined)
    throw new LuaRaised(
      `bad argument #2 to '${kind}' ('http', 'https', 'relative', or 'canonical' expected, got ${luaTypeOf(chosen)})`,
    )
  const title = titleOrNull(site, text)
  if (title === null) return undefined
  const named = queryOf(query)
  if (chosen === 'canonical') return canonicalUrl(site, title, named)
  const address = ADDRESSES[kind](site, title, named)
  return PROTOCOLS[chosen] === '' ? address : address.replace(/^(?:https?:)?(?=\/\/)/, PROTOCOLS[chosen]!)
}

/** For `mw.uri`, which also takes names that are already encoded. */
function pageUrl(run: Invocation, page: string, kind: keyof typeof ADDRESSES, query: LuaValue): LuaValue {
  const { site } = run.state
  const title = titleOrNull(site, page) ?? titleOrNull(site, percentDecode(page.replaceAll('+', ' ')))
  if (title === null) return undefined
  const shown = title.ns === NS.media ? { ...title, ns: NS.file } : title
  return ADDRESSES[kind](site, shown, queryOf(query))
}

function fileFacts(run: Invocation, text: string): LuaValue {
  const { state } = run
  const title = titleOrNull(state.site, text)
  if (title === null || (title.ns !== NS.file && title.ns !== NS.media)) return false
  run.countExpensive()
  const file = state.host.file?.(title.dbkey)
  if (!file && !state.host.fileExists(title.dbkey)) return { exists: false }
  state.output.images.add(title.dbkey)
  return { exists: true, width: file?.width ?? 0, height: file?.height ?? 0, ...(file?.facts ?? {}) }
}

const UNPROTECTED: PageProtection = { own: [], cascaded: [] }

/** The kind of question counts, too: either is expensive the first time. */
function protectionOf(run: Invocation, title: Title, kind: 'own' | 'cascading'): PageProtection {
  const { ns, dbkey, interwiki } = title
  const key = `${kind} protection ${interwiki}:${ns}:${dbkey}`
  if (!run.askedTitles.has(key)) {
    if (!isCurrent(run, title)) run.countExpensive()
    run.askedTitles.add(key)
  }
  return (interwiki === '' && ns >= 0 && run.state.host.protection?.(ns, dbkey)) || UNPROTECTED
}

/** Levels by action. A missing page that may be created has none. */
function protectionLevels(run: Invocation, text: string): LuaValue {
  const { state } = run
  const title = titleOrNull(state.site, text)
  if (title === null) return undefined
  const { own } = protectionOf(run, title, 'own')
  const levels: LuaTable = new Map()
  if (title.interwiki !== '') return levels
  for (const action of restrictableActions(state.host, title.ns, title.dbkey)) {
    const required = own.filter(([type]) => type === action).map(([, level]) => level)
    if (action !== 'create' || required.length > 0) levels.set(action, required)
  }
  return levels
}

function cascadingProtection(run: Invocation, text: string): LuaValue {
  const title = titleOrNull(run.state.site, text)
  if (title === null) return undefined
  const found = protectionOf(run, title, 'cascading')
  const byAction = Map.groupBy(found.cascaded, ([action]) => action)
  const restrictions: LuaTable = new Map()
  for (const [action, entries] of byAction) restrictions.set(action, [...new Set(entries.map(([, level]) => level))])
  return { sources: [...cascadingSources(run.state, found)], restrictions }
}

export const titleFunctions = (current: Current): Record<string, SimpleFunction> => ({
  currentTitle: () => {
    const run = current()
    const { ns, dbkey } = run.state.page
    return withoutCurrent(factsOf(run, { ns, dbkey, interwiki: '', fragment: '' }))
  },
  newTitle: (text, namespace) => {
    const run = current()
    if (typeof text === 'number') {
      run.countExpensive()
      const named = run.state.host.titleOfPage?.(text)
      if (!named) return undefined
      const title = { ...named, interwiki: '', fragment: '' }
      if (!isCurrent(run, title)) run.state.output.addLink(title)
      return withoutCurrent(factsOf(run, title))
    }
    const title = titleOrNull(run.state.site, String(text), Number(namespace ?? 0))
    return title === null ? undefined : withoutCurrent(factsOf(run, title))
  },
  makeTitle: (ns, text, fragment, interwiki) => {
    const run = current()
    const { site } = run.state
    const prefix = interwiki === '' ? '' : `${String(interwiki)}:`
    const title =
      prefix === ''
        ? titleInNamespace(site, Number(ns), String(text))
        : titleOrNull(
            site,
            `${prefix}${Number(ns) === 0 ? '' : `${site.namespaces.nameOf(Number(ns))}:`}${String(text)}`,
          )
    if (title === null || (prefix === '' && title.ns !== Number(ns))) return undefined
    const shown = fragment === '' ? title : { ...title, fragment: String(fragment).replaceAll('_', ' ') }
    return withoutCurrent(factsOf(run, shown))
  },
  titleFacts: text => expensiveFacts(current(), String(text)),
  titleContent: text => contentOf(current(), String(text)),
  redirectTarget: text => {
    const run = current()
    const content = contentOf(run, String(text))
    const target = content === null ? null : redirectOf(run.state.site, content)
    return target ? withoutCurrent(factsOf(run, target.title)) : undefined
  },
  titleUrl: (text, kind, query, protocol) =>
    titleUrl(current(), String(text), kind as keyof typeof ADDRESSES, query, protocol),
  pageUrl: (page, kind, query) => pageUrl(current(), String(page), kind as keyof typeof ADDRESSES, query),
  currentUrl: () => {
    const { site, page } = current().state
    return fullUrl(site, { ns: page.ns, dbkey: page.dbkey })
  },
  titleFile: text => fileFacts(current(), String(text)),
  protectionLevels: text => protectionLevels(current(), String(text)),
  cascadingProtection: text => {
    checkArgument('cascadingProtection', 1, text, 'string')
    return cascadingProtection(current(), String(text))
  },
})
