// Which pages hold modules.

import { NS } from '#wiki/site/namespaces.ts'
import type { Site } from '#wiki/site/site.ts'
import { titleOrNull } from '#wiki/site/titles.ts'
import type { WikitextHost } from '../host.ts'
import { MODULE_MODEL } from '../module-documentation.ts'

/** The content model of a page that says nothing else. */
export function moduleModelOf(site: Site, host: WikitextHost, ns: number, dbkey: string): string {
  if (ns === NS.module) return isDocumentation(site, host, dbkey) ? 'wikitext' : MODULE_MODEL
  if ((ns === NS.mediawiki || ns === NS.user) && /\.(?:css|js|json)$/.test(dbkey)) {
    const isSubpage = ns === NS.mediawiki || dbkey.includes('/')
    if (isSubpage) return dbkey.endsWith('.css') ? 'css' : dbkey.endsWith('.js') ? 'javascript' : 'json'
  }
  return site.namespaces.get(ns)?.contentModel ?? 'wikitext'
}

/** Documentation of modules is in the same namespace, but wikitext. */
function isDocumentation(site: Site, host: WikitextHost, dbkey: string): boolean {
  const pattern = host.message('scribunto-doc-page-name') ?? 'Module:$1/doc'
  const name = titleOrNull(site, pattern.replaceAll('$1', 'X'))
  if (name?.ns !== NS.module) return false
  const [before = '', after = ''] = name.dbkey.split('X')
  return dbkey.length > before.length + after.length && dbkey.startsWith(before) && dbkey.endsWith(after)
}

export const isModule = (site: Site, host: WikitextHost, ns: number, dbkey: string): boolean =>
  (host.contentModelOf?.(ns, dbkey) ?? moduleModelOf(site, host, ns, dbkey)) === MODULE_MODEL
