import { NS } from '../site/namespaces.ts'
import type { Site } from '../site/site.ts'
import { prefixedDbKey } from '../site/title-format.ts'
import { parseTitle, type Title } from '../site/titles.ts'
import type { Wiki } from '../wiki.ts'
import { pageTexts } from './page-texts.ts'

/** Files that pages must not show, each with its exceptions (pages by prefixed key). */
export type BadFiles = ReadonlyMap<string, ReadonlySet<string>>

const LIST = 'Bad_image_list'

/** Reads the list from MediaWiki:Bad image list, which administrators maintain. */
export async function badFiles(wiki: Wiki): Promise<BadFiles> {
  const text = (await pageTexts(wiki, NS.mediawiki, [LIST])).get(LIST)
  return text === undefined ? new Map() : readBadFiles(wiki.site, text)
}

/** Each entry is `* [[:File:Bad.jpg]] except on [[this page]], [[that page]]`; everything else is a comment. */
export function readBadFiles(site: Site, text: string): BadFiles {
  const found = new Map<string, Set<string>>()
  for (const line of text.split('\n')) {
    if (!line.startsWith('*')) continue
    const [file, ...exceptions] = linksOf(site, line)
    if (!file) continue
    found.set(file.dbkey, new Set(exceptions.map(page => prefixedDbKey(site, page.ns, page.dbkey))))
  }
  return found
}

function linksOf(site: Site, line: string): Title[] {
  const titles: Title[] = []
  for (const [, target] of line.matchAll(/\[\[:?([^[\]]*)\]\]/g)) {
    const title = parseTitle(site, target!)
    // Exceptions make no sense without the file.
    if ('invalid' in title) {
      if (titles.length === 0) return []
    } else titles.push(title)
  }
  return titles
}

/** `context` is the prefixed key of the page that would show the file. */
export const isBadFile = (bad: BadFiles, name: string, context: string | null): boolean => {
  const exceptions = bad.get(name)
  return exceptions !== undefined && !(context !== null && exceptions.has(context))
}
