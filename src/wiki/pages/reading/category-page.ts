import { type Html, html, type Piece } from '#html/html.ts'
import { spaced } from '../../site/title-format.ts'
import { titleLink } from '../parts/links.ts'
import { walk } from '../parts/pager.ts'
import type { Visit } from '../visit.ts'
import { localFile } from './file-page.ts'

interface Member {
  readonly title: string
  readonly sortkeyprefix?: string
}

interface Counts {
  readonly size: number
  readonly pages: number
  readonly files: number
  readonly subcats: number
}

/** Members of a category: subcategories, pages and files, each with its own pager; null if it is empty. */
export async function categoryMembers(visit: Visit, name: string): Promise<Html | null> {
  const counts = await countsOf(visit, [name])
  const own = counts.get(name)
  if (!own) return null
  const parts = [
    own.subcats > 0 && (await subcategories(visit, name, own.subcats)),
    own.pages > 0 && (await pages(visit, name, own.pages)),
    own.files > 0 && (await files(visit, name, own.files)),
  ]
  return parts.some(part => part) ? html`<div class="category">${parts}</div>` : null
}

async function countsOf(visit: Visit, titles: readonly string[]): Promise<Map<string, Counts>> {
  const sizes = new Map<string, Counts>()
  for (let at = 0; at < titles.length; at += 50) {
    const { pages: some = [] } = await visit.query({ titles: titles.slice(at, at + 50), prop: 'categoryinfo' })
    for (const { title, categoryinfo } of some) if (categoryinfo) sizes.set(title, categoryinfo)
  }
  return sizes
}

const listOf = (visit: Visit, name: string, type: 'subcat' | 'page', from: string | null) =>
  walk<Member>(visit, {
    prefix: 'cm',
    offset: `${type}offset`,
    usual: 200,
    question: {
      list: 'categorymembers',
      cmtitle: name,
      cmtype: type,
      cmprop: 'title|sortkeyprefix',
      cmstartsortkeyprefix: from || undefined,
    },
    rows: answer => answer.query?.categorymembers ?? [],
  })

async function subcategories(visit: Visit, name: string, total: number): Promise<Html> {
  const { words } = visit
  const { rows, pager } = await listOf(visit, name, 'subcat', visit.search.get('subcatfrom'))
  const counts = await countsOf(
    visit,
    rows.map(row => row.title),
  )
  const items = rows.map(({ title }) => {
    const { subcats = 0, size = 0 } = counts.get(title) ?? {}
    const text = title.slice(title.indexOf(':') + 1)
    const members = html`<span class="quiet small">${words.text('nmembers', size)}</span>`
    return html`<li data-tree="${title}" data-inside="${subcats}">${titleLink(visit, title, { text })} ${members}</li>`
  })
  const count = countLine(visit, 'category-subcat-count', rows.length, total)
  const list = html`<ul class="members tree">${items}</ul>`
  return html`<section><h2>${words.text('subcategories')}</h2>${count}${list}${pager}</section>`
}

async function pages(visit: Visit, name: string, total: number): Promise<Html> {
  const { words } = visit
  const { rows, pager } = await listOf(visit, name, 'page', visit.search.get('pagefrom') ?? visit.search.get('from'))
  const byLetter = Map.groupBy(rows, row => letter(row))
  const groups = [...byLetter].map(
    ([first, some]) =>
      html`<div class="letter">
        <h3>${first}</h3>
        <ul>${some.map(({ title }) => html`<li>${titleLink(visit, title)}</li>`)}</ul>
      </div>`,
  )
  const category = spaced(name.slice(name.indexOf(':') + 1))
  const count = countLine(visit, 'category-article-count', rows.length, total)
  const list = html`<div class="letters">${groups}</div>`
  return html`<section><h2>${words.text('category_header', category)}</h2>${count}${list}${pager}</section>`
}

const letter = ({ title, sortkeyprefix }: Member): string => {
  const key = sortkeyprefix?.trim() || title.slice(title.indexOf(':') + 1)
  return [...key][0]?.toLocaleUpperCase() ?? ''
}

const countLine = (visit: Visit, key: string, shown: number, total: number): Piece =>
  html`<p class="quiet small">${visit.words.html(key, shown, total)}</p>`

async function files(visit: Visit, name: string, total: number): Promise<Html> {
  const { words } = visit
  const { rows, pager } = await walk<{
    title: string
    imageinfo?: { thumburl?: string; thumbwidth?: number; thumbheight?: number }[]
  }>(visit, {
    prefix: 'gcm',
    offset: 'fileoffset',
    usual: 100,
    question: {
      generator: 'categorymembers',
      gcmtitle: name,
      gcmtype: 'file',
      prop: 'imageinfo',
      iiprop: 'url|size',
      iiurlwidth: 160,
      iiurlheight: 160,
    },
    rows: answer => answer.query?.pages ?? [],
  })
  const items = rows.map(({ title, imageinfo }) => {
    const { thumburl, thumbwidth, thumbheight } = imageinfo?.[0] ?? {}
    const picture =
      thumburl &&
      html`<img src="${localFile(thumburl)}" alt="" width="${thumbwidth ?? 160}" height="${thumbheight ?? 160}"
        loading="lazy">`
    const name = html`<bdi>${title.slice(title.indexOf(':') + 1)}</bdi>`
    return html`<li><a href="${visit.address(title)}">${picture}<span>${name}</span></a></li>`
  })
  const category = spaced(name.slice(name.indexOf(':') + 1))
  const count = countLine(visit, 'category-file-count', rows.length, total)
  const list = html`<ul class="pictures">${items}</ul>`
  return html`<section><h2>${words.text('category-media-header', category)}</h2>${count}${list}${pager}</section>`
}
