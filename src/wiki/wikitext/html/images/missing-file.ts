// What stands in the place of an image that cannot be shown.

import { NS } from '#wiki/site/namespaces.ts'
import type { Site } from '#wiki/site/site.ts'
import { prefixedText } from '#wiki/site/title-format.ts'
import { formEncode, localUrl } from '#wiki/site/urls.ts'
import { anchor, missingTitle } from '../../page-links.ts'
import { escapeHtml } from '../../text.ts'
import type { Rendering } from '../rendering.ts'

/** Where a file of that name can be uploaded, or null where nobody can. */
function uploadUrl(site: Site, dbkey: string): string | null {
  if (site.info.general.uploadsenabled === false) return null
  const upload = { ns: NS.special, dbkey: site.specialPages.localKey('Upload') }
  return localUrl(site, upload, `wpDestFile=${formEncode(dbkey)}`)
}

/** A link to where a missing file can be uploaded. */
export function missingFileLink(rendering: Rendering, dbkey: string, label: string): string {
  const { site, host } = rendering
  const name = prefixedText(site, NS.file, dbkey)
  const html = escapeHtml(label === '' ? name : label)
  const upload = uploadUrl(site, dbkey)
  if (upload !== null) return anchor(upload, 'new', name, html)
  const edit = localUrl(site, { ns: NS.file, dbkey }, 'action=edit&redlink=1')
  return anchor(
    edit,
    'new',
    missingTitle({ site, linkState: () => 'missing', message: key => host.message(key) }, name),
    html,
  )
}

/** A link to the page of a file that is not to be shown. */
export function hiddenFileLink(rendering: Rendering, dbkey: string, label: string): string {
  const { site, host } = rendering
  const name = prefixedText(site, NS.file, dbkey)
  const isRedirect = host.file?.(dbkey)?.name !== dbkey
  const html = escapeHtml(label === '' ? name : label)
  return anchor(localUrl(site, { ns: NS.file, dbkey }), isRedirect ? 'mw-redirect' : '', name, html)
}
