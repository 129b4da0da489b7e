import { type Html, html, type Piece } from '#html/html.ts'
import type { ListItem } from '../../query/results.ts'
import type { Special } from '../page.ts'
import { type Field, filterForm } from '../parts/form.ts'
import { existing, link, userLink, userPages } from '../parts/links.ts'
import { walk } from '../parts/pager.ts'
import { scrollTable } from '../parts/table.ts'
import { timeElement } from '../parts/times.ts'
import type { Visit } from '../visit.ts'

type Person = ListItem<'allusers'>

/** Names of a group and of its members. */
export const groupName = ({ words }: Visit, group: string): string =>
  words.has(`group-${group}`) ? words.text(`group-${group}`) : group
const memberName = ({ words }: Visit, group: string, name: string): string =>
  words.has(`group-${group}-member`) ? words.text(`group-${group}-member`, name) : group

const IMPLICIT = new Set(['*', 'user', 'autoconfirmed'])

async function groupsOf(visit: Visit) {
  const { usergroups = [] } = await visit.query({ meta: 'siteinfo', siprop: 'usergroups', sinumberingroup: true })
  return usergroups
}

async function groupField(visit: Visit, name: string, value: string): Promise<Field> {
  const { words } = visit
  const groups = (await groupsOf(visit)).filter(group => !IMPLICIT.has(group.name))
  const options = groups.map((group): [string, string] => [group.name, groupName(visit, group.name)])
  return {
    kind: 'choice',
    name,
    label: words.text('group'),
    options: [['', words.text('group-all')], ...options],
    value,
  }
}

async function personList(visit: Visit, people: readonly Person[], count: (person: Person) => Piece): Promise<Html> {
  const { words } = visit
  const doers = people.map(({ name }) => ({ user: name }))
  const existingPages = await existing(visit, userPages(visit, doers))
  if (people.length === 0) return html`<p class="note">${words.text('listusers-noresult')}</p>`
  return html`<ul class="people">${people.map(person => {
    const groups = (person.groups ?? []).filter(group => !IMPLICIT.has(group))
    const names = groups.map(group => link(visit.special('Listusers', group), memberName(visit, group, person.name)))
    const blocked =
      person.blockid !== undefined &&
      html`<span class="chip s-failing"><i></i>${words.text('listusers-blocked', person.name)}</span>`
    return html`<li>${userLink(visit, { user: person.name }, existingPages)} ${
      names.length > 0 && words.parentheses(words.list(names))
    } <span class="quiet">${count(person)}${
      person.registration && html` · ${timeElement(visit, person.registration, 'date')}`
    }</span> ${blocked}</li>`
  })}</ul>`
}

/** `Special:ListUsers`: all users, or those in a group. */
export const listUsers: Special = {
  name: 'Listusers',
  group: 'users',
  title: 'listusers',
  async show(visit, sub) {
    const { words, search } = visit
    const group = search.get('group') ?? sub
    const { rows, pager } = await walk(visit, {
      prefix: 'au',
      question: {
        list: 'allusers',
        auprop: 'editcount|groups|registration|blockinfo',
        augroup: group || undefined,
        aufrom: search.get('username') || undefined,
        auwitheditsonly: search.has('editsOnly'),
      },
      rows: answer => answer.query?.allusers ?? [],
    })
    const fields: Field[] = [
      { kind: 'user', name: 'username', label: words.text('listusersfrom') },
      await groupField(visit, 'group', group),
      { kind: 'box', name: 'editsOnly', label: words.text('listusers-editsonly') },
    ]
    const form = filterForm(visit, visit.specialTitle(this.name), fields, words.text('listusers-submit'))
    const count = ({ editcount = 0 }: Person) => words.text('usereditcount', editcount)
    return {
      title: words.text('listusers'),
      needs: ['following'],
      content: html`${form}${pager}${await personList(visit, rows, count)}${pager}`,
    }
  },
}

