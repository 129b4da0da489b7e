// Relative links such as "/sub" and "../sibling".

import type { Site } from '#wiki/site/site.ts'
import { prefixedText } from '#wiki/site/title-format.ts'
import type { PageContext } from './host.ts'
import { trim } from './text.ts'

/** Resolves a relative target; other text is returned unchanged. `shown` is the page's display title. */
export function subpageTarget(
  site: Site,
  page: Pick<PageContext, 'ns' | 'dbkey'>,
  target: string,
  shown?: string,
): string {
  const first = target.trimStart().charCodeAt(0)
  if ((first !== 0x2f && first !== 0x2e) || !site.namespaces.hasSubpages(page.ns)) return target
  const hash = target.indexOf('#')
  const fragment = hash < 0 ? '' : target.slice(hash)
  const path = trim(hash < 0 ? target : target.slice(0, hash))
  const current = shown ?? prefixedText(site, page.ns, page.dbkey)
  if (path.startsWith('/')) {
    let end = path.length
    while (end > 1 && path.charCodeAt(end - 1) === 0x2f) end--
    return `${current}/${trim(path.slice(1, end))}${fragment}`
  }
  let up = 0
  while (path.startsWith('../', up * 3)) up++
  const parts = current.split('/')
  if (up === 0 || parts.length <= up) return target
  const base = parts.slice(0, -up).join('/')
  let end = path.length
  while (end > up * 3 && path.charCodeAt(end - 1) === 0x2f) end--
  const rest = trim(path.slice(up * 3, end))
  return base + (rest === '' ? '' : `/${rest}`) + fragment
}
