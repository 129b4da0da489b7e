import { NS } from '../site/namespaces.ts'
import type { Site } from '../site/site.ts'

const SCRIPT = /\.(js|css|json)$/
const MODELS: Readonly<Record<string, string>> = { js: 'javascript', css: 'css', json: 'json' }

/**
 * The content model of a page without an explicit one: by file ending for
 * site and user scripts, else the namespace default.
 */
export function defaultContentModel(site: Site, ns: number, dbkey: string): string {
  if (ns === NS.mediawiki || (ns === NS.user && dbkey.includes('/'))) {
    const ending = SCRIPT.exec(dbkey)?.[1]
    if (ending) return MODELS[ending]!
  }
  // The documentation of modules is wikitext.
  if (ns === NS.module && dbkey.endsWith('/doc')) return 'wikitext'
  return site.namespaces.get(ns)?.contentModel ?? 'wikitext'
}