/** `Special:ActiveUsers`: recently active users. */
export const activeUsers: Special = {
  name: 'Activeusers',
  group: 'users',
  title: 'activeusers',
  async show(visit, sub) {
    const { words, search } = visit
    const { rows, pager } = await walk(visit, {
      prefix: 'au',
      question: {
        list: 'allusers',
        auactiveusers: true,
        auprop: 'groups|blockinfo',
        augroup: search.get('groups') || undefined,
        aufrom: (search.get('username') ?? sub) || undefined,
      },
      rows: answer => answer.query?.allusers ?? [],
    })
    const fields: Field[] = [
      { kind: 'user', name: 'username', label: words.text('activeusers-from') },
      await groupField(visit, 'groups', ''),
    ]
    const form = filterForm(visit, visit.specialTitle(this.name), fields, words.text('activeusers-submit'))
    const count = ({ recentactions = 0 }: Person) => words.text('activeusers-count', recentactions, '', 30)
    const list = await personList(visit, rows, count)
    return {
      title: words.text('activeusers'),
      needs: ['following'],
      content: html`<p>${words.html('activeusers-intro', 30)}</p>${form}${pager}${list}${pager}`,
    }
  },
}

/** `Special:ListGroupRights`: the rights of each group. */
export const listGroupRights: Special = {
  name: 'Listgrouprights',
  group: 'users',
  title: 'listgrouprights',
  async show(visit) {
    const { words } = visit
    const groups = await groupsOf(visit)
    const rightText = (right: string): Html => {
      const key = `right-${right}`
      return words.has(key) ? html`${words.html(key)} <code>${right}</code>` : html`<code>${right}</code>`
    }
    const rows = groups.map(
      ({ name, rights = [], number }) =>
        html`<tr id="${name}"><th scope="row">${groupName(visit, name)}<br><small>${
          IMPLICIT.has(name) ? '' : link(visit.special('Listusers', name), words.text('listgrouprights-members'))
        }${
          number !== undefined && !IMPLICIT.has(name) && html` · ${words.number(number)}`
        }</small></th><td><ul>${[...rights].sort().map(right => html`<li>${rightText(right)}</li>`)}</ul></td></tr>`,
    )
    const heads = [words.text('listgrouprights-group'), words.text('listgrouprights-rights')]
    const table = scrollTable(words.text('listgrouprights'), heads, rows, 'group-rights')
    return {
      title: words.text('listgrouprights'),
      needs: ['following'],
      content: html`<p>${words.html('listgrouprights-summary')}</p>${table}`,
    }
  },
}

/** `Special:Statistics`: statistics of the wiki. */
export const statistics: Special = {
  name: 'Statistics',
  group: 'wiki',
  title: 'statistics',
  async show(visit) {
    const { words } = visit
    const { statistics: counts } = await visit.query({ meta: 'siteinfo', siprop: 'statistics' })
    const { articles = 0, pages = 0, images = 0, edits = 0, users = 0, activeusers = 0 } = counts ?? {}
    const average = Math.round((100 * edits) / Math.max(1, pages)) / 100
    const numberRow = (label: Piece, value: string) => html`<tr><th scope="row">${label}</th><td>${value}</td></tr>`
    const row = (key: string, value: number, href?: string) =>
      html`<tr><th scope="row">${
        href === undefined ? words.text(key) : link(href, words.text(key))
      }</th><td>${words.number(value)}</td></tr>`
    const table = (key: string, rows: readonly Html[]) =>
      html`<h2>${words.text(key)}</h2><table class="facts numbers"><tbody>${rows}</tbody></table>`
    const groups = (await groupsOf(visit)).filter(({ name }) => !IMPLICIT.has(name))
    return {
      title: words.text('statistics'),
      needs: ['following'],
      content: html`${table('statistics-header-pages', [
        row('statistics-articles', articles, visit.special('Allpages')),
        row('statistics-pages', pages),
        row('statistics-files', images, visit.special('Listfiles')),
      ])}${table('statistics-header-edits', [
        row('statistics-edits', edits, visit.special('Recentchanges')),
        numberRow(words.text('statistics-edits-average'), words.number(average)),
      ])}${table('statistics-header-users', [
        row('statistics-users', users, visit.special('Listusers')),
        row('statistics-users-active', activeusers, visit.special('Activeusers')),
        ...groups.map(({ name, number = 0 }) =>
          numberRow(link(visit.special('Listusers', name), groupName(visit, name)), words.number(number)),
        ),
      ])}`,
    }
  },
}
