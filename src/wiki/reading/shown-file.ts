import { type Html, html } from '#web/html.ts'
import { findFiles } from '../content/shown-file.ts'
import type { Wiki } from '../wiki.ts'
import type { ShownFile } from '../wikitext/host.ts'

const PREVIEW = { width: 800 }

/** The file that a file page is about, as a picture where it is one; null when there is none of that name. */
export async function shownFile(wiki: Wiki, name: string): Promise<Html | null> {
  const files = new Map<string, ShownFile | null>()
  await findFiles(wiki, [name], { files, redirects: new Map() })
  const file = files.get(name)
  if (!file) return null
  const picture = file.width > PREVIEW.width || file.mustBeRendered ? file.picture(PREVIEW) : file
  const size = file.isPicture && ` (${file.width} × ${file.height})`
  return html`<p class="picture">${file.isPicture && picture && html`<a href="${file.url}"><img src="${picture.url}" alt="" width="${picture.width}" height="${picture.height}"></a>`}</p>
<p lang="en" dir="ltr"><a href="${file.url}">The file itself</a>${size}</p>`
}
