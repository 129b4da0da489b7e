// Site variables: names, URLs and counts.

import { formatNumber } from '#languages/number-format.ts'
import { NS } from '#wiki/site/namespaces.ts'
import { titleInNamespace } from '#wiki/site/titles.ts'
import type { SiteStatistics } from '../host.ts'
import type { ParseState } from '../state/parse-state.ts'
import { type ParserFunction, plain, type Variable } from './call.ts'

const counts: Record<string, keyof SiteStatistics> = {
  numberofarticles: 'articles',
  numberoffiles: 'files',
  numberofusers: 'users',
  numberofactiveusers: 'activeUsers',
  numberofpages: 'pages',
  numberofadmins: 'admins',
  numberofedits: 'edits',
}

/** Whether an argument is the word for "no separators". */
function isRaw(state: ParseState, word: string | undefined): boolean {
  return word !== undefined && state.words.aliasesOf('rawsuffix').includes(word)
}

function shown(state: ParseState, value: number, suffix?: string): string {
  return isRaw(state, suffix) ? String(value) : formatNumber(state.site.language, value)
}

const general = (state: ParseState, key: string) => String(state.site.info.general[key] ?? '')

export const siteVariables: Record<string, Variable> = {
  sitename: state => state.site.name,
  server: state => state.site.server,
  servername: state => general(state, 'servername'),
  scriptpath: state => general(state, 'scriptpath'),
  articlepath: state => state.site.articlePath,
  stylepath: state => `${general(state, 'scriptpath')}/skins`,
  currentversion: state => general(state, 'generator').replace(/^MediaWiki /, ''),
  contentlanguage: state => state.site.language,
  pagelanguage: ({ host, page, site }) => host.languageOf?.(page.ns, page.dbkey) ?? site.language,
  directionmark: state => (state.site.info.general.rtl === true ? '\u200f' : '\u200e'),
  '!': () => '|',
  '=': () => '=',
}

export const siteFunctions: Record<string, ParserFunction> = {
  numberingroup: plain((state, [group = '', suffix]) => shown(state, state.host.usersInGroup?.(group) ?? 0, suffix)),
  pagesincategory: plain(pagesInCategory),
}

for (const [id, key] of Object.entries(counts)) {
  siteVariables[id] = state => shown(state, state.host.stats[key])
  siteFunctions[id] = plain((state, args) => shown(state, state.host.stats[key], args[0]))
}

const kindsOfMember = {
  pagesincategory_all: 'all',
  pagesincategory_pages: 'pages',
  pagesincategory_subcats: 'subcategories',
  pagesincategory_files: 'files',
} as const

/** {{PAGESINCATEGORY:name|kind|R}}: kind and R may come in either order. */
function pagesInCategory(state: ParseState, [name = '', ...rest]: readonly string[]): string {
  const suffix = rest.find(word => isRaw(state, word))
  const kindWord = rest.find(word => !isRaw(state, word))?.toLowerCase()
  let kind: 'all' | 'pages' | 'subcategories' | 'files' = 'all'
  for (const [id, value] of Object.entries(kindsOfMember)) {
    if (kindWord && state.words.aliasesOf(id).some(alias => alias.toLowerCase() === kindWord)) kind = value
  }
  const title = titleInNamespace(state.site, NS.category, name)
  if (!title || !state.usage.addExpensive()) return shown(state, 0, suffix)
  const found = state.host.pagesInCategory?.(title.dbkey) ?? { pages: 0, subcategories: 0, files: 0 }
  return shown(state, kind === 'all' ? found.pages + found.subcategories + found.files : found[kind], suffix)
}
