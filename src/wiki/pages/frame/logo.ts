import { shownFile } from '../../content/shown-file.ts'
import { IMAGES } from '../../files/addresses.ts'
import { currentVersions } from '../../files/versions.ts'
import type { Visit } from '../visit.ts'

/** A file uploaded under one of these names becomes the logo. */
const NAMES = ['Wiki.svg', 'Wiki.png'] as const
/** Pixels, for high-density screens. */
const HEIGHT = 56
const WIDEST = 400

/** The wiki's logo; null if there is none. Only local files: pages load nothing from other servers. */
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

/** Name of the logo file on the original wiki. */
function importedName(address: string, server: string): string | null {
  if (!address.startsWith(`${server}${IMAGES}/`)) return null
  try {
    return decodeURIComponent(address.slice(address.lastIndexOf('/') + 1)).replaceAll(' ', '_')
  } catch {
    return null
  }
}
