import { type Html, html, type Piece } from '#html/html.ts'
import type { ListItem } from '../../query/results.ts'
import { isIp, isIpRange, sanitizeIp } from '../../site/ip.ts'
import type { Outcome, Special } from '../page.ts'
import { changeList, changeRow, flags, sizeChange, summary } from '../parts/changes.ts'
import { feedAddress, feedFormat, feedLinks, feedTools } from '../parts/feeds.ts'
import { type Field, filterForm, namespaceField, namespaceOf } from '../parts/form.ts'
import { having, type With } from '../parts/items.ts'
import { link, titleLink, userPage } from '../parts/links.ts'
import { walk } from '../parts/pager.ts'
import { addressRange } from '../parts/ranges.ts'
import { tagField } from '../parts/tag-field.ts'
import { timeElement } from '../parts/times.ts'
import type { Visit } from '../visit.ts'

type Contribution = With<ListItem<'usercontribs'>, 'title' | 'revid' | 'timestamp'>

const nameOf = ({ search }: Visit, sub: string): string =>
  sanitizeIp((search.get('target') ?? search.get('user') ?? sub).replaceAll('_', ' ').trim())

/** `Special:Contributions`: edits of a user, an IP address or a range. */
export const contributions: Special = {
  name: 'Contributions',
  group: 'users',
  title: 'contributions',
  async show(visit, sub) {
    const { words, search } = visit
    const name = nameOf(visit, sub)
    const form = await filters(visit, name)
    if (name === '') return { title: words.text('contributions', ''), content: form }
    const range = isIpRange(name) ? addressRange(name) : null
    if (isIpRange(name) && range === null)
      return {
        status: 400,
        title: name,
        content: html`<p class="note wrong" role="alert">${visit.reader.t('following.range_too_wide')}</p>${form}`,
      }
    const format = feedFormat(visit)
    if (format !== undefined && range === null)
      return { go: feedAddress(visit, { action: 'feedcontributions', feedformat: format, user: name }), status: 302 }
    const until = /^\d{4}-\d\d-\d\d$/.exec(search.get('end') ?? '')?.[0]
    const since = /^\d{4}-\d\d-\d\d$/.exec(search.get('start') ?? '')?.[0]
    const show = [
      search.has('topOnly') && 'top',
      search.has('newOnly') && 'new',
      search.has('hideMinor') && '!minor',
    ].filter(each => each !== false)
    const { rows: found, pager } = await walk(visit, {
      prefix: 'uc',
      question: {
        list: 'usercontribs',
        ucprop: 'ids|title|timestamp|parsedcomment|size|sizediff|flags|tags',
        ...(range ? { ucuserprefix: range.prefix } : { ucuser: name }),
        ucnamespace: namespaceOf(visit),
        uctag: search.get('tagfilter') || undefined,
        ucshow: show.length === 0 ? undefined : show,
        ucstart: until && `${until}T23:59:59Z`,
        ucend: since && `${since}T00:00:00Z`,
      },
      rows: answer => having(answer.query?.usercontribs, 'title', 'revid', 'timestamp'),
    })
    const rows = range ? found.filter(({ user }) => range.has(user)) : found
    const feed = { action: 'feedcontributions', user: name }
    return {
      title: words.text('contributions-title', name),
      needs: ['following'],
      ...(range === null && { about: { ns: 2, dbkey: name.replaceAll(' ', '_') } }),
      subtitle: await personLine(visit, name),
      ...(range === null && { head: feedLinks(visit, feed), tools: feedTools(visit, feed) }),
      content: html`${form}${pager}${
        rows.length === 0
          ? html`<p class="note">${words.text('nocontribs')}</p>`
          : changeList(rows.map(row => contributionRow(visit, row, range !== null)))
      }${pager}`,
    }
  },
}

async function filters(visit: Visit, name: string): Promise<Html> {
  const { words } = visit
  const fields: Field[] = [
    { kind: 'user', name: 'target', label: words.text('sp-contributions-username'), value: name },
    namespaceField(visit),
    await tagField(visit),
    { kind: 'date', name: 'start', label: words.text('date-range-from') },
    { kind: 'date', name: 'end', label: words.text('date-range-to') },
    { kind: 'box', name: 'topOnly', label: words.text('sp-contributions-toponly') },
    { kind: 'box', name: 'newOnly', label: words.text('sp-contributions-newonly') },
    { kind: 'box', name: 'hideMinor', label: words.text('sp-contributions-hideminor') },
  ]
  return filterForm(visit, visit.specialTitle('Contributions'), fields, words.text('sp-contributions-submit'))
}

