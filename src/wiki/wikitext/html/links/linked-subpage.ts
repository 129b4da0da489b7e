import { subpageTarget } from '../../subpages.ts'
import { trim } from '../../text.ts'
import type { Rendering } from '../rendering/rendering.ts'

/** A relative link as a full name. Where "/sub/" ends in a slash and has no label, it shows less than it names. */
export function linkedSubpage(
  { host, site, page }: Rendering,
  written: string,
  label: string | null,
): { target: string; label: string | null } {
  const target = subpageTarget(site, page, written, host.shownTitle?.(page.ns, page.dbkey))
  if (target === written || (label !== null && label !== '')) return { target, label }
  const hash = written.indexOf('#')
  const path = trim(hash < 0 ? written : written.slice(0, hash))
  const fragment = hash < 0 ? '' : written.slice(hash)
  if (path.startsWith('/')) {
    const bare = trim(path.slice(1).replace(/\/+$/, ''))
    return { target, label: (path.endsWith('/') ? bare : path) + fragment }
  }
  return {
    target,
    label: path.endsWith('/') ? trim(path.replace(/^(?:\.\.\/)+/, '').replace(/\/+$/, '')) + fragment : null,
  }
}
