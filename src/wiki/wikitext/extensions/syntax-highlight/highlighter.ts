// Highlights source code. Languages are loaded when they are first used.

import { createRequire } from 'node:module'
import type { HLJSApi, LanguageFn } from 'highlight.js'
import { lazily } from '#languages/load-data.ts'
import { escapeHtml } from '../../text.ts'
import names from './languages.json' with { type: 'json' }

const require = createRequire(import.meta.url)

/** Names of MediaWiki's languages, with the grammar for each; null for those that are shown without colours. */
const grammars = lazily(
  (): ReadonlyMap<string, string | null> =>
    new Map(
      Object.entries(names).flatMap(([grammar, list]) =>
        list.split(' ').map(name => [name, grammar === '-' ? null : grammar] as const),
      ),
    ),
)

/** Undefined for an unknown language. */
export const grammarOf = (language: string): string | null | undefined => grammars().get(language)

/** Grammars that others are embedded in. */
const EMBEDDED: Readonly<Record<string, readonly string[]>> = {
  django: ['xml', 'css', 'javascript'],
  erb: ['xml', 'css', 'javascript', 'ruby'],
  markdown: ['xml', 'css', 'javascript'],
  php: ['xml', 'css', 'javascript'],
  twig: ['xml', 'css', 'javascript'],
  xml: ['css', 'javascript'],
}

const library = lazily(() => require('highlight.js/lib/core') as HLJSApi)

/** Code as HTML, with the classes of MediaWiki's highlighter. */
export function highlight(code: string, grammar: string): string {
  const hljs = library()
  for (const name of [grammar, ...(EMBEDDED[grammar] ?? [])]) {
    if (!hljs.getLanguage(name))
      hljs.registerLanguage(name, require(`highlight.js/lib/languages/${name}`) as LanguageFn)
  }
  try {
    return withClasses(hljs.highlight(code, { language: grammar, ignoreIllegals: true }).value)
  } catch {
    return escapeHtml(code)
  }
}

/** Pygments' classes, which wikis use in their own style sheets. */
const CLASSES: Readonly<Record<string, string>> = {
  addition: 'gi',
  attr: 'na',
  attribute: 'na',
  built_in: 'nb',
  bullet: 'k',
  'char.escape': 'se',
  code: 's',
  comment: 'c1',
  deletion: 'gd',
  doctag: 'cs',
  emphasis: 'ge',
  keyword: 'k',
  link: 's',
  literal: 'kc',
  meta: 'cp',
  name: 'nt',
  number: 'mi',
  operator: 'o',
  property: 'n',
  punctuation: 'p',
  quote: 'ge',
  regexp: 'sr',
  section: 'gh',
  'selector-attr': 'na',
  'selector-class': 'nc',
  'selector-id': 'nn',
  'selector-pseudo': 'nd',
  'selector-tag': 'nt',
  string: 's',
  strong: 'gs',
  subst: 'si',
  symbol: 'ss',
  'template-tag': 'cp',
  'template-variable': 'nv',
  title: 'nf',
  'title class_': 'nc',
  'title class_ inherited__': 'nc',
  'title function_': 'nf',
  type: 'kt',
  variable: 'nv',
  'variable constant_': 'no',
  'variable language_': 'bp',
}

/** The library escapes the code, so each angle bracket belongs to one of its tags. */
const withClasses = (html: string): string =>
  html.replace(/<span class="(?:hljs-([^"]*)|[^"]*)">/g, (_, scope?: string) => {
    const css = scope === undefined ? undefined : (CLASSES[scope] ?? CLASSES[scope.split(' ')[0]!])
    return css === undefined ? '<span>' : `<span class="${css}">`
  })
