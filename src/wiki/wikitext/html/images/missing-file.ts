// Replacements for images that cannot be shown.

import { NS } from '#wiki/site/namespaces.ts'
import type { Site } from '#wiki/site/site.ts'
import { prefixedText } from '#wiki/site/title-format.ts'
import { localUrl, urlEncodeTitle } from '#wiki/site/urls.ts'
import type { Rendering } from '../rendering/rendering.ts'
import { attribute, attributeUnlessEmpty } from './attribute.ts'

/** Upload URL for a file name; null when uploads are disabled. */
function uploadUrl(site: Site, dbkey: string): string | null {
  if (site.info.general.uploadsenabled === false) return null
  const upload = { ns: NS.special, dbkey: site.specialPages.localKey('Upload') }
  return localUrl(site, upload, `wpDestFile=${urlEncodeTitle(dbkey)}`)
}

/** A link to upload a missing file, or to its page when that redirects elsewhere or uploads are disabled. */
export function missingFileLink({ site, host }: Rendering, dbkey: string, label: string): string {
  const name = prefixedText(site, NS.file, dbkey)
  const page = localUrl(site, { ns: NS.file, dbkey })
  if ((host.fileRedirect?.(dbkey) ?? null) !== null) return link(page, 'mw-redirect', name, label || name)
  const upload = uploadUrl(site, dbkey)
  return link(upload ?? page, upload === null ? '' : 'new', name, label || name)
}

/** A link to the page of a file that must not be shown. */
export function hiddenFileLink(rendering: Rendering, dbkey: string, label: string): string {
  const { site, host } = rendering
  const name = prefixedText(site, NS.file, dbkey)
  const isRedirect = host.file?.(dbkey)?.name !== dbkey
  return link(localUrl(site, { ns: NS.file, dbkey }), isRedirect ? 'mw-redirect' : '', name, label || name)
}

function link(href: string, css: string, title: string, label: string): string {
  const attributes = attribute('href', href) + attributeUnlessEmpty('class', css) + attribute('title', title)
  return `<a${attributes}>${escapeLabel(label)}</a>`
}

/** Apostrophes stay markup: they belong to the line that the image is on. */
const escapeLabel = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
