import { prefixedText } from '#wiki/site/title-format.ts'
import type { TitleLinkContext } from '../../title-links.ts'
import type { Rendering } from '../rendering/rendering.ts'

/** The context for writing links of a page. */
export function linkContext({ host }: Rendering): TitleLinkContext {
  return {
    site: host.site,
    linkState: (ns, dbkey) => host.linkState?.(ns, dbkey) ?? (host.pageExists(ns, dbkey) ? 'exists' : 'missing'),
    message: key => host.message(key),
    shownTitle: (ns, dbkey) => host.shownTitle?.(ns, dbkey) ?? prefixedText(host.site, ns, dbkey),
    fileUrl: dbkey => host.file?.(dbkey)?.url ?? null,
  }
}
