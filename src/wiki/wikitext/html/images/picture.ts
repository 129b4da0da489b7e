// The picture element and its link.

import { NS } from '#wiki/site/namespaces.ts'
import { localUrl } from '#wiki/site/urls.ts'
import type { Picture, PictureParams, ShownFile } from '../../host.ts'
import { linkRelation } from '../../sanitize/link-relation.ts'
import { escapeHtml } from '../../text.ts'
import type { Rendering } from '../rendering/rendering.ts'
import { attribute, attributeUnlessEmpty } from './attribute.ts'
import { type ImageTarget, targetName, targetUrl } from './image-target.ts'

export interface PictureLook {
  readonly alt: string
  /** Tooltip. */
  readonly title: string
  readonly css: string
  readonly vertical?: string | undefined
  readonly target: ImageTarget | undefined
  readonly lang?: string | undefined
  /** URLs for high-density screens. */
  readonly denser: string
}

/** The `srcset` for 1.5 and 2 times the density, if the URLs differ. */
export function denserPictures(file: ShownFile, { url }: Picture, params: PictureParams): string {
  const found = new Map<string, string>([[url, '']])
  for (const density of [1.5, 2]) {
    const larger = file.picture({
      ...params,
      width: Math.round(params.width * density),
      ...(params.height === undefined ? {} : { height: Math.round(params.height * density) }),
    })
    if (larger && !found.has(larger.url)) found.set(larger.url, `${larger.url} ${density}x`)
  }
  return [...found.values()].filter(Boolean).join(', ')
}

export function pictureHtml(rendering: Rendering, file: ShownFile, picture: Picture, look: PictureLook): string {
  const isLinked = look.target?.kind !== 'none'
  const image = [
    '<img',
    attribute('alt', look.alt),
    attribute('src', picture.url),
    ' decoding="async"',
    isLinked ? '' : attributeUnlessEmpty('title', look.title),
    attribute('width', String(picture.width)),
    attribute('height', String(picture.height)),
    look.vertical === undefined ? '' : attribute('style', `vertical-align: ${look.vertical}`),
    attributeUnlessEmpty('class', look.css),
    attributeUnlessEmpty('srcset', look.denser),
    ' />',
  ].join('')
  return isLinked ? `<a${linkAttributes(rendering, file, look)}>${image}</a>` : image
}

function linkAttributes({ site, page }: Rendering, file: ShownFile, { target, title, lang }: PictureLook): string {
  if (target?.kind === 'address') {
    const relation = linkRelation(site, page.ns, target.url)
    return attribute('href', target.url) + attributeUnlessEmpty('title', title) + attributeUnlessEmpty('rel', relation)
  }
  if (target?.kind === 'page') {
    const shown = title === '' ? targetName(site, target.title) : title
    return attribute('href', targetUrl(site, target.title)) + attribute('title', shown)
  }
  const query = lang === undefined ? '' : `lang=${encodeURIComponent(lang)}`
  const description = localUrl(site, { ns: NS.file, dbkey: file.name }, query)
  return `${attribute('href', description)} class="image"${attributeUnlessEmpty('title', title)}`
}

/** Shown instead of a picture with an invalid size. */
export function pictureError(rendering: Rendering): string {
  const reason = errorText(rendering, rendering.message('thumbnail_invalid_params'))
  return `<div class="MediaTransformError" style="width: 120px; height: 120px; display:inline-block;">${reason}</div>`
}

export const errorText = (rendering: Rendering, reason: string): string =>
  escapeHtml(rendering.message('thumbnail_error').replaceAll('$1', () => reason))
