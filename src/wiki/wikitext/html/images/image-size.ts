// Image sizes.

import type { PictureParams, ShownFile } from '../../host.ts'
import type { Rendering } from '../rendering/rendering.ts'
import type { Image } from './image.ts'

/** Default factor of `upright`. */
const UPRIGHT = 0.75
/** Width requested for drawings with only a height. */
const WIDEST_DRAWING = 5120

/** The requested size. Missing parts depend on the file, the format and the reader's preferences. */
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

/** Rounded for `upright`, to limit the number of thumbnail widths. */
function preferredWidth({ options }: Rendering, upright: number | undefined): number {
  const usual = options.thumbnailWidth
  if (upright === undefined) return usual
  return Math.min(Math.round((usual * (upright || UPRIGHT)) / 10) * 10, Number.MAX_SAFE_INTEGER)
}

/** Raster images are not enlarged. */
export function withinFile(params: PictureParams, file: ShownFile): PictureParams {
  const isTooLarge = file.width > 0 && !file.mustBeRendered && params.width > file.width
  return isTooLarge ? { ...params, width: file.width } : params
}
