// Links in image options and captions.

import { BoundedCache } from '#cache/bounded-cache.ts'
import { NS } from '#wiki/site/namespaces.ts'
import { titleOrNull } from '#wiki/site/titles.ts'
import type { MagicWords } from '../magic/words.ts'
import type { ParseState } from '../state/parse-state.ts'
import { percentDecode, trim } from '../text.ts'
import { cleanUrl, recordFreeLinks } from './external-links.ts'
import { protocolsOf } from './protocols.ts'

/** The value of an option written as "name=$1" in any spelling; null for other text. */
function optionValue(words: MagicWords, id: string, text: string): string | null {
  for (const alias of words.aliasesOf(id)) {
    const place = alias.indexOf('$1')
    if (place < 0) continue
    const head = alias.slice(0, place)
    const tail = alias.slice(place + 2)
    if (text.length >= alias.length - 2 && text.startsWith(head) && text.endsWith(tail)) {
      return trim(text.slice(place, text.length - tail.length))
    }
  }
  return null
}

/** Records the target of an image's link option. */
function recordLinkOption(state: ParseState, option: string): void {
  const value = optionValue(state.words, 'img_link', trim(option))
  if (value === null || value === '') return
  const { atStart, whole } = protocolsOf(state.site)
  if (atStart.test(value)) {
    if (whole.test(value)) state.output.addExternalLink(cleanUrl(value))
    return
  }
  const title = titleOrNull(state.site, percentDecode(value))
  if (title) state.output.addLink(title)
}

/** Records a use of a file, including the target of a file redirect. */
export function recordFile(state: ParseState, dbkey: string): void {
  const { output, host } = state
  output.images.add(dbkey)
  const target = host.fileRedirect?.(dbkey) ?? null
  if (target !== null && host.fileExists(target)) output.images.add(target)
}

/** Records a displayed file; pages with a broken one get a tracking category. */
export function recordShownFile(state: ParseState, dbkey: string): void {
  const { output, host } = state
  recordFile(state, dbkey)
  const target = host.fileRedirect?.(dbkey) ?? dbkey
  if (!host.fileExists(target)) output.addTrackingCategory('broken-file-category')
}

const optionIds =
  'thumbnail manualthumb framed frameless border left right center none baseline sub super top text_top middle bottom text_bottom width upright alt link class lang page'
    .split(' ')
    .map(name => `img_${name}`)
const framedIds = ['img_thumbnail', 'img_manualthumb', 'img_framed']

type OptionKind = 'frame' | 'other' | 'caption'

function isOption(words: MagicWords, ids: readonly string[], text: string): boolean {
  return ids.some(id => words.aliasesOf(id).includes(text) || optionValue(words, id, text) !== null)
}

/** Cache: the same few options appear on page after page. */
const knownKinds = new WeakMap<MagicWords, BoundedCache<string, OptionKind>>()
const longestOption = 30

function kindOf(words: MagicWords, text: string): OptionKind {
  let cache = knownKinds.get(words)
  if (!cache) {
    cache = new BoundedCache({ limit: 10_000 })
    knownKinds.set(words, cache)
  }
  let kind = cache.get(text)
  if (kind === undefined) {
    kind = isOption(words, framedIds, text) ? 'frame' : isOption(words, optionIds, text) ? 'other' : 'caption'
    if (text.length <= longestOption) cache.set(text, kind)
  }
  return kind
}

/** `options` is the text after the file name, with links removed. */
export function recordImage(state: ParseState, dbkey: string, options: string): void {
  state.steps.spend(5)
  recordShownFile(state, dbkey)
  if (options === '') return
  let caption = ''
  let framed = false
  for (const option of options.split('|')) {
    const text = trim(option)
    recordLinkOption(state, text)
    const kind = kindOf(state.words, text)
    if (kind === 'frame') framed = true
    else if (kind === 'caption') caption = option
  }
  // Only framed captions are shown as text; elsewhere they are tooltips without links.
  if (framed) recordFreeLinks(state, caption)
}

/**
 * Lines of a gallery: one file each, with options and a caption. `read`
 * records the links of a text and returns the rest.
 */
export function recordGallery(state: ParseState, inner: string, read: (text: string) => string): void {
  for (const line of inner.split('\n')) {
    state.steps.spend(5)
    const bar = line.indexOf('|')
    const name = bar < 0 ? line : line.slice(0, bar)
    if (trim(name) === '') continue
    const title = titleOrNull(state.site, percentDecode(name), NS.file)
    if (!title) continue
    if (title.ns === NS.file && title.interwiki === '') recordShownFile(state, title.dbkey)
    else state.output.addTrackingCategory('broken-file-category')
    if (bar >= 0) for (const option of read(trim(line.slice(bar + 1))).split('|')) recordLinkOption(state, option)
  }
}
