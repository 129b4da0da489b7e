import type { ShownFile } from '../../host.ts'
import type { Rendering } from '../rendering/rendering.ts'
import type { ImageOptions } from './image-options.ts'
import type { PictureLook } from './picture.ts'

/** An image requested by a page. */
export interface Image {
  readonly rendering: Rendering
  /** The name used by the page; the file's own name may differ. */
  readonly dbkey: string
  readonly file: ShownFile | null
  readonly options: ImageOptions
  readonly look: PictureLook
}

/** Whether the page must not show the file. */
export const isHidden = ({ host, page }: Rendering, file: ShownFile): boolean =>
  host.isBadFile?.(file.name, page) ?? false
