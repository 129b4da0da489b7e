import { type Html, html } from '#html/html.ts'
import type { PageWith } from '../../query/results.ts'
import { changeList, changeRow, summary, who } from '../parts/changes.ts'
import { type Field, filterForm } from '../parts/form.ts'
import { formPage, success } from '../parts/form-page.ts'
import { having, type With } from '../parts/items.ts'
import { existing, link, titleLink, userPages } from '../parts/links.ts'
import { walk } from '../parts/pager.ts'
import { targetOf } from '../parts/target.ts'
import type { Visit } from '../visit.ts'

type DeletedRevision = With<NonNullable<PageWith<'deletedrevisions'>['deletedrevisions']>[number], 'timestamp'>

/** `Special:Undelete`: shows deleted pages and restores all or some of their revisions. */
export const undelete = formPage({
  name: 'Undelete',
  group: 'pagetools',
  title: 'undelete',
  right: 'deletedhistory',
  async form(visit, sub) {
    const { title } = targetOf(visit, sub)
    if (title === null) return searchPage(visit)
    const name = visit.name(title)
    const stamp = visit.search.get('timestamp')
    return stamp === null ? revisions(visit, name, title) : oneRevision(visit, name, stamp)
  },
  request(visit, sub, sent) {
    const { title } = targetOf(visit, sub)
    return {
      action: 'undelete',
      title: title === null ? '' : visit.name(title),
      reason: sent.text('wpComment'),
      undeletetalk: sent.has('undeletetalk'),
      timestamps: sent.has('ts') ? sent.all('ts') : null,
    }
  },
  done(visit, sub, _sent, { undelete: { revisions: count } }) {
    const { words } = visit
    const { title } = targetOf(visit, sub)
    const message = words.html('undeletedpage', titleLink(visit, title === null ? '' : visit.name(title)))
    return success(words.text('actioncomplete'), html`${message} ${words.text('undeletedrevisions', count)}`)
  },
})

/** Deleted pages by title prefix. */
async function searchPage(visit: Visit) {
  const { words } = visit
  const own = visit.specialTitle('Undelete')
  const prefix = visit.search.get('prefix') ?? ''
  const field: Field = { kind: 'title', name: 'prefix', label: words.text('undelete-search-prefix'), value: prefix }
  const form = filterForm(visit, own, [field], words.text('undelete-search-submit'))
  const { rows, pager } = await walk(visit, {
    prefix: 'adr',
    question: { list: 'alldeletedrevisions', adrprop: 'ids', adrprefix: prefix || null, adrdir: 'newer' },
    rows: answer => answer.query?.alldeletedrevisions ?? [],
  })
  const items = [...new Map(rows.map(row => [row.title, row])).values()].map(
    ({ title }) => html`<li>${link(visit.special('Undelete', title), html`<bdi>${title}</bdi>`)}</li>`,
  )
  return {
    title: words.text('undelete-search-title'),
    content: html`${form}${
      items.length === 0
        ? html`<p class="empty">${words.text('undelete-no-results')}</p>`
        : html`<ul>${items}</ul>${pager}`
    }`,
  }
}

async function revisions(visit: Visit, name: string, about: { ns: number; dbkey: string }) {
  const { words } = visit
  const { rows, pager } = await walk(visit, {
    prefix: 'drv',
    question: { prop: 'deletedrevisions', titles: name, drvprop: 'ids|timestamp|user|parsedcomment|size|flags' },
    rows: answer => having(answer.query?.pages?.[0]?.deletedrevisions, 'timestamp'),
    usual: 100,
  })
  if (rows.length === 0)
    return {
      status: 404,
      title: words.text('undeletepage'),
      about,
      content: html`<p class="note">${words.text('undelete-no-results')}</p>`,
    }
  const existingPages = await existing(visit, userPages(visit, rows))
  const mayRestore = visit.caller.can('undelete')
  const list = changeList(rows.map(row => revisionRow(visit, name, row, existingPages, mayRestore)))
  const fields: Field[] = [
    { kind: 'html', content: html`<p class="quiet">${words.html('undeleteextrahelp')}</p>${list}` },
    { name: 'wpComment', label: words.text('undeletecomment'), max: 500 },
    { kind: 'box', name: 'undeletetalk', label: words.text('undelete-undeletetalk') },
  ]
  return {
    title: words.text('undeletepagetitle', name),
    about,
    fields,
    submit: words.text('undeletebtn'),
    content: (form: Html) => html`${mayRestore ? form : list}${pager}`,
  }
}

function revisionRow(
  visit: Visit,
  name: string,
  row: DeletedRevision,
  known: ReadonlySet<string>,
  tick: boolean,
): Html {
  const box = html`<input type="checkbox" name="ts" value="${row.timestamp}" aria-label="${row.timestamp}">`
  return changeRow(
    visit,
    {
      timestamp: row.timestamp,
      who: who(visit, row, known),
      comment: summary(visit, row),
      href: visit.special('Undelete', name, { timestamp: row.timestamp }),
      ...(tick && { before: box }),
      size: html`<span class="size">${visit.words.text('nbytes', row.size ?? 0)}</span>`,
    },
    true,
  )
}

/** Source of one deleted revision. */
async function oneRevision(visit: Visit, name: string, timestamp: string) {
  const { words } = visit
  const { pages = [] } = await visit.query({
    prop: 'deletedrevisions',
    titles: name,
    drvprop: 'ids|timestamp|user|parsedcomment|content',
    drvslots: 'main',
    drvstart: timestamp,
    drvend: timestamp,
    drvlimit: 1,
  })
  const [row] = having(pages[0]?.deletedrevisions, 'timestamp')
  const back = html`← ${link(visit.special('Undelete', name), words.text('undeletepagetitle', name))}`
  if (!row)
    return {
      status: 404,
      title: name,
      content: html`<p class="note">${words.text('undeleterevision-missing')}</p>`,
      subtitle: back,
    }
  const content = row.slots?.main?.content
  const shown = { timestamp: row.timestamp, who: who(visit, row), comment: summary(visit, row) }
  return {
    title: words.text('undelete-revision-title', name),
    subtitle: back,
    content: html`${changeList([changeRow(visit, shown, true)])}
${
  content === undefined
    ? html`<p class="note">${words.text('rev-deleted-text-permission')}</p>`
    : html`<textarea class="source" rows="20" readonly dir="auto" aria-label="${name}">
${content}</textarea>`
}`,
  }
}
