import { hash } from 'node:crypto'
import { urlEncodeTitle } from '../../site/urls.ts'

/** Files are spread over folders by the hash of their name, in their addresses as on MediaWiki's disk. */
function hashPath(name: string): string {
  const digest = hash('md5', name, 'hex')
  return `${digest[0]}/${digest.slice(0, 2)}`
}

const encode = (name: string): string => urlEncodeTitle(name).replaceAll('/', '%2F')

export const IMAGES = '/images'

export const fileUrl = (server: string, name: string, archiveName: string | null): string =>
  archiveName === null
    ? `${server}${IMAGES}/${hashPath(name)}/${encode(name)}`
    : `${server}${IMAGES}/archive/${hashPath(name)}/${encode(archiveName)}`

export function thumbUrl(server: string, name: string, archiveName: string | null, thumbName: string): string {
  const place = archiveName === null ? '' : 'archive/'
  return `${server}${IMAGES}/thumb/${place}${hashPath(name)}/${encode(archiveName ?? name)}/${encode(thumbName)}`
}
