// [[File:…]] as HTML: a picture in the line, beside the text, or in a frame with a caption.

import { NS } from '#wiki/site/namespaces.ts'
import { titleInNamespace } from '#wiki/site/titles.ts'
import { localUrl } from '#wiki/site/urls.ts'
import { recordFile, recordShownFile } from '../../harvest/image-options.ts'
import type { PictureParams, ShownFile } from '../../host.ts'
import type { Rendering } from '../rendering.ts'
import { attribute } from './attribute.ts'
import { type ImageOptions, isFramed, readImageOptions } from './image-options.ts'
import { hiddenFileLink, missingFileLink } from './missing-file.ts'
import { denserPictures, errorText, type PictureLook, pictureError, pictureHtml } from './picture.ts'
import { plainText } from './plain-text.ts'
import { splitOptions } from './split-options.ts'

/** Widths of frames around nothing. */
const EMPTY_FRAME = 180
const EMPTY_UPRIGHT_FRAME = 130
/** How much narrower upright pictures are than others. */
const UPRIGHT = 0.75
/** What drawings are asked for whose height alone is given. */
const WIDEST_DRAWING = 5120
const PIXELS_OF_BORDERS = 2

/** An image as a page asks for it. */
interface Image {
  readonly rendering: Rendering
  /** As the page names it; the file may have another name. */
  readonly dbkey: string
  readonly file: ShownFile | null
  readonly options: ImageOptions
  readonly look: PictureLook
}

/** `options` is what follows the name, its links and quotes already HTML, either whole or cut at its bars. */
export function imageToHtml(rendering: Rendering, dbkey: string, options: readonly string[] | string): string {
  recordShownFile(rendering.state, dbkey)
  const file = rendering.host.file?.(dbkey) ?? null
  if (file && !(file.isPicture && file.width > 0)) return hiddenFileLink(rendering, dbkey, '')
  const parts = typeof options === 'string' ? splitOptions(options) : options
  const read = readImageOptions(rendering, parts, file)
  const image = { rendering, dbkey, file, options: read, look: lookOf(rendering, dbkey, read) }
  const isCentered = read.align === 'center'
  const html = isFramed(read) ? framed(image) : inLine(image)
  return (isCentered ? `<div class="center">${html}</div>` : html).replaceAll('\n', ' ')
}

function lookOf(rendering: Rendering, dbkey: string, options: ImageOptions): PictureLook {
  const { caption, vertical, target, lang, css = '' } = options
  const hasFrame = isFramed(options)
  const said = plainText(rendering, caption)
  const name = dbkey.replaceAll('_', ' ')
  return {
    alt: options.alt ?? (caption === '' ? name : hasFrame ? '' : said),
    title: hasFrame ? '' : said,
    css: [css, hasFrame ? 'thumbimage' : options.border ? 'thumbborder' : ''].filter(Boolean).join(' '),
    vertical: hasFrame ? undefined : vertical,
    target,
    lang,
    denser: '',
  }
}

/** The size a page asks for. What it leaves open depends on the file, on the format, and on what readers prefer. */
function wantedSize({ rendering, file, options }: Image): PictureParams {
  const { format, upright, height, lang } = options
  let width = options.width
  if (width === undefined && file) {
    width = height !== undefined && file.isDrawing ? WIDEST_DRAWING : file.width
    if ((format !== undefined && format !== 'framed') || width === 0) {
      const preferred = preferredWidth(rendering, upright)
      if (height === undefined && (width <= 0 || preferred < width || file.isDrawing)) width = preferred
    }
  }
  return {
    width: width ?? 0,
    ...(height === undefined ? {} : { height }),
    ...(lang === undefined ? {} : { lang: lang.toLowerCase() }),
  }
}

/** Widths that upright pictures bring about are rounded, so that there are not too many of them. */
function preferredWidth({ options }: Rendering, upright: number | undefined): number {
  const usual = options.thumbnailWidth
  return upright === undefined ? usual : Math.round((usual * (upright || UPRIGHT)) / 10) * 10
}

/** Pictures of dots are not made larger than they are. */
function withinFile(params: PictureParams, file: ShownFile): PictureParams {
  const isTooLarge = file.width > 0 && !file.mustBeRendered && params.width > file.width
  return isTooLarge ? { ...params, width: file.width } : params
}

const isHidden = ({ host, page }: Rendering, file: ShownFile): boolean => host.isBadFile?.(file.name, page) ?? false

function inLine(image: Image): string {
  const { align } = image.options
  const html = pictureInLine(image)
  return align === undefined ? html : `<div class="float${align === 'center' ? 'none' : align}">${html}</div>`
}

function pictureInLine(image: Image): string {
  const { rendering, dbkey, file, options, look } = image
  if (!file) return missingFileLink(rendering, dbkey, look.title)
  if (isHidden(rendering, file)) return hiddenFileLink(rendering, dbkey, look.title)
  const wanted = wantedSize(image)
  const params = options.format === 'frameless' ? withinFile(wanted, file) : wanted
  const picture = file.picture(params)
  if (!picture) return pictureError(rendering)
  return pictureHtml(rendering, file, picture, { ...look, denser: denserPictures(file, picture, params) })
}

/** What is in a frame, and how wide. */
interface Inside {
  readonly html: string
  readonly width: number
  /** A link to the file, for readers who want to see it larger. */
  readonly hasMagnifier?: boolean
}

function framed(image: Image): string {
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
  const wanted = wantedSize(image)
  const width = wanted.width || (options.upright === undefined ? EMPTY_FRAME : EMPTY_UPRIGHT_FRAME)
  if (!file) return { html: missingFileLink(rendering, dbkey, ''), width }
  if (options.standIn !== undefined) return standIn(image, width)
  if (options.format === 'framed') return pictureInFrame(image, file, { ...wanted, width: file.width }, false)
  return pictureInFrame(image, file, withinFile({ ...wanted, width }, file), true)
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

/** Another file serves as the picture of this one. */
function standIn(image: Image, width: number): Inside {
  const { rendering, dbkey, options, look } = image
  const title = titleInNamespace(rendering.site, NS.file, options.standIn!)
  if (title) recordFile(rendering.state, title.dbkey)
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
