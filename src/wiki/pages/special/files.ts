import { type Html, html } from '#html/html.ts'
import { stashPage } from '../../files/stash.ts'
import type { Special } from '../page.ts'
import { type Field, filterForm } from '../parts/form.ts'
import { having } from '../parts/items.ts'
import { link, titleLink, userPage } from '../parts/links.ts'
import { walk } from '../parts/pager.ts'
import { scrollTable } from '../parts/table.ts'
import { timeElement } from '../parts/times.ts'
import type { Visit } from '../visit.ts'

const PROP = 'timestamp|user|url|size|parsedcomment'
/** Members with these properties, unless the uploader is hidden. */
const MEMBERS = ['timestamp', 'url', 'size'] as const

/** Thumbnails by title, with their sizes to avoid layout shifts. */
async function thumbs(visit: Visit, titles: readonly string[], width: number): Promise<ReadonlyMap<string, Html>> {
  const thumbnails = new Map<string, Html>()
  for (let at = 0; at < titles.length; at += 50) {
    const { pages = [] } = await visit.query({
      titles: titles.slice(at, at + 50),
      prop: 'imageinfo',
      iiprop: 'url',
      iiurlwidth: width,
    })
    for (const { title, imageinfo } of having(pages, 'title')) {
      const { thumburl, thumbwidth, thumbheight } = imageinfo?.[0] ?? {}
      if (!thumburl) continue
      const source = new URL(thumburl).pathname
      thumbnails.set(
        title,
        html`<img src="${source}" width="${thumbwidth}" height="${thumbheight}" alt="" loading="lazy">`,
      )
    }
  }
  return thumbnails
}

/** `Special:NewFiles`: gallery of recent uploads. */
export const newFiles: Special = {
  name: 'Newimages',
  group: 'changes',
  title: 'newimages',
  async show(visit) {
    const { words, search } = visit
    const { rows, pager } = await walk(visit, {
      prefix: 'ai',
      question: {
        list: 'allimages',
        aisort: 'timestamp',
        aidir: 'older',
        aiprop: PROP,
        aiuser: search.get('user') || undefined,
        aifilterbots: search.get('user') ? undefined : search.has('showbots') ? 'all' : 'nobots',
      },
      rows: answer => having(answer.query?.allimages, ...MEMBERS),
    })
    const fields: Field[] = [
      { kind: 'user', name: 'user', label: words.text('newimages-user') },
      { kind: 'box', name: 'showbots', label: words.text('newimages-showbots') },
    ]
    const form = filterForm(visit, visit.specialTitle(this.name), fields, words.text('table_pager_limit_submit'))
    const pictures = await thumbs(
      visit,
      rows.map(({ title }) => title),
      200,
    )
    const items = rows.map(({ title, user, timestamp }) => {
      const picture = pictures.get(title)
      const shown = picture ?? html`<span class="no-picture" aria-hidden="true"></span>`
      const name = html`<span>${title.slice(title.indexOf(':') + 1)}</span>`
      const uploader = user && titleLink(visit, userPage(visit, user), { text: user })
      const details = html`<small>${uploader} · ${timeElement(visit, timestamp)}</small>`
      return html`<li><a class="picture" href="${visit.address(title)}">${shown}${name}</a>${details}</li>`
    })
    return {
      title: words.text('newimages'),
      needs: ['following'],
      wide: true,
      content: html`${form}${pager}${
        rows.length === 0
          ? html`<p class="note">${words.text('noimages')}</p>`
          : html`<ul class="pictures">${items}</ul>`
      }${pager}`,
    }
  },
}

/** `Special:ListFiles`: all files, or those uploaded by a user. */
export const listFiles: Special = {
  name: 'Listfiles',
  group: 'media',
  title: 'listfiles',
  async show(visit, sub) {
    const { words, search } = visit
    const user = search.get('user') ?? sub.replaceAll('_', ' ')
    const sought = search.get('ilsearch') ?? ''
    const byTime = user !== '' || search.get('sort') === 'img_timestamp'
    const { rows, pager } = await walk(visit, {
      prefix: 'ai',
      question: {
        list: 'allimages',
        aiprop: PROP,
        aisort: byTime ? 'timestamp' : 'name',
        aidir: byTime ? 'older' : undefined,
        aiuser: user || undefined,
        aiprefix: byTime ? undefined : sought || undefined,
      },
      rows: answer => having(answer.query?.allimages, ...MEMBERS),
    })
    const fields: Field[] = [
      { name: 'ilsearch', label: visit.reader.t('following.name_begins') },
      { kind: 'user', name: 'user', label: words.text('username'), value: user },
      {
        kind: 'choice',
        name: 'sort',
        label: visit.reader.t('following.sort'),
        options: [
          ['', words.text('listfiles_name')],
          ['img_timestamp', words.text('listfiles_date')],
        ],
      },
    ]
    const form = filterForm(visit, visit.specialTitle(this.name), fields, words.text('table_pager_limit_submit'))
    const pictures = await thumbs(
      visit,
      rows.map(({ title }) => title),
      120,
    )
    const heads = ['listfiles_date', 'listfiles_name', 'listfiles_thumb', 'listfiles_size', 'listfiles_user']
    const body = rows.map(row => {
      const picture = pictures.get(row.title)
      const page = titleLink(visit, row.title, { text: row.title.slice(row.title.indexOf(':') + 1) })
      const cells = [
        timeElement(visit, row.timestamp),
        html`${page} ${words.parentheses(link(row.url, visit.reader.t('following.file')))}`,
        picture,
        words.text('nbytes', row.size),
        row.user && titleLink(visit, userPage(visit, row.user), { text: row.user }),
      ]
      return html`<tr>${cells.map(cell => html`<td>${cell}</td>`)}</tr>`
    })
    const table = scrollTable(
      words.text('listfiles'),
      heads.map(key => words.text(key)),
      body,
      'files',
    )
    return {
      title: words.text('listfiles'),
      needs: ['following'],
      wide: true,
      content: html`${form}${pager}${
        rows.length === 0 ? html`<p class="note">${words.text('noimages')}</p>` : table
      }${pager}`,
    }
  },
}

/** `Special:UploadStash`: the reader's stashed files. The routes serve the files themselves. */
export const uploadStash: Special = {
  name: 'UploadStash',
  group: 'media',
  title: 'uploadstash',
  async show(visit) {
    return { title: visit.words.text('uploadstash'), content: await stashPage(visit.wiki, visit.caller) }
  },
}
