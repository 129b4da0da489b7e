import { shownFile } from '../../content/shown-file.ts'
import { IMAGES } from '../../files/addresses.ts'
import { currentVersions } from '../../files/versions.ts'
import type { Visit } from '../visit.ts'

/** Uploaded under one of these names, a file is the wiki's logo. */
const NAMES = ['Wiki.svg', 'Wiki.png'] as const
/** Pixels, for screens that have two of them where others have one. */
const HEIGHT = 56
const WIDEST = 400

/** The wiki's own picture, for the head of its pages; null when it has none. Only files of this wiki: nothing is asked of other servers. */
export async function logo({ wiki, site }: Visit): Promise<string | null> {
  const names = [importedName(String(site.info.general.logo ?? ''), site.server), ...NAMES].filter(
    name => name !== null,
  )
  const versions = await currentVersions(wiki.db, names)
  const version = names.map(name => versions.get(name)).find(found => found !== undefined)
  if (!version) return null
  const file = shownFile(site, version)
  return file.picture({ width: Math.min(WIDEST, Math.max(file.width, 1)), height: HEIGHT })?.url ?? null
}

/** The file that was the logo where the wiki came from. */
function importedName(address: string, server: string): string | null {
  if (!address.startsWith(`${server}${IMAGES}/`)) return null
  try {
    return decodeURIComponent(address.slice(address.lastIndexOf('/') + 1)).replaceAll(' ', '_')
  } catch {
    return null
  }
}
