// The wiki's names, namespaces and counts.

import { hasTalk, isTalk, NS, subjectOf, talkOf } from '#wiki/site/namespaces.ts'
import type { Site } from '#wiki/site/site.ts'
import { titleInNamespace } from '#wiki/site/titles.ts'
import { siteVariables } from '../functions/site-facts.ts'
import type { SiteStatistics } from '../host.ts'
import type { Current, Invocation } from './invocation.ts'
import { LuaRaised } from './machine.ts'
import { checkArgument, type LuaValue, luaTypeOf, type SimpleFunction, textArgument } from './values.ts'

const GENDERED = new Set<number>([NS.user, NS.userTalk])
/** Pages that cannot be moved out of or into their namespace. */
const isMovable = (ns: number): boolean => ns >= 0

function namespaces({ namespaces: all }: Site, mainName: string): LuaValue[] {
  return all.list.map(({ id, name, canonical, aliases, firstLetter, content, subpages, includable, contentModel }) => ({
    id,
    name,
    canonicalName: canonical,
    aliases,
    hasSubpages: subpages,
    hasGenderDistinction: GENDERED.has(id),
    isCapitalized: firstLetter,
    isContent: content,
    isIncludable: includable,
    isMovable: isMovable(id),
    isSubject: !isTalk(id),
    isTalk: isTalk(id),
    // Namespaces with a model by default do not say so.
    defaultContentModel: id === NS.module || contentModel === 'wikitext' ? undefined : contentModel,
    ...(id === NS.main && { displayName: mainName }),
    subject: hasTalk(id) ? subjectOf(id) : id,
    ...(hasTalk(id) && { talk: talkOf(id), associated: isTalk(id) ? subjectOf(id) : talkOf(id) }),
  }))
}

function siteInfo(run: Invocation): LuaValue {
  const { state } = run
  const { site, host } = state
  const variable = (id: string) => siteVariables[id]!(state, run.frame('current'))
  return {
    siteName: site.name,
    server: site.server,
    scriptPath: variable('scriptpath'),
    stylePath: variable('stylepath'),
    currentVersion: variable('currentversion'),
    namespaces: namespaces(site, host.message('blanknamespace') ?? '(Main)'),
  }
}

const KINDS = ['all', 'subcats', 'files', 'pages'] as const

function pagesInCategory(run: Invocation, name: LuaValue, which: LuaValue): LuaValue {
  const category = textArgument('pagesInCategory', 1, name)
  const kind = which ?? 'all'
  checkArgument('pagesInCategory', 2, kind, 'string')
  const title = titleInNamespace(run.state.site, NS.category, category)
  if (title === null) return 0
  const key = `category ${title.dbkey}`
  if (!run.askedTitles.has(key)) {
    run.countExpensive()
    run.askedTitles.add(key)
  }
  const found = run.state.host.pagesInCategory?.(title.dbkey) ?? { pages: 0, subcategories: 0, files: 0 }
  const { pages, subcategories: subcats, files } = found
  const counts: Record<(typeof KINDS)[number], number> = { all: pages + subcats + files, subcats, files, pages }
  if (kind === '*') return counts
  const count = counts[kind as keyof typeof counts]
  if (count === undefined)
    throw new LuaRaised(
      `bad argument #2 to 'pagesInCategory' (one of '*', 'all', 'pages', 'subcats', or 'files' expected, got ${luaTypeOf(kind)})`,
    )
  return count
}

function interwikiMap({ state }: Invocation, filter: LuaValue): LuaValue {
  if (filter !== undefined) {
    checkArgument('interwikiMap', 1, filter, 'string')
    if (filter !== 'local' && filter !== '!local')
      throw new LuaRaised(`bad argument #1 to 'interwikiMap' (unknown filter '${String(filter)}')`)
  }
  const wanted = state.site.interwiki
    .list()
    .filter(({ local }) => filter === undefined || (filter === 'local') === (local === true))
  return new Map(
    wanted.map(({ prefix, url, local, trans, localinterwiki, extralanglink, linktext, sitename }) => [
      prefix,
      {
        prefix,
        url,
        isProtocolRelative: url.startsWith('//'),
        isLocal: local === true,
        isTranscludable: trans === true,
        isCurrentWiki: localinterwiki === true,
        isExtraLanguageLink: extralanglink === true,
        displayText: linktext,
        tooltip: sitename,
      },
    ]),
  )
}

export const siteFunctions = (current: Current): Record<string, SimpleFunction> => ({
  siteInfo: () => siteInfo(current()),
  siteCount: name => current().state.host.stats[name as keyof SiteStatistics],
  namespaceId: name =>
    current().state.site.namespaces.idOf(
      String(name)
        .replace(/[\s_]+/g, ' ')
        .trim(),
    ),
  pagesInCategory: (name, which) => pagesInCategory(current(), name, which),
  pagesInNamespace: ns => {
    checkArgument('pagesInNamespace', 1, ns, 'number')
    return current().state.host.pagesInNamespace?.(Math.trunc(Number(ns))) ?? 0
  },
  usersInGroup: group => {
    const name = textArgument('usersInGroup', 1, group)
    return current().state.host.usersInGroup?.(name.toLowerCase()) ?? 0
  },
  interwikiMap: filter => interwikiMap(current(), filter),
})
