import { type Html, html, type Piece } from '#html/html.ts'
import type { ListItem, PageWith } from '../../query/results.ts'
import { spaced } from '../../site/title-format.ts'
import { having, type With } from '../parts/items.ts'
import { titleLink } from '../parts/links.ts'
import { walk } from '../parts/pager.ts'
import type { Visit } from '../visit.ts'
import { localFile } from './file-page.ts'

type Member = With<ListItem<'categorymembers'>, 'title'>
type Counts = NonNullable<PageWith<'categoryinfo'>['categoryinfo']>

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
    for (const { title, categoryinfo } of having(some, 'title')) if (categoryinfo) sizes.set(title, categoryinfo)
  }
  return sizes
}

const listOf = (visit: Visit, name: string, type: 'subcat' | 'page', from: string | null) =>
  walk(visit, {
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
    rows: answer => having(answer.query?.categorymembers, 'title'),
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
  const groups = [...byLetter].map(([first, some]) => {
    const items = some.map(({ title }) => html`<li>${titleLink(visit, title)}</li>`)
    return html`<div class="letter"><h3>${first}</h3><ul>${items}</ul></div>`
  })
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
  const { rows, pager } = await walk(visit, {
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
    rows: answer => having(answer.query?.pages, 'title'),
  })
  const items = rows.map(({ title, imageinfo }) => {
    const { thumburl, thumbwidth: width = 160, thumbheight: height = 160 } = imageinfo?.[0] ?? {}
    const picture =
      thumburl && html`<img src="${localFile(thumburl)}" alt="" width="${width}" height="${height}" loading="lazy">`
    const name = html`<bdi>${title.slice(title.indexOf(':') + 1)}</bdi>`
    return html`<li><a href="${visit.address(title)}">${picture}<span>${name}</span></a></li>`
  })
  const category = spaced(name.slice(name.indexOf(':') + 1))
  const count = countLine(visit, 'category-file-count', rows.length, total)
  const list = html`<ul class="pictures">${items}</ul>`
  return html`<section><h2>${words.text('category-media-header', category)}</h2>${count}${list}${pager}</section>`
}
