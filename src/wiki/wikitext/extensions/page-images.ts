// PageImages: the picture that stands for a page, in `prop=pageimages`.

import type { ParseState } from '../state/parse-state.ts'
import type { Extension } from './extension.ts'

export const pageImages: Extension = {
  name: 'PageImages',
  type: 'api',
  url: 'https://www.mediawiki.org/wiki/Extension:PageImages',
  about: 'Keeps the picture that stands for a page (prop=pageimages).',
}

const PICTURE = /\.(?:png|jpe?g|gif|webp|svg|tiff?)$/i

/** The property is MediaWiki's, so that clients find it in `prop=pageprops` too. */
export const PAGE_IMAGE = 'page_image_free'

/** Keeps the first picture of a page as a property, if the wiki has the extension. */
export function keepPageImage({ site, output }: ParseState): void {
  const list = site.info.extensions
  if (!Array.isArray(list) || !list.some(entry => entry?.name === pageImages.name)) return
  for (const name of output.images) {
    if (!PICTURE.test(name)) continue
    output.properties.set(PAGE_IMAGE, name)
    return
  }
}
