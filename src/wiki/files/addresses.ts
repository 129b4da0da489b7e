import { hash } from 'node:crypto'
import { NS } from '../site/namespaces.ts'
import type { Site } from '../site/site.ts'
import { fullUrl } from '../site/urls.ts'
import type { FileVersion } from './file-version.ts'

export const IMAGES = '/images'

/** Files are spread over folders by the hash of their name, in URLs as on MediaWiki's disk. */
export function hashPath(name: string): string {
  const digest = hash('md5', name, 'hex')
  return `${digest[0]}/${digest.slice(0, 2)}`
}

/** Percent-encodes everything except letters, digits and "-_.~". */
const encode = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replace(
    /['()*!]/g,
    mark => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )

type Addressed = Pick<FileVersion, 'name' | 'archiveName' | 'stashKey'>

export function fileUrl(site: Site, { name, archiveName, stashKey }: Addressed): string {
  if (stashKey !== null) return stashUrl(site, `file/${stashKey}`)
  return archiveName === null
    ? `${site.server}${IMAGES}/${hashPath(name)}/${encode(name)}`
    : `${site.server}${IMAGES}/archive/${hashPath(name)}/${encode(archiveName)}`
}

/** `prefix` describes the thumbnail (`100px`); `suffix` is the extension when its format differs from the file's. */
export function thumbUrl(site: Site, file: Addressed, prefix: string, suffix: string): string {
  const { name, archiveName, stashKey } = file
  if (stashKey !== null) return stashUrl(site, `thumb/${stashKey}/${prefix}-${stashKey}${suffix}`)
  const place = archiveName === null ? '' : 'archive/'
  const folder = `${site.server}${IMAGES}/thumb/${place}${hashPath(name)}/${encode(archiveName ?? name)}`
  return `${folder}/${encode(`${prefix}-${name}${suffix}`)}`
}

/** Stashed files are served by a special page, only to their owner. */
const stashUrl = (site: Site, subpage: string): string =>
  fullUrl(site, { ns: NS.special, dbkey: site.specialPages.localKey('UploadStash', subpage) })
