import { type Html, html, type Piece } from '#html/html.ts'
import { LISTS_STAY, type Outcome, type View } from '../page.ts'
import { changeList, changeRow, flags, sizeChange, summary } from '../parts/changes.ts'
import { feedLinks, feedTools, historyFeed } from '../parts/feeds.ts'
import { type Field, filterForm } from '../parts/form.ts'
import { existing, link, userLink, userPages } from '../parts/links.ts'
import { walk } from '../parts/pager.ts'
import { addParentSizes, isHidden, isReadable, REVISION_PROPS, type Revision, undoLinks } from '../parts/revisions.ts'
import { tagField } from '../parts/tag-field.ts'
import { instant, timeText } from '../parts/times.ts'
import type { Visit } from '../visit.ts'

/** `action=history`: revisions of a page, newest first; any two can be compared. */
export const history: View = {
  action: 'history',
  tab: 'history',
  async show(visit, page) {
    const { words, search } = visit
    const name = visit.name(page)
    const until = /^\d{4}-\d\d-\d\d$/.exec(search.get('date-range-to') ?? '')?.[0]
    const isBack = search.get('dir') === 'prev' && search.has('offset')
    const { rows, pager, result } = await walk<Revision>(visit, {
      prefix: 'rv',
      question: {
        prop: 'revisions',
        titles: name,
        rvprop: REVISION_PROPS,
        rvtag: search.get('tagfilter') || undefined,
        // The end of the requested period is the start of the list unless it is paged backwards.
        [isBack ? 'rvend' : 'rvstart']: until && `${until}T23:59:59Z`,
      },
      rows: answer => answer.query.pages[0]?.revisions ?? [],
      both: {
        dirs: ['older', 'newer'],
        place: row => `${row.timestamp.replace(/\D/g, '')}|${row.revid}`,
      },
    })
    if (result.query.pages[0]?.missing) return nothing(visit, name, page)
    const sent = historyFeed(visit, name, rows)
    if (sent) return sent
    const sizes = await addParentSizes(visit, rows)
    const existingPages = await existing(visit, userPages(visit, rows))
    const latest: number = await latestOf(visit, name)
    const list = changeList(
      rows.map((row, i) => revisionRow(visit, name, row, { sizes, known: existingPages, latest, place: i })),
    )
    const compare = rows.length > 1 && html`<button class="button">${words.text('compareselectedversions')}</button>`
    const isFiltered = search.has('tagfilter') || until !== undefined
    const feed = { title: name, action: 'history' }
    return {
      title: words.text('history-title', name),
      about: page,
      stays: LISTS_STAY,
      head: feedLinks(visit, feed),
      tools: feedTools(visit, feed),
      needs: ['following'],
      subtitle: link(visit.special('Log', null, { page: name }), words.text('viewpagelogs')),
      content: html`${await filters(visit, name, isFiltered)}${pager}${
        rows.length === 0
          ? html`<p class="note">${words.text('history-feed-empty')}</p>`
          : html`<form class="history" action="${visit.site.script}" method="get">
            <input type="hidden" name="title" value="${name}">
            ${list}
            <p class="buttons">${compare}</p>
          </form>`
      }${pager}`,
    }
  },
}

function nothing(visit: Visit, name: string, page: { ns: number; dbkey: string }): Outcome {
  const { words } = visit
  const log = link(visit.special('Log', null, { page: name }), words.text('viewpagelogs'))
  return {
    status: 404,
    title: words.text('history-title', name),
    about: page,
    content: html`<p>${words.text('nohistory')}</p><p>${log}</p>`,
  }
}

async function latestOf(visit: Visit, name: string): Promise<number> {
  const { pages = [] } = await visit.query({ titles: name, prop: 'info' })
  return pages[0]?.lastrevid ?? 0
}

async function filters(visit: Visit, name: string, isOpen: boolean): Promise<Html> {
  const { words } = visit
  const fields: Field[] = [
    { kind: 'hidden', name: 'action', value: 'history' },
    { kind: 'date', name: 'date-range-to', label: words.text('date-range-to') },
    await tagField(visit),
  ]
  const form = filterForm(visit, name, fields, words.text('historyaction-submit'))
  return html`<details class="fold"${
    isOpen && html` open`
  }><summary>${words.text('history-fieldset-title')}</summary>${form}</details>`
}

interface Place {
  readonly sizes: ReadonlyMap<number, number | undefined>
  readonly known: ReadonlySet<string>
  readonly latest: number
  readonly place: number
}

function revisionRow(visit: Visit, name: string, row: Revision, { sizes, known, latest, place }: Place): Html {
  const { words, reader } = visit
  const time = timeText(visit, instant(row.timestamp))
  const isSeen = isReadable(visit, row)
  const radio = (field: 'oldid' | 'diff', checked: boolean): Html => {
    const label = reader.t(field === 'diff' ? 'following.compare_to' : 'following.compare_from', { time })
    return html`<input type="radio" name="${field}" value="${row.revid}" aria-label="${label}"${
      checked && html` checked`
    }${!isSeen && html` disabled`}>`
  }
  const current: Piece =
    row.revid !== latest && isSeen && link(visit.address(name, { diff: 'cur', oldid: row.revid }), words.text('cur'))
  return changeRow(
    visit,
    {
      timestamp: row.timestamp,
      href: isSeen ? visit.address(name, { oldid: row.revid }) : undefined,
      before: html`${radio('oldid', place === 1)}${radio('diff', place === 0)}`,
      size: sizeChange(visit, row.parentid === 0 ? 0 : sizes.get(row.parentid), row.size),
      who: userLink(visit, row, known),
      flags: [
        flags(visit, { ...row, new: row.parentid === 0 }),
        isHidden(row) && html`<span class="chip s-failing"><i></i>${words.text('rev-deleted-text-permission')}</span>`,
      ],
      comment: summary(visit, row),
      links: [
        current,
        row.parentid !== 0 &&
          isSeen &&
          link(visit.address(name, { diff: 'prev', oldid: row.revid }), words.text('last')),
        ...undoLinks(visit, name, row, row.revid === latest),
      ],
      ...(isHidden(row) && { attributes: html` data-hidden="text"` }),
    },
    true,
  )
}
