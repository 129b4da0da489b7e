// A small in-memory wiki with several kinds of files, for tests of pages that show them.

import { shownFile } from '#wiki/content/shown-file.ts'
import type { FileVersion } from '#wiki/files/file-version.ts'
import { NS } from '#wiki/site/namespaces.ts'
import type { WikitextHost } from '../host.ts'
import { ruSite, testHost } from './test-host.ts'

const files: Readonly<Record<string, [width: number, height: number, mime?: string, metadata?: string]>> = {
  'Anim.gif': [48, 32, 'image/gif'],
  'Another_dup.png': [120, 80],
  'Corpus_blue.png': [64, 64],
  'Corpus_photo.jpg': [320, 240, 'image/jpeg'],
  'Corpus_red.png': [120, 80],
  'Corpus_rotated.jpg': [100, 200, 'image/jpeg', '{"data":{"Orientation":6}}'],
  'Globe.svg': [220, 150, 'image/svg+xml'],
  'Hidden_badge.svg': [90, 90, 'image/svg+xml'],
  'It\'s_"quoted"_&_файл.png': [10, 10],
  'Sound.ogg': [0, 0, 'application/ogg'],
  'Новый_файл.png': [40, 30],
  '图片_测试.webp': [50, 40, 'image/webp'],
}

const redirects: Readonly<Record<string, string>> = {
  'Старый_файл.png': 'Новый_файл.png',
  'Ярлык.png': 'Corpus_red.png',
}

const hidden = new Set(['Corpus_red.png', 'Hidden_badge.svg'])

function version(name: string): FileVersion | null {
  const [width, height, mime = 'image/png', metadata = ''] = files[name] ?? []
  if (width === undefined || height === undefined) return null
  return {
    name,
    archiveName: null,
    stashKey: null,
    size: 1,
    width,
    height,
    bits: 8,
    mediaType: mime === 'image/svg+xml' ? 'DRAWING' : 'BITMAP',
    mime,
    metadata: Buffer.from(metadata),
    timestamp: 0,
    actorId: 1,
    summaryId: 1,
    sha1: '',
    deleted: 0,
  }
}

export function fileHost(): WikitextHost {
  const site = ruSite()
  const file = (dbkey: string) => {
    const found = version(redirects[dbkey] ?? dbkey)
    return found && shownFile(site, found)
  }
  return {
    ...testHost({ site, messages: { 'thumbnail-more': 'Larger' } }),
    file,
    fileExists: dbkey => dbkey in files,
    fileRedirect: dbkey => redirects[dbkey] ?? null,
    isBadFile: dbkey => hidden.has(dbkey),
    linkState: (ns, dbkey) => {
      if (ns !== NS.file) return 'missing'
      return dbkey in redirects ? 'redirect' : dbkey in files ? 'exists' : 'missing'
    },
  }
}
