// The box of one gallery file.

import { localUrl } from '#wiki/site/urls.ts'
import { phpNumber } from '../../../functions/numbers.ts'
import type { Picture, ShownFile } from '../../../host.ts'
import { attribute, attributeUnlessEmpty, escapeValue } from '../../images/attribute.ts'
import { targetName } from '../../images/image-target.ts'
import { denserPictures, pictureError, pictureHtml } from '../../images/picture.ts'
import { plainText } from '../../images/plain-text.ts'
import type { Rendering } from '../../rendering/rendering.ts'
import { fileOf, type GalleryItem } from './gallery-lines.ts'
import {
  boxWidth,
  type GalleryMode,
  type GallerySize,
  margin,
  overlayWidth,
  shownPicture,
  thumbHeight,
  thumbWidth,
  wantedPicture,
} from './gallery-modes.ts'

export interface Gallery {
  readonly rendering: Rendering
  readonly mode: GalleryMode
  readonly size: GallerySize
  readonly showsNames: boolean
}

/** Formats fractions with as many digits as MediaWiki. */
const pixels = (value: number): string => `${phpNumber(value)}px`

const nameOf = ({ title }: GalleryItem): string => title.dbkey.replaceAll('_', ' ')

export function galleryBox(gallery: Gallery, item: GalleryItem): string {
  const { rendering, mode, size } = gallery
  const file = fileOf(rendering, item.title)
  const picture = file?.picture({ ...wantedPicture(mode, size), ...language(item) }) ?? null
  const width = pixels(boxWidth(mode, size, picture))
  return (
    `\n\t\t<li class="gallerybox" style="width: ${width}"><div style="width: ${width}">` +
    `\n\t\t\t${thumbHtml(gallery, item, file, picture)}` +
    `${captionHtml(gallery, item, picture)}\n\t\t</div></li>`
  )
}

const language = ({ lang }: GalleryItem) => (lang === undefined ? {} : { lang: lang.toLowerCase() })

function thumbHtml(gallery: Gallery, item: GalleryItem, file: ShownFile | null, picture: Picture | null): string {
  const { rendering, mode, size } = gallery
  const { host, page } = rendering
  const name = nameOf(item)
  const height = `height: ${thumbHeight(mode, size)}px;`
  if (!file) return `<div class="thumb" style="${height}">${escapeValue(name)}</div>`
  // Other kinds of files have no picture.
  if (!file.isPicture || host.isBadFile?.(file.name, page)) {
    return `<div class="thumb" style="${height}">${nameLink(gallery, item, '')}</div>`
  }
  if (!picture) return `<div class="thumb" style="${height}">${pictureError(rendering)}</div>`
  const { caption, target, lang } = item
  const title = plainText(rendering, caption)
  const html = pictureHtml(rendering, file, shownPicture(mode, picture), {
    alt: item.alt ?? (caption === '' ? name : title),
    title,
    css: '',
    target,
    lang,
    denser: denserPictures(file, picture, { ...wantedPicture(mode, size), ...language(item) }),
  })
  const width = pixels(thumbWidth(mode, size, picture))
  const space = pixels(margin(mode, size, picture))
  return `<div class="thumb" style="width: ${width};"><div style="margin:${space} auto;">${html}</div></div>`
}

function captionHtml(gallery: Gallery, item: GalleryItem, picture: Picture | null): string {
  const { mode, size, showsNames, rendering } = gallery
  const caption = rendering.links.restorePieces(item.caption)
  const name = showsNames ? `${nameLink(gallery, item, 'galleryfilename galleryfilename-truncate')}\n` : ''
  if (!mode.isOverlaid) return `\n\t\t\t<div class="gallerytext">\n${name}${caption}\n\t\t\t</div>`
  if (name + caption === '') return ''
  const width = pixels(overlayWidth(mode, size, picture))
  return (
    `\n\t\t\t<div class="gallerytextwrapper" style="width: ${width}"><div class="gallerytext">` +
    `\n${name}${caption}\n\t\t\t</div></div>`
  )
}

/** A link to the file page, whether it exists or not. */
function nameLink({ rendering }: Gallery, item: GalleryItem, css: string): string {
  const { site, host } = rendering
  const { title } = item
  const isRedirect = host.linkState?.(title.ns, title.dbkey) === 'redirect'
  const classes = [isRedirect ? 'mw-redirect' : '', css].filter(Boolean).join(' ')
  const attributes = [
    attribute('href', localUrl(site, title)),
    attributeUnlessEmpty('class', classes),
    attribute('title', targetName(site, title)),
  ]
  return `<a${attributes.join('')}>${escapeValue(nameOf(item))}</a>`
}
