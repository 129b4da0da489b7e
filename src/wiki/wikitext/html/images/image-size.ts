// How large an image is to be.

import type { PictureParams, ShownFile } from '../../host.ts'
import type { Rendering } from '../rendering/rendering.ts'
import type { Image } from './image.ts'

/** How much narrower upright pictures are than others. */
const UPRIGHT = 0.75
/** What drawings are asked for whose height alone is given. */
const WIDEST_DRAWING = 5120

/** The size a page asks for. What it leaves open depends on the file, on the format, and on what readers prefer. */
export function wantedSize({ rendering, file, options }: Image): PictureParams {
  const { format, upright, height, lang } = options
  let width = options.width
  if (width === undefined && file) {
    width = height !== undefined && file.isDrawing ? WIDEST_DRAWING : file.width
    if ((format !== undefined && format !== 'framed') || width === 0) {
      const preferred = preferredWidth(rendering, upright)
      if (height === undefined && (width <= 0 || preferred < width || file.isDrawing)) width = preferred
    }
  }
  return {
    width: width ?? 0,
    ...(height === undefined ? {} : { height }),
    ...(lang === undefined ? {} : { lang: lang.toLowerCase() }),
  }
}

/** Widths that upright pictures bring about are rounded, so that there are not too many of them. */
function preferredWidth({ options }: Rendering, upright: number | undefined): number {
  const usual = options.thumbnailWidth
  if (upright === undefined) return usual
  return Math.min(Math.round((usual * (upright || UPRIGHT)) / 10) * 10, Number.MAX_SAFE_INTEGER)
}

/** Pictures of dots are not made larger than they are. */
export function withinFile(params: PictureParams, file: ShownFile): PictureParams {
  const isTooLarge = file.width > 0 && !file.mustBeRendered && params.width > file.width
  return isTooLarge ? { ...params, width: file.width } : params
}