/** Information about a user, with related links. */
export async function personLine(visit: Visit, name: string): Promise<Html> {
  const { words, caller } = visit
  const isAddress = isIp(name) || isIpRange(name)
  const user = isAddress ? null : await person(visit, name)
  const ways: Piece[] = [
    link(visit.address(`User talk:${name}`), words.text('talkpagelinktext')),
    caller.can('block') && !user?.blockid && link(visit.special('Block', name), words.text('blocklink')),
    caller.can('block') && user?.blockid && link(visit.special('Unblock', name), words.text('unblocklink')),
    link(visit.special('Log', 'block', { page: userPage(visit, name) }), words.text('sp-contributions-blocklog')),
    !isAddress && link(visit.special('Listfiles', name), words.text('sp-contributions-uploads')),
    link(visit.special('Log', name), words.text('sp-contributions-logs')),
    caller.can('deletedhistory') &&
      link(visit.special('DeletedContributions', name), words.text('sp-contributions-deleted')),
    user?.emailable && caller.account !== null && link(visit.special('Emailuser', name), words.text('emailuser')),
    user &&
      caller.can('userrights') &&
      link(visit.special('Userrights', name), words.text('sp-contributions-userrights')),
  ]
  const { t } = visit.reader
  const facts =
    user &&
    html`<p class="quiet">${t('following.edits', { count: user.editcount ?? 0 })}${
      user.registration && html` · ${t('following.since')} ${timeElement(visit, user.registration, 'date')}`
    }</p>`
  const isNobody = !isAddress && user === null
  const missing = isNobody && html`<p class="note">${words.html('contributions-userdoesnotexist', name)}</p>`
  const blocked = user?.blockid && html`<p class="note warn">${words.html('sp-contributions-blocked-notice', name)}</p>`
  const about = isAddress ? html`<bdi>${name}</bdi>` : titleLink(visit, userPage(visit, name), { text: name })
  const row = html`<p class="row">${words.html('contribsub2', about, name)} ${ways.filter(Boolean)}</p>`
  return html`${row}${facts}${missing}${blocked}`
}

async function person(visit: Visit, name: string): Promise<ListItem<'users'> | null> {
  const response = await visit.ask({
    action: 'query',
    list: 'users',
    ususers: name,
    usprop: 'editcount|registration|blockinfo|emailable',
  })
  const user = response.ok ? response.result.query?.users?.[0] : undefined
  return user && !user.missing && !user.invalid ? user : null
}

function contributionRow(visit: Visit, row: Contribution, namesAuthor: boolean): Html {
  const { words, caller } = visit
  const { title, revid, parentid } = row
  const isSeen = !row.texthidden || caller.can('deletedtext')
  const before = row.sizediff === undefined || row.size === undefined ? row.size : row.size - row.sizediff
  return changeRow(
    visit,
    {
      timestamp: row.timestamp,
      href: isSeen ? visit.address(title, { oldid: revid }) : undefined,
      size: sizeChange(visit, before, row.size),
      title: titleLink(visit, title),
      flags: [flags(visit, row), row.top && html`<span class="chip s-done"><i></i>${words.text('uctop')}</span>`],
      who: namesAuthor ? link(visit.special('Contributions', row.user), row.user) : undefined,
      comment: summary(visit, row),
      links: [
        parentid !== 0 && isSeen && link(visit.address(title, { diff: 'prev', oldid: revid }), words.text('diff')),
        link(visit.address(title, { action: 'history' }), words.text('hist')),
        row.top &&
          parentid !== 0 &&
          caller.can('rollback') &&
          link(visit.address(title, { action: 'rollback', from: row.user }), words.text('rollbacklink')),
      ],
    },
    true,
  )
}

/** `Special:DeletedContributions`: edits of a user on deleted pages. */
export const deletedContributions: Special = {
  name: 'DeletedContributions',
  group: 'users',
  title: 'deletedcontributions',
  right: 'deletedhistory',
  async show(visit, sub): Promise<Outcome> {
    const { words } = visit
    const name = nameOf(visit, sub)
    const field: Field = { kind: 'user', name: 'target', label: words.text('sp-contributions-username'), value: name }
    const form = filterForm(
      visit,
      visit.specialTitle(this.name),
      [field, namespaceField(visit)],
      words.text('sp-contributions-submit'),
    )
    if (name === '') return { title: words.text('deletedcontributions'), content: form }
    const { rows, pager } = await walk(visit, {
      prefix: 'adr',
      question: {
        list: 'alldeletedrevisions',
        adruser: name,
        adrnamespace: namespaceOf(visit),
        adrdir: 'older',
        adrprop: 'ids|timestamp|parsedcomment|size|flags',
      },
      rows: answer => answer.query?.alldeletedrevisions ?? [],
    })
    const items = rows.flatMap(({ title, revisions }) =>
      having(revisions, 'timestamp').map(revision => ({ ...revision, title })),
    )
    items.sort((a, b) => (a.timestamp < b.timestamp ? 1 : -1))
    const list = changeList(
      items.map(item =>
        changeRow(
          visit,
          {
            timestamp: item.timestamp,
            href: visit.special('Undelete', null, { target: item.title, timestamp: item.timestamp.replace(/\D/g, '') }),
            title: titleLink(visit, item.title, { missing: true }),
            flags: flags(visit, item),
            comment: summary(visit, item),
            links: [link(visit.special('Undelete', item.title), words.text('undeleteviewlink'))],
          },
          true,
        ),
      ),
    )
    return {
      title: words.text('deletedcontributions-title', name),
      subtitle: await personLine(visit, name),
      needs: ['following'],
      content: html`${form}${pager}${
        items.length === 0 ? html`<p class="note">${words.text('nocontribs')}</p>` : list
      }${pager}`,
    }
  },
}
