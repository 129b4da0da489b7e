// <gallery>: pictures in boxes.

import { checkAttributes, readAttributes } from '../../../sanitize/attributes.ts'
import type { ExtensionTag } from '../../../state/parse-state.ts'
import { attribute } from '../../images/attribute.ts'
import type { ExpandHere, Rendering } from '../../rendering/rendering.ts'
import { type Gallery, galleryBox } from './gallery-box.ts'
import { readGalleryLines } from './gallery-lines.ts'
import { galleryMode, rowsWidth } from './gallery-modes.ts'

const USUAL_SIZE = 120

/** `100` or `100px`. */
function sizeOf(value: string | undefined): number {
  const digits = /^(\d+)\s*(?:px)?\s*$/.exec(value ?? '')?.[1]
  return Math.min(Number(digits ?? 0), Number.MAX_SAFE_INTEGER) || USUAL_SIZE
}

export function galleryHtml(rendering: Rendering, tag: ExtensionTag, expand: ExpandHere): string {
  const written = readAttributes(tag.attributes)
  const gallery: Gallery = {
    rendering,
    mode: galleryMode(written.get('mode') ?? ''),
    size: { width: sizeOf(written.get('widths')), height: sizeOf(written.get('heights')) },
    showsNames: written.has('showfilename'),
  }
  const caption = written.get('caption') ?? ''
  const title = caption === '' ? '' : `\n\t<li class="gallerycaption">${rendering.inline(expand(caption))}</li>`
  const boxes = readGalleryLines(rendering, tag.inner ?? '', expand).map(item => galleryBox(gallery, item))
  return `<ul${listAttributes(gallery, written)}>${title}${boxes.join('')}\n</ul>`
}

function listAttributes({ mode, size }: Gallery, written: ReadonlyMap<string, string>): string {
  const attributes = new Map([['class', `gallery mw-gallery-${mode.name}`]])
  for (const [name, value] of checkAttributes(written, 'ul')) {
    attributes.set(name, name === 'class' ? `${attributes.get(name)} ${value}` : value)
  }
  if (mode.name === 'slideshow') attributes.set('data-showthumbnails', written.has('showthumbnails') ? '1' : '')
  const perRow = Number.parseInt(written.get('perrow') ?? '', 10)
  if (perRow > 0 && !mode.isPacked) {
    attributes.set('style', `max-width: ${rowsWidth(mode, size, perRow)}px;${attributes.get('style') ?? ''}`)
  }
  return [...attributes].map(([name, value]) => attribute(name, value)).join('')
}
