// Converts extracted links to the format of action=parse, for comparison with recorded responses.

import { prefixedText } from '#wiki/site/title-format.ts'
import { Harvester } from '../harvest/harvest.ts'
import type { PageContext, WikitextHost } from '../host.ts'

export interface Snippet {
  text: string
  links?: string[]
  templates?: string[]
  images?: string[]
  externalLinks?: string[]
  interwikiLinks?: string[]
  languageLinks?: string[]
  categories?: string[]
  properties?: Record<string, string>
}

export function snippetOf(host: WikitextHost, page: PageContext, text: string): Snippet {
  const found = new Harvester(host).harvest(page, text)
  const named = ({ ns, dbkey }: { ns: number; dbkey: string }) => `${ns}|${prefixedText(host.site, ns, dbkey)}`
  const lists = {
    links: found.links.map(named),
    templates: found.templates.map(named),
    images: found.images,
    externalLinks: found.externalLinks,
    interwikiLinks: found.interwikiLinks.map(({ prefix, dbkey }) => `${prefix}:${dbkey.replaceAll('_', ' ')}`),
    languageLinks: found.languageLinks.map(({ language, title }) => `${language}:${title}`),
    categories: found.categories.map(({ dbkey, sortKeyPrefix }) => `${dbkey}|${sortKeyPrefix}`),
  }
  const snippet: Record<string, unknown> = { text }
  for (const [key, list] of Object.entries(lists)) if (list.length > 0) snippet[key] = list.sort(byCodePoint)
  if (Object.keys(found.properties).length > 0) snippet.properties = found.properties
  return snippet as unknown as Snippet
}

function byCodePoint(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}
