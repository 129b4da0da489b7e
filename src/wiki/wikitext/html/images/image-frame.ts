// A framed image with a caption.

import { NS } from '#wiki/site/namespaces.ts'
import { titleInNamespace } from '#wiki/site/titles.ts'
import { localUrl } from '#wiki/site/urls.ts'
import type { PictureParams, ShownFile } from '../../host.ts'
import type { Rendering } from '../rendering/rendering.ts'
import { attribute } from './attribute.ts'
import { type Image, isHidden } from './image.ts'
import { wantedSize, withinFile } from './image-size.ts'
import { hiddenFileLink, missingFileLink } from './missing-file.ts'
import { denserPictures, errorText, pictureError, pictureHtml } from './picture.ts'

/** Widths of empty frames. */
const EMPTY_FRAME = 180
const EMPTY_UPRIGHT_FRAME = 130
const PIXELS_OF_BORDERS = 2

/** Contents and width of a frame. */
interface Inside {
  readonly html: string
  readonly width: number
  /** Whether to add a link to the full-size file. */
  readonly hasMagnifier?: boolean
}

export function framed(image: Image): string {
  const { rendering, dbkey, options } = image
  const { html, width, hasMagnifier } = insideOfFrame(image)
  const side = rendering.site.info.general.rtl === true ? 'left' : 'right'
  const align = options.align === 'center' ? 'none' : (options.align ?? side)
  const magnifier = hasMagnifier ? magnifierHtml(rendering, dbkey) : ''
  return (
    `<div class="thumb t${align}"><div class="thumbinner" style="width:${width + PIXELS_OF_BORDERS}px;">${html}  ` +
    `<div class="thumbcaption">${magnifier}${rendering.links.restorePieces(options.caption)}</div></div></div>`
  )
}

function insideOfFrame(image: Image): Inside {
  const { rendering, dbkey, file, options } = image
  const size = wantedSize(image)
  const width = size.width || (options.upright === undefined ? EMPTY_FRAME : EMPTY_UPRIGHT_FRAME)
  if (!file) return { html: missingFileLink(rendering, dbkey, ''), width }
  if (options.standIn !== undefined) return standIn(image, width)
  if (options.format === 'framed') return pictureInFrame(image, file, { ...size, width: file.width }, false)
  return pictureInFrame(image, file, withinFile({ ...size, width }, file), true)
}

function pictureInFrame(image: Image, file: ShownFile, params: PictureParams, isThumbnail: boolean): Inside {
  const { rendering, dbkey, look } = image
  const { height, ...unbound } = params
  const used = isThumbnail ? params : unbound
  const picture = file.picture(used)
  if (!picture) return { html: pictureError(rendering), width: 120, hasMagnifier: isThumbnail }
  const { width } = picture
  if (isHidden(rendering, file)) return { html: hiddenFileLink(rendering, dbkey, ''), width }
  const denser = isThumbnail ? denserPictures(file, picture, used) : ''
  return { html: pictureHtml(rendering, file, picture, { ...look, denser }), width, hasMagnifier: isThumbnail }
}

/** Uses another file as the thumbnail. As in MediaWiki, this use is not listed. */
function standIn(image: Image, width: number): Inside {
  const { rendering, dbkey, options, look } = image
  const title = titleInNamespace(rendering.site, NS.file, options.standIn!)
  const file = (title && rendering.host.file?.(title.dbkey)) ?? null
  const picture = file?.picture({ width: file.width }) ?? null
  if (!file || !picture) return { html: errorText(rendering, ''), width }
  if (isHidden(rendering, file)) return { html: hiddenFileLink(rendering, dbkey, ''), width: picture.width }
  const own = { ns: NS.file, dbkey, interwiki: '', fragment: '' }
  const target = look.target ?? ({ kind: 'page', title: own } as const)
  return { html: pictureHtml(rendering, file, picture, { ...look, target }), width: picture.width, hasMagnifier: true }
}

function magnifierHtml(rendering: Rendering, dbkey: string): string {
  const href = attribute('href', localUrl(rendering.site, { ns: NS.file, dbkey }))
  const title = attribute('title', rendering.message('thumbnail-more'))
  return `<div class="magnify"><a${href} class="internal"${title}></a></div>`
}
