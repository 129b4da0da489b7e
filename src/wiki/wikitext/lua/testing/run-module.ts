// Runs modules on a small wiki without a database.

import { siteFromInfo } from '#wiki/site/site.ts'
import { expandedText } from '../../expand/expand-wikitext.ts'
import type { WikitextHost } from '../../host.ts'
import { type TestWiki, testHost } from '../../testing/test-host.ts'

const MODULES = {
  828: { id: 828, name: 'Module', canonical: 'Module', subpages: true },
  829: { id: 829, name: 'Module talk', canonical: 'Module talk', subpages: true },
}

const { info } = siteFromInfo({})

/** An English wiki with modules. */
export const moduleSite = siteFromInfo({
  general: { ...info.general, server: '//wiki.example', sitename: 'Test wiki', generator: 'MediaWiki 1.39.0' },
  namespaces: { ...info.namespaces, ...MODULES },
})

type Modules = Readonly<Record<string, string>>

/** A wiki with modules by name, and other pages by "ns:dbkey". */
export function moduleHost(modules: Modules, wiki: TestWiki = {}, limits = LIMITS): WikitextHost {
  const pages = { ...wiki.pages }
  for (const [name, text] of Object.entries(modules)) pages[`828:${name}`] = text
  const messages = { 'comma-separator': ', ', and: ' and', 'word-separator': ' ', ...wiki.messages }
  return { ...testHost({ site: moduleSite, ...wiki, messages, pages }), scriptLimits: limits }
}

const LIMITS = { seconds: 5, megabytes: 50 }

export const expandOn = (host: WikitextHost, text: string) => expandedText({ ns: 0, dbkey: 'Page' }, text, host)

/** The text of `{{#invoke:T|f|…}}`, where `body` is the body of the function. */
export const resultOf = (body: string, args = '', wiki: TestWiki = {}): string =>
  expandOn(
    moduleHost({ T: `local p = {}\nfunction p.f(frame)\n${body}\nend\nreturn p` }, wiki),
    `{{#invoke:T|f${args}}}`,
  ).text

/** What Lua makes of an expression, as text. */
export const shownBy = (expression: string, wiki: TestWiki = {}): string =>
  resultOf(`return mw.allToString(${expression})`, '', wiki)
