import { FileError, notFound } from './file-error.ts'
import type { FileVersion } from './file-version.ts'
import { mediaKind } from './media-kinds.ts'
import { parseThumbParams, type ThumbParams, thumbPrefix } from './thumb-params.ts'
import { scaledHeight } from './thumbnail-of.ts'

/** A valid thumbnail request. */
export interface ThumbOrder {
  /** `100px`, `langde-100px`: with the file's hash, the name under which it is kept. */
  readonly prefix: string
  readonly mime: string
  readonly width: number
  readonly height: number
  readonly params: ThumbParams
}

/** Maximum width accepted in URLs of drawings. */
const WIDEST_NAME = 20_000
/** Maximum side length of a rendered drawing, whatever the URL says. */
const LONGEST_SIDE = 4096

/** Parses a thumbnail name such as `100px-Mars.jpg`. Each thumbnail has a single valid name. */
export function readThumbName(file: FileVersion, thumbName: string): ThumbOrder {
  const kind = mediaKind(file.mime)
  if (!kind || file.width <= 0 || file.height <= 0) {
    throw new FileError(415, `Thumbnails are not supported for files of type ${file.mime}.`)
  }
  const ending = `-${file.stashKey ?? file.name}${kind.shownAs?.suffix ?? ''}`
  if (!thumbName.endsWith(ending)) notFound('This thumbnail does not exist.')
  const prefix = thumbName.slice(0, -ending.length)
  const params = parseThumbParams(file.mime, prefix)
  if (!params || thumbPrefix(params, params.width!) !== prefix) return notFound('This thumbnail does not exist.')
  const width = params.width!
  if (width < 1) throw new FileError(400, 'A thumbnail must be at least one pixel wide.')
  if (!kind.isDrawing && width > file.width) {
    throw new FileError(400, `A thumbnail cannot be larger than its file, which is ${file.width} pixels wide.`)
  }
  if (width > WIDEST_NAME) throw new FileError(400, `Thumbnails can be at most ${WIDEST_NAME} pixels wide.`)
  return { prefix, params, mime: kind.shownAs?.mime ?? file.mime, ...boundedSize(file, width) }
}

function boundedSize(file: FileVersion, requestedWidth: number): { width: number; height: number } {
  const height = scaledHeight(file, requestedWidth) || 1
  const shrink = Math.min(1, LONGEST_SIDE / requestedWidth, LONGEST_SIDE / height)
  if (shrink === 1) return { width: requestedWidth, height }
  return { width: Math.max(1, Math.round(requestedWidth * shrink)), height: Math.max(1, Math.round(height * shrink)) }
}
