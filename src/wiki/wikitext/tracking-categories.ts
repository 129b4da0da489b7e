import type { Site } from '#wiki/site/site.ts'
import { citeWording } from './cite-wording.ts'
import type { Extension } from './extensions/extension.ts'
import { extensions } from './extensions/index.ts'
import { shownAsSourceMessages } from './extensions/shown-as-source.ts'
import { scriptWording } from './lua/script-error.ts'
import { magicWordsOf } from './magic/words.ts'
import { magicLinkKinds } from './magic-link-kinds.ts'

/** A category that the parser adds, by the key of the message with its name. The key of its description ends in `-desc`. */
export interface TrackingCategory {
  readonly key: string
  /** English texts for keys without a built-in message; null otherwise. */
  readonly name: string | null
  readonly description: string | null
}

const CORE = [
  'broken-file-category',
  'duplicate-args-category',
  'expansion-depth-exceeded-category',
  'expensive-parserfunction-category',
  'hidden-category-category',
  'index-category',
  'node-count-exceeded-category',
  'noindex-category',
  'nonnumeric-formatnum',
  'post-expand-template-argument-category',
  'post-expand-template-inclusion-category',
  'restricted-displaytitle-ignored',
  'template-loop-category',
] as const

/** The tracking categories that pages of this wiki can be in, with those of its extensions. */
export function trackingCategories(site: Site): TrackingCategory[] {
  const keys = [...CORE, ...magicLinkKinds(site).map(kind => `magiclink-tracking-${kind.toLowerCase()}`)]
  const { extensiontags } = site.info
  const isInstalled = ({ tags = {} }: Extension): boolean =>
    Object.keys(tags).some(tag => extensiontags.includes(`<${tag}>`))
  const wordings = [
    ...(extensiontags.includes('<ref>') ? [citeWording] : []),
    ...(magicWordsOf(site).aliasesOf('invoke').length > 0 ? [scriptWording] : []),
    ...extensions.filter(isInstalled).map(({ messages = {} }) => messages),
    shownAsSourceMessages,
  ]
  const own = new Map(wordings.flatMap(categoriesAmong).map(category => [category.key, category]))
  return [...keys.map(key => ({ key, name: null, description: null })), ...own.values()]
}

/** The messages that have a description are names of categories. */
const categoriesAmong = (messages: Readonly<Record<string, string>>): TrackingCategory[] =>
  Object.entries(messages).flatMap(([key, name]) => {
    const description = messages[`${key}-desc`]
    return description === undefined ? [] : [{ key, name, description }]
  })
