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
    throw new FileError(415, `Files of the type ${file.mime} have no thumbnails here.`)
  }
  const ending = `-${file.stashKey ?? file.name}${kind.shownAs?.suffix ?? ''}`
  if (!thumbName.endsWith(ending)) notFound('There is no such thumbnail.')
  const prefix = thumbName.slice(0, -ending.length)
  const params = parseThumbParams(file.mime, prefix)
  if (!params || thumbPrefix(params, params.width!) !== prefix) return notFound('There is no such thumbnail.')
  const width = params.width!
  if (width < 1) throw new FileError(400, 'A thumbnail is at least one pixel wide.')
  if (!kind.isDrawing && width > file.width) {
    throw new FileError(400, `The file is ${file.width} pixels wide, and no thumbnail is made larger than its file.`)
  }
  if (width > WIDEST_NAME) throw new FileError(400, `Thumbnails are at most ${WIDEST_NAME} pixels wide.`)
  return { prefix, params, mime: kind.shownAs?.mime ?? file.mime, ...boundedSize(file, width) }
}

function boundedSize(file: FileVersion, wanted: number): { width: number; height: number } {
  const height = scaledHeight(file, wanted) || 1
  const shrink = Math.min(1, LONGEST_SIDE / wanted, LONGEST_SIDE / height)
  if (shrink === 1) return { width: wanted, height }
  return { width: Math.max(1, Math.round(wanted * shrink)), height: Math.max(1, Math.round(height * shrink)) }
}
