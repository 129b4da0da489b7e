import { html, type Piece } from '#html/html.ts'
import type { ListItem } from '../../query/results.ts'
import type { Special } from '../page.ts'
import { type Field, filterForm, hiddenField, postForm } from '../parts/form.ts'
import { having, type With } from '../parts/items.ts'
import { userLink } from '../parts/links.ts'
import { timeElement } from '../parts/times.ts'
import type { Visit } from '../visit.ts'
import { personOf } from './block.ts'

/** Name of a group. */
const groupName = ({ words }: Visit, group: string): string =>
  words.has(`group-${group}`) ? words.text(`group-${group}`) : group

/** `Special:UserRights`: a user's groups and their expiry. */
export const userRights: Special = {
  name: 'Userrights',
  group: 'users',
  title: 'userrights',
  async show(visit, sub) {
    const { words } = visit
    const user = personOf(visit, sub, 'user')
    const own = visit.specialTitle(this.name)
    const field: Field = { kind: 'user', name: 'user', label: words.text('userrights-user-editname'), value: user }
    const ask = filterForm(visit, own, [field], words.text('editusergroup'))
    const title = words.text('userrights')
    if (user === '') return { title, content: ask }
    const { users = [] } = await visit.query({ list: 'users', ususers: user, usprop: 'groups|groupmemberships' })
    const [account] = having(users, 'name')
    if (!account || account.missing || account.invalid)
      return {
        title,
        status: 404,
        content: html`<p class="note wrong" role="alert">${words.html('nosuchusershort', user)}</p>${ask}`,
      }
    return {
      title,
      content: html`${ask}<h2>${userLink(visit, { user: account.name })}</h2>${await groupsForm(visit, account)}`,
    }
  },
  async take(visit, sub, sent) {
    const user = personOf(visit, sub, 'user')
    const before = new Set(sent.all('wpBefore'))
    const after = new Set(sent.all('wpGroup'))
    const add = [...after].filter(
      group => !before.has(group) || sent.text(`wpExpiry-${group}`) !== sent.text(`wpExpiryBefore-${group}`),
    )
    const remove = [...before].filter(group => !after.has(group))
    const response = await visit.post({
      action: 'userrights',
      user,
      reason: sent.text('wpReason'),
      ...(add.length > 0 && { add, expiry: add.map(group => sent.text(`wpExpiry-${group}`).trim() || 'infinite') }),
      ...(remove.length > 0 && { remove }),
    })
    return response.ok ? { go: visit.special('Userrights', user) } : { tried: { sent, errors: response.errors } }
  },
}

async function groupsForm(visit: Visit, account: With<ListItem<'users'>, 'name'>): Promise<Piece> {
  const { words } = visit
  const { userinfo, usergroups = [] } = await visit.query({
    meta: 'userinfo|siteinfo',
    uiprop: 'changeablegroups',
    siprop: 'usergroups',
  })
  const { name: user, groupmemberships: memberships = [] } = account
  const {
    add = [],
    remove = [],
    'add-self': addSelf = [],
    'remove-self': removeSelf = [],
  } = userinfo.changeablegroups ?? {}
  const isSelf = user === visit.caller.name
  const mayAdd = new Set([...add, ...(isSelf ? addSelf : [])])
  const mayRemove = new Set([...remove, ...(isSelf ? removeSelf : [])])
  const now = new Map(memberships.map(each => [each.group, each.expiry]))
  const implicit = new Set(['*', 'user', 'autoconfirmed'])
  const groups = usergroups.map(({ name }) => name).filter(name => !implicit.has(name))
  const open = groups.filter(name => mayAdd.has(name) || mayRemove.has(name))
  const membership = [...now].map(
    ([group, expiry]) =>
      html`<li>${groupName(visit, group)}${expiry !== 'infinity' && html` – ${timeElement(visit, expiry)}`}</li>`,
  )
  const standing = html`<p>${words.text('userrights-groupsmember', now.size, user)}</p>${
    now.size > 0 && html`<ul>${membership}</ul>`
  }`
  if (open.length === 0) return standing
  const rows = open.map(group => {
    const expiry = now.get(group)
    const text = expiry === undefined || expiry === 'infinity' ? '' : expiry
    const fixed = expiry === undefined ? !mayAdd.has(group) : !mayRemove.has(group)
    const id = `group-${group}`
    const disabled = fixed && html` disabled`
    const checked = expiry !== undefined && html` checked`
    const box = html`<input type="checkbox" id="${id}" name="wpGroup" value="${group}"${checked}${disabled}>`
    const label = html`<label class="choice" for="${id}">${box}<span>${groupName(visit, group)}</span></label>`
    const before = expiry !== undefined && !fixed && hiddenField('wpBefore', group)
    const none = words.text('userrights-expiry-none')
    const about = `${words.text('userrights-expiry')} ${groupName(visit, group)}`
    const hints = html`placeholder="${none}" aria-label="${about}"`
    const until = html`<input name="wpExpiry-${group}" value="${text}" ${hints}${disabled}>`
    const untilBefore = hiddenField(`wpExpiryBefore-${group}`, text)
    return html`<tr><td>${label}${before}</td><td>${untilBefore}${until}</td></tr>`
  })
  const heads = [words.text('userrights-changeable-col', open.length), words.text('userrights-expiry')].map(
    text => html`<th scope="col">${text}</th>`,
  )
  const hint = html`<p class="small quiet">${visit.reader.t('wiki.expiry_hint')}</p>`
  const fields: Field[] = [
    {
      kind: 'html',
      content: html`<table class="plain"><thead><tr>${heads}</tr></thead><tbody>${rows}</tbody></table>${hint}`,
    },
    { name: 'wpReason', label: words.text('userrights-reason'), max: 500 },
  ]
  return html`${standing}${postForm(visit, { fields, submit: words.text('saveusergroups', user) })}`
}
