// Options of an image that hold links of their own: link=… and a file of one's choice as thumbnail.

import { NS } from '#wiki/site/namespaces.ts'
import { titleOrNull } from '#wiki/site/titles.ts'
import type { ParseState } from '../expand/state.ts'
import type { MagicWords } from '../magic/words.ts'
import { trim } from '../text.ts'
import { cleanUrl } from './external-links.ts'
import { protocolsOf } from './protocols.ts'

/** The value of an option written "name=$1" in any of its spellings, or null. */
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

/** Records what an image leads to when that is not its own page. */
export function recordLinkOption(state: ParseState, option: string): void {
  const value = optionValue(state.words, 'img_link', trim(option))
  if (value === null || value === '') return
  const { atStart, whole } = protocolsOf(state.site)
  if (atStart.test(value)) {
    if (whole.test(value)) state.output.addExternalLink(cleanUrl(value))
    return
  }
  const title = titleOrNull(state.site, value)
  if (title) state.output.addLink(title)
}

/** Records a use of a file. A file page that redirects brings the file behind it as well. */
export function recordFile(state: ParseState, dbkey: string): void {
  const { output, host } = state
  output.images.add(dbkey)
  const target = host.fileRedirect?.(dbkey) ?? null
  if (target !== null && host.fileExists(target)) output.images.add(target)
  else if (!host.fileExists(dbkey)) output.addTrackingCategory('broken-file-category')
}

export function recordImage(state: ParseState, dbkey: string, options: string): void {
  recordFile(state, dbkey)
  for (const option of options.split('|')) recordLinkOption(state, option)
}

/** Lines of a gallery: a file each, with options and a caption. `read` records the links of a text and gives the rest. */
export function recordGallery(state: ParseState, inner: string, read: (text: string) => string): void {
  for (const line of inner.split('\n')) {
    const bar = line.indexOf('|')
    const name = bar < 0 ? line : line.slice(0, bar)
    if (trim(name) === '') continue
    const title = titleOrNull(state.site, decoded(name), NS.file)
    if (title?.interwiki !== '') continue
    if (title.ns === NS.file) recordFile(state, title.dbkey)
    if (bar >= 0) for (const option of read(trim(line.slice(bar + 1))).split('|')) recordLinkOption(state, option)
  }
}

function decoded(name: string): string {
  if (!name.includes('%')) return name
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
