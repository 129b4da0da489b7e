// Extensions that need a service, a database of their own or a browser script. Their source is shown in a box with a
// notice, the page is tracked, and nothing inside takes effect. Functions that show nothing in MediaWiki either, such as
// those for search engines, only track the page.

import { type LazyCall, lazy, type ParserFunction, plain } from '../functions/call.ts'
import { sourceOf } from '../source.ts'
import type { ParseState } from '../state/parse-state.ts'
import { killMarkers } from '../state/strip-markers.ts'
import { escapeHtml } from '../text.ts'
import type { Extension, TagCall, TagKind } from './extension.ts'
import type { ExtensionName } from './names.ts'

const MODULE = 'ext.parlance.source'
const CATEGORY = 'parlance-source-category'
const NOTICE = 'parlance-source-notice'

export const shownAsSourceMessages = {
  [CATEGORY]: 'Pages with extensions shown as source',
  [`${CATEGORY}-desc`]: 'The page uses an extension that this wiki does not support.',
  [NOTICE]: '$1 is not supported by this wiki. This is its source:',
}

const css =
  '.mw-ext-source{display:flow-root;margin-block:.5em;padding:.4em .7em;border:1px solid var(--line,currentColor);border-radius:4px}.mw-ext-source pre{margin-block:.3em 0;white-space:pre-wrap;overflow-wrap:anywhere}'

/** Longer sources are cut, because a page may repeat them. */
const LONGEST = 20_000

function box(state: ParseState, label: string, source: string): string {
  state.output.addTrackingCategory(CATEGORY, shownAsSourceMessages[CATEGORY])
  state.output.styles.add(MODULE)
  const notice = (state.host.message(NOTICE) ?? shownAsSourceMessages[NOTICE]).replaceAll('$1', () => label)
  const code = escapeHtml(killMarkers(source).slice(0, LONGEST))
  return `<div class="mw-ext-source"><p>${escapeHtml(notice)}</p><pre>${code}</pre></div>`
}

/** A tag without a counterpart. */
export const sourceTag: TagKind = {
  html: ({ name, inner, state }: TagCall) => box(state, `<${name}>`, inner ?? ''),
}

function functionBox(call: LazyCall, name: string): string {
  const { state, parts, first } = call
  const written = parts.map(({ index, name: key, value }) => {
    const text = sourceOf(value).text
    return index > 0 ? `|${text}` : `|${sourceOf(key).text}=${text}`
  })
  const source = `{{#${name}:${first}${written.join('')}}}`
  state.steps.read(source, 20)
  const html = box(state, `{{#${name}:}}`, source)
  // Texts that are only expanded keep the call.
  return state.includesSpecialPages ? state.strip.addGeneral(name, html) : state.strip.addWritten(name, source)
}

/** A function without a counterpart. */
export const sourceFunction = (id: string): ParserFunction => lazy(call => functionBox(call, id))

const hidden: ParserFunction = plain(({ output }) => {
  output.addTrackingCategory(CATEGORY, shownAsSourceMessages[CATEGORY])
  return ''
})

interface Foreign {
  readonly name: ExtensionName
  readonly aliases?: readonly string[]
  readonly tags?: string
  readonly functions?: string
  /** Functions without output. */
  readonly hides?: string
}

const words = (text = ''): string[] => (text === '' ? [] : text.split(' '))

const foreign = ({ name, aliases = [], tags, functions, hides }: Foreign): Extension => ({
  name,
  aliases,
  type: 'parserhook',
  url: `https://www.mediawiki.org/wiki/Extension:${name}`,
  isShownAsSource: true,
  about: 'Shown as source.',
  tags: Object.fromEntries(words(tags).map(tag => [tag, sourceTag])),
  functions: Object.fromEntries([
    ...words(functions).map(id => [id, sourceFunction(id)] as const),
    ...words(hides).map(id => [id, hidden] as const),
  ]),
  messages: shownAsSourceMessages,
  styles: { module: MODULE, css },
})

export const shownAsSource: readonly Extension[] = [
  foreign({ name: 'EasyTimeline', aliases: ['Timeline'], tags: 'timeline' }),
  foreign({ name: 'Score', tags: 'score' }),
  foreign({ name: 'Graph', aliases: ['Chart'], tags: 'graph', functions: 'chart' }),
  foreign({ name: 'Kartographer', tags: 'mapframe maplink' }),
  foreign({ name: 'WikiHiero', tags: 'hiero' }),
  foreign({
    name: 'Cargo',
    functions: 'cargo_query cargo_compound_query cargo_store cargo_declare cargo_attach cargo_display_map',
  }),
  foreign({
    name: 'SemanticMediaWiki',
    functions: 'ask show set set_recurring_event subobject concept declare info',
  }),
  foreign({ name: 'Babel', functions: 'babel' }),
  foreign({
    name: 'DynamicPageList',
    aliases: ['DynamicPageList3', 'intersection'],
    tags: 'dynamicpagelist dpl',
    functions: 'dpl',
  }),
  foreign({ name: 'EmbedVideo', tags: 'youtube vimeo embedvideo', functions: 'ev evt evp evu evl' }),
  foreign({ name: 'RSS', tags: 'rss' }),
  foreign({ name: 'Widgets', functions: 'widget' }),
  foreign({ name: 'GeoData', hides: 'coordinates' }),
  foreign({ name: 'WikibaseClient', hides: 'property statements' }),
  foreign({ name: 'WikiSEO', tags: 'seo', hides: 'seo' }),
]
