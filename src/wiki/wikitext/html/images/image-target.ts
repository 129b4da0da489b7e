// Link targets of images.

import { NS } from '#wiki/site/namespaces.ts'
import type { Site } from '#wiki/site/site.ts'
import { prefixedText } from '#wiki/site/title-format.ts'
import { type Title, titleOrNull } from '#wiki/site/titles.ts'
import { encodeFragment, localUrl } from '#wiki/site/urls.ts'
import { protocolsOf } from '../../harvest/protocols.ts'
import { percentDecode } from '../../text.ts'
import type { Rendering } from '../rendering/rendering.ts'

export type ImageTarget =
  | { readonly kind: 'none' }
  | { readonly kind: 'address'; readonly url: string }
  | { readonly kind: 'page'; readonly title: Title }

/** The value of the "link" option; null when it is neither a URL nor a title. */
export function readTarget(rendering: Rendering, value: string): ImageTarget | null {
  if (value === '') return { kind: 'none' }
  const { state, site } = rendering
  const { atStart, whole } = protocolsOf(site)
  if (atStart.test(value)) {
    if (!whole.test(value)) return null
    state.output.addExternalLink(value)
    return { kind: 'address', url: value }
  }
  const title = titleOrNull(site, percentDecode(value))
  if (!title) return null
  state.output.addLink(title)
  return { kind: 'page', title }
}

const ranks = ['none', 'page', 'address'] as const

/** A URL takes precedence over a page; of two pages, the last one counts. */
export function preferredTarget(known: ImageTarget | undefined, next: ImageTarget | null): ImageTarget | undefined {
  if (!next || !known) return next ?? known
  return ranks.indexOf(next.kind) < ranks.indexOf(known.kind) ? known : next
}

/** URL of a page, whether it exists or not. */
export function targetUrl(site: Site, title: Title): string {
  const fragment = title.fragment === '' ? '' : `#${encodeFragment(title.fragment)}`
  if (title.interwiki === '' && title.dbkey === '') return fragment
  return localUrl(site, localised(site, title)) + fragment
}

/** Default name of a title. */
export function targetName(site: Site, title: Title): string {
  const { ns, dbkey } = localised(site, title)
  const text = dbkey === '' && ns === NS.main ? '' : prefixedText(site, ns, dbkey)
  return title.interwiki === '' ? text : `${title.interwiki}:${text}`
}

function localised(site: Site, title: Title): Title {
  if (title.ns !== NS.special || title.interwiki !== '') return title
  return { ...title, dbkey: site.specialPages.localise(title.dbkey) }
}
