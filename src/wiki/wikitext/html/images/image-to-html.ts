// [[File:…]] as HTML: inline, floating, or framed with a caption.

import { recordShownFile } from '../../harvest/image-options.ts'
import type { Rendering } from '../rendering/rendering.ts'
import { type Image, isHidden } from './image.ts'
import { framed } from './image-frame.ts'
import { type ImageOptions, isFramed, readImageOptions } from './image-options.ts'
import { wantedSize, withinFile } from './image-size.ts'
import { hiddenFileLink, missingFileLink } from './missing-file.ts'
import { denserPictures, type PictureLook, pictureError, pictureHtml } from './picture.ts'
import { plainText } from './plain-text.ts'
import { splitOptions } from './split-options.ts'

/** `options` is the text after the name, with links and quotes already converted to HTML. */
export function imageToHtml(rendering: Rendering, dbkey: string, options: string): string {
  recordShownFile(rendering.state, dbkey)
  rendering.state.steps.spend(10)
  const file = rendering.host.file?.(dbkey) ?? null
  if (file && !(file.isPicture && file.width > 0)) return hiddenFileLink(rendering, dbkey, '')
  const read = readImageOptions(rendering, splitOptions(options), file)
  const image = { rendering, dbkey, file, options: read, look: lookOf(rendering, dbkey, read) }
  const isCentered = read.align === 'center'
  const html = isFramed(read) ? framed(image) : inLine(image)
  return (isCentered ? `<div class="center">${html}</div>` : html).replaceAll('\n', ' ')
}

function lookOf(rendering: Rendering, dbkey: string, options: ImageOptions): PictureLook {
  const { caption, vertical, target, lang, css = '' } = options
  const hasFrame = isFramed(options)
  const captionText = plainText(rendering, caption)
  const name = dbkey.replaceAll('_', ' ')
  return {
    alt: options.alt ?? (caption === '' ? name : hasFrame ? '' : captionText),
    title: hasFrame ? '' : captionText,
    css: [css, hasFrame ? 'thumbimage' : options.border ? 'thumbborder' : ''].filter(Boolean).join(' '),
    vertical: hasFrame ? undefined : vertical,
    target,
    lang,
    denser: '',
  }
}

function inLine(image: Image): string {
  const { align } = image.options
  const html = pictureInLine(image)
  return align === undefined ? html : `<div class="float${align === 'center' ? 'none' : align}">${html}</div>`
}

function pictureInLine(image: Image): string {
  const { rendering, dbkey, file, options, look } = image
  if (!file) return missingFileLink(rendering, dbkey, look.title)
  if (isHidden(rendering, file)) return hiddenFileLink(rendering, dbkey, look.title)
  const size = wantedSize(image)
  const params = options.format === 'frameless' ? withinFile(size, file) : size
  const picture = file.picture(params)
  if (!picture) return pictureError(rendering)
  return pictureHtml(rendering, file, picture, { ...look, denser: denserPictures(file, picture, params) })
}
