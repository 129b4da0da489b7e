import { type Html, html, type Piece } from '#html/html.ts'
import { summary } from '../parts/changes.ts'
import { existing, type Performer, titleLink, userLink, userPages } from '../parts/links.ts'
import { walk } from '../parts/pager.ts'
import { instant, timeElement, timeText } from '../parts/times.ts'
import type { Visit } from '../visit.ts'

interface Version extends Performer {
  readonly timestamp: string
  readonly url?: string
  readonly thumburl?: string
  readonly thumbwidth?: number
  readonly thumbheight?: number
  readonly width?: number
  readonly height?: number
  readonly size?: number
  readonly mime?: string
  readonly mediatype?: string
  readonly parsedcomment?: string
  readonly commenthidden?: boolean
  readonly filehidden?: boolean
  readonly filemissing?: boolean
}

const PREVIEW = 800
const OTHER_WIDTHS = [320, 640, 1024, 1280, 2560] as const

/** Makes file URLs local, whatever host the wiki is configured for: pages load no images from other hosts. */
export const localFile = (url: string): string => {
  try {
    const { pathname, search } = new URL(url, 'http://localhost')
    return pathname + search
  } catch {
    return '#'
  }
}

interface FileParts {
  /** Above the text. */
  readonly picture: Html
  /** Below the text: versions, usage, duplicates. */
  readonly more: Html
}

/** Parts of a file page besides its text; null for a missing file. */
export async function filePage(visit: Visit, name: string): Promise<FileParts | null> {
  const { pages = [] } = await visit.query({
    titles: name,
    prop: 'imageinfo|duplicatefiles',
    iilimit: 50,
    iiurlwidth: PREVIEW,
    iiprop: 'timestamp|user|url|size|mime|mediatype|parsedcomment|archivename',
  })
  const versions: readonly Version[] = pages[0]?.imageinfo ?? []
  const [current] = versions
  if (!current) return null
  return {
    picture: await pictureOf(visit, name, current),
    more: html`${[
      await versionsOf(visit, versions),
      await usage(visit, name),
      duplicates(visit, pages[0]?.duplicatefiles ?? []),
    ]}`,
  }
}

async function pictureOf(visit: Visit, name: string, file: Version): Promise<Html> {
  const { words } = visit
  const { url = '', width = 0, height = 0, size = 0, mime = '' } = file
  const isPicture = width > 0 && file.thumburl !== undefined
  const description = isPicture
    ? words.text('file-info-size', words.number(width), words.number(height), bytes(visit, size), mime)
    : words.text('file-info', bytes(visit, size), mime)
  const file0 = localFile(url)
  const shown =
    isPicture &&
    html`<a class="file-picture" href="${file0}" data-picture="${name}"><img src="${localFile(file.thumburl!)}"
        alt="${name}" width="${file.thumbwidth ?? width}" height="${file.thumbheight ?? height}"></a>`
  const original = html`<a href="${file0}">${words.text('show-big-image')}</a>`
  const sizes = isPicture && (await otherSizes(visit, name, width))
  return html`<div class="file">${shown}<p class="quiet small">${description} · ${original}${sizes}</p></div>`
}

/** Links to other sizes of the image, as far as they make sense. */
async function otherSizes(visit: Visit, name: string, width: number): Promise<Piece> {
  const widths = OTHER_WIDTHS.filter(each => each < width)
  if (widths.length === 0) return null
  const { words } = visit
  const made = await Promise.all(
    widths.map(async each => {
      const { pages = [] } = await visit.query({
        titles: name,
        prop: 'imageinfo',
        iiprop: 'url|size',
        iiurlwidth: each,
      })
      const { thumburl, thumbwidth, thumbheight } = (pages[0]?.imageinfo?.[0] ?? {}) as Version
      return (
        thumburl &&
        html`<a
          href="${localFile(thumburl)}">${words.text('show-big-image-size', thumbwidth ?? 0, thumbheight ?? 0)}</a>`
      )
    }),
  )
  const list = html`${words.list(made.filter(Boolean) as Piece[])}`
  return html` · ${words.html('show-big-image-other', list, made.length)}`
}

const UNITS = ['size-bytes', 'size-kilobytes', 'size-megabytes', 'size-gigabytes'] as const

/** A size in readable units. */
export function bytes(visit: Visit, size: number): string {
  const step = Math.min(UNITS.length - 1, size < 1 ? 0 : Math.floor(Math.log(size) / Math.log(1024)))
  const value = size / 1024 ** step
  return visit.words.text(
    UNITS[step]!,
    visit.words.number(step < 2 ? Math.round(value) : Math.round(value * 100) / 100),
  )
}

async function versionsOf(visit: Visit, versions: readonly Version[]): Promise<Html> {
  const { words } = visit
  const existingPages = await existing(visit, userPages(visit, versions))
  const rows = versions.map((version, i) => {
    const when = timeElement(visit, version.timestamp)
    const href = version.url && localFile(version.url)
    const { thumburl, thumbwidth = 96, width, height = 0, size } = version
    const alt = timeText(visit, instant(version.timestamp))
    const picture =
      href &&
      thumburl &&
      html`<img src="${localFile(thumburl)}" alt="${alt}" width="${Math.min(96, thumbwidth)}" loading="lazy">`
    const dimensions = width ? `${words.number(width)} × ${words.number(height)}` : ''
    return html`<tr><td>${i === 0 && words.text('filehist-current')}</td><td>${
      href ? html`<a href="${href}">${when}</a>` : when
    }</td><td>${picture && html`<a href="${href}">${picture}</a>`}</td><td class="n">${dimensions}<br>${
      size !== undefined && bytes(visit, size)
    }</td><td>${userLink(visit, version, existingPages)}</td><td>${summary(visit, version)}</td></tr>`
  })
  const head = ['', 'filehist-datetime', 'filehist-thumb', 'filehist-dimensions', 'filehist-user', 'filehist-comment']
  const label = words.text('filehist')
  const heads = head.map(key => (key === '' ? html`<td></td>` : html`<th scope="col">${words.text(key)}</th>`))
  const table = html`<table class="file-history"><thead><tr>${heads}</tr></thead><tbody>${rows}</tbody></table>`
  return html`<section>
    <h2 id="filehistory">${label}</h2>
    <div class="scroll" role="region" aria-label="${label}" tabindex="0">${table}</div>
  </section>`
}

async function usage(visit: Visit, name: string): Promise<Html> {
  const { words } = visit
  const { rows, pager } = await walk<{ title: string; redirect?: boolean }>(visit, {
    prefix: 'fu',
    offset: 'usageoffset',
    usual: 100,
    question: { titles: name, prop: 'fileusage', fuprop: 'title|redirect' },
    rows: answer => answer.query?.pages?.[0]?.fileusage ?? [],
  })
  const list = rows.map(({ title, redirect = false }) => html`<li>${titleLink(visit, title, { redirect })}</li>`)
  return html`<section><h2 id="filelinks">${words.text('imagelinks')}</h2>${
    rows.length === 0 ? html`<p>${words.text('nolinkstoimage')}</p>` : html`<ul class="members">${list}</ul>${pager}`
  }</section>`
}

function duplicates(visit: Visit, found: readonly { name: string }[]): Piece {
  if (found.length === 0) return null
  const { words, site } = visit
  const items = found.map(({ name }) => html`<li>${titleLink(visit, `${site.namespaces.nameOf(6)}:${name}`)}</li>`)
  const heading = words.html('duplicatesoffile', found.length, found[0]!.name)
  return html`<section><h2>${heading}</h2><ul>${items}</ul></section>`
}
