import type { FileVersion } from '../../files/file-version.ts'
import { mediaKind } from '../../files/media-kinds.ts'
import { thumbnailOf } from '../../files/thumbnail-of.ts'
import { escapeHtml } from '../../messages/render.ts'
import { NS } from '../../site/namespaces.ts'
import type { Site } from '../../site/site.ts'
import { localUrl } from '../../site/urls.ts'

const WIDTH = 300
const PLACEHOLDER_WIDTH = 180

const escapeAttribute = (text: string): string => escapeHtml(text).replaceAll("'", '&#39;')

interface BoxOptions {
  /** Replaces the image of a missing or disallowed file. */
  readonly link: string | null
  /** Tooltip of the enlarge icon. */
  readonly enlarge: string
  readonly isRightToLeft: boolean
}

/** The frame around a thumbnail on a page. */
export function thumbBox(site: Site, file: FileVersion | null, { link, enlarge, isRightToLeft }: BoxOptions): string {
  const isDrawing = file !== null && mediaKind(file.mime)?.isDrawing === true
  const width = file === null ? PLACEHOLDER_WIDTH : isDrawing ? WIDTH : Math.min(WIDTH, file.width)
  const picture = file && link === null ? pictureHtml(site, file, width) : (link ?? '')
  const page = file ? escapeAttribute(localUrl(site, { ns: NS.file, dbkey: file.name })) : ''
  const corner =
    link === null
      ? `<div class="magnify"><a href="${page}" class="internal" title="${escapeAttribute(enlarge)}"></a></div>`
      : ''
  const inner = `<div class="thumbinner" style="width:${width + 2}px;">${picture}  <div class="thumbcaption">${corner}</div></div>`
  return `<div class="thumb ${isRightToLeft ? 'tleft' : 'tright'}">${inner}</div>`
}

function pictureHtml(site: Site, file: FileVersion, width: number): string {
  const thumb = thumbnailOf(site, file, { width })
  const page = escapeAttribute(localUrl(site, { ns: NS.file, dbkey: file.name }))
  const name = escapeAttribute(file.name.replaceAll('_', ' '))
  if (!thumb) return `<a href="${page}" class="image">${name}</a>`
  const local = (url: string) => escapeAttribute(url.slice(site.server.length))
  // Of several densities with the same URL, keep the lowest.
  const densities = Object.entries(thumb.larger)
    .sort(([one], [other]) => Number(one) - Number(other))
    .filter(([, url], index, all) => all.findIndex(([, other]) => other === url) === index)
  const srcset = densities.map(([density, url]) => `${local(url)} ${density}x`).join(', ')
  const attributes = `alt="${name}" src="${local(thumb.url)}" decoding="async" width="${thumb.width}" height="${thumb.height}"`
  return `<a href="${page}" class="image"><img ${attributes} class="thumbimage"${srcset ? ` srcset="${srcset}"` : ''} /></a>`
}
