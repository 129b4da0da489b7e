// Gallery lines: one file each, with options and a caption.

import { NS } from '#wiki/site/namespaces.ts'
import { type Title, titleOrNull } from '#wiki/site/titles.ts'
import { recordShownFile } from '../../../harvest/image-options.ts'
import type { ShownFile } from '../../../host.ts'
import { percentDecode, trim } from '../../../text.ts'
import { isLanguageOfDrawing } from '../../images/image-options.ts'
import { type ImageTarget, preferredTarget, readTarget } from '../../images/image-target.ts'
import { writtenGalleryOption } from '../../images/option-words.ts'
import { plainText } from '../../images/plain-text.ts'
import { splitOptions } from '../../images/split-options.ts'
import type { ExpandHere, Rendering } from '../../rendering/rendering.ts'

export interface GalleryItem {
  readonly title: Title
  /** HTML with placeholders. */
  caption: string
  alt?: string
  target?: ImageTarget
  lang?: string
}

/** The file named by a line; other pages have no pictures. */
export function fileOf({ host }: Rendering, { ns, dbkey, interwiki }: Title): ShownFile | null {
  return ns === NS.file && interwiki === '' ? (host.file?.(dbkey) ?? null) : null
}

export function readGalleryLines(rendering: Rendering, inner: string, expand: ExpandHere): GalleryItem[] {
  return inner.split('\n').flatMap(line => readLine(rendering, line, expand) ?? [])
}

/** Null for lines without a title. */
function readLine(rendering: Rendering, line: string, expand: ExpandHere): GalleryItem | null {
  const bar = line.indexOf('|')
  const name = bar < 0 ? line : line.slice(0, bar)
  if (name === '') return null
  const title = titleOrNull(rendering.site, percentDecode(name), NS.file)
  if (!title) return null
  const { output } = rendering.state
  if (title.ns === NS.file && title.interwiki === '') recordShownFile(rendering.state, title.dbkey)
  else output.addTrackingCategory('broken-file-category')
  const item: GalleryItem = { title, caption: '' }
  if (bar >= 0) {
    const html = rendering.inline(expand(trim(line.slice(bar + 1))))
    for (const part of splitOptions(html)) takePart(rendering, item, part)
  }
  return item
}

function takePart(rendering: Rendering, item: GalleryItem, part: string): void {
  const option = writtenGalleryOption(rendering.state.words, trim(part))
  const value = option?.value ?? ''
  if (option?.name === 'alt') item.alt = plainText(rendering, value)
  else if (option?.name === 'link') {
    const target = preferredTarget(item.target, readTarget(rendering, plainText(rendering, value)))
    if (target) item.target = target
  } else if (option?.name === 'lang' && isLanguageOfDrawing(fileOf(rendering, item.title), value)) item.lang = value
  else item.caption = part
}
