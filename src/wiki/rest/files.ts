import { optionsOf } from '#accounts/options.ts'
import { actorsById } from '../content/actors.ts'
import { fileUrl } from '../files/addresses.ts'
import type { FileVersion } from '../files/file-version.ts'
import { readMetadata } from '../files/metadata.ts'
import { thumbnailOf } from '../files/thumbnail-of.ts'
import { NS } from '../site/namespaces.ts'
import { isoTimestamp } from '../site/timestamp.ts'
import { spaced } from '../site/title-format.ts'
import { fullUrl } from '../site/urls.ts'
import type { AnyCall } from './endpoint.ts'

/** Sizes of which users choose one in their preferences, by its index. */
const BOXES = [
  [320, 240],
  [640, 480],
  [800, 600],
  [1024, 768],
  [1280, 1024],
  [2560, 2048],
] as const

/** Sizes in which a file is offered, the preference that sets each, and its default. */
const OFFERED = { preferred: ['imagesize', 2], thumbnail: ['thumbsize', 5] } as const

type Offer = keyof typeof OFFERED

const pictureMembers = {
  mediatype: 'string|null',
  size: 'integer|null',
  width: 'integer|null',
  height: 'integer|null',
  duration: 'number|null',
  url: 'string',
} as const

export const fileMembers = {
  title: 'string',
  file_description_url: 'string',
  latest: { timestamp: 'string', user: { id: 'integer|null', name: 'string|null' } },
  preferred: ['null', '|', pictureMembers],
  original: pictureMembers,
  'thumbnail?': ['null', '|', pictureMembers],
} as const

export async function describeFiles(call: AnyCall, files: readonly FileVersion[], offers: readonly Offer[]) {
  const actors = await actorsById(
    call.db,
    files.map(file => file.actorId),
  )
  const boxes = await boxesOf(call, offers)
  return files.map(file => {
    const uploader = actors.get(file.actorId)
    const user = { id: uploader ? (uploader.account_id ?? 0) : null, name: uploader?.name ?? null }
    const duration = durationOf(file)
    const pictures = Object.fromEntries(boxes.map(([offer, box]) => [offer, picture(call, file, duration, box)]))
    return {
      title: spaced(file.name),
      file_description_url: fullUrl(call.site, { ns: NS.file, dbkey: file.name }),
      latest: { timestamp: isoTimestamp(file.timestamp), user },
      preferred: pictures.preferred ?? null,
      original: {
        mediatype: file.mediaType,
        size: file.size,
        width: file.width || null,
        height: file.height || null,
        duration,
        url: fileUrl(call.site, file),
      },
      ...pictures,
    }
  })
}

type Box = (typeof BOXES)[number]

async function boxesOf({ db, caller }: AnyCall, offers: readonly Offer[]): Promise<[Offer, Box][]> {
  const options = caller.account ? await optionsOf(db, caller.account.id) : new Map<string, string | null>()
  return offers.map(offer => {
    const [name, usual] = OFFERED[offer]
    return [offer, BOXES[Number(options.get(name) ?? usual)] ?? BOXES[usual]]
  })
}

const HAVE_DURATION = new Set(['AUDIO', 'VIDEO', 'MULTIMEDIA'])

/** In seconds; null for still pictures. */
function durationOf(file: FileVersion): number | null {
  const { duration } = readMetadata(file.metadata)
  if (typeof duration === 'number' && duration > 0) return duration
  return HAVE_DURATION.has(file.mediaType ?? '') ? 0 : null
}

/** The file as it fits into a box. */
function picture({ site }: AnyCall, file: FileVersion, duration: number | null, [width, height]: Box) {
  if (file.width <= 0 || file.height <= 0) return null
  const shown = fitting(file, width, height)
  const thumb = thumbnailOf(site, file, shown)
  if (thumb === null) return null
  return {
    mediatype: file.mediaType,
    size: thumb.width === file.width && thumb.height === file.height ? file.size : null,
    width: thumb.width || null,
    height: thumb.height || null,
    duration,
    url: thumb.url,
  }
}

/** Pictures are never enlarged, and keep their proportions. */
function fitting({ width, height }: Pick<FileVersion, 'width' | 'height'>, maxWidth: number, maxHeight: number) {
  const share = Math.min(1, maxWidth / width, maxHeight / height)
  return { width: Math.max(1, Math.round(width * share)), height: Math.max(1, Math.round(height * share)) }
}
