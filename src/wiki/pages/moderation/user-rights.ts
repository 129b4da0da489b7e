import { html, type Piece } from '#html/html.ts'
import type { Special } from '../page.ts'
import { type Field, filterForm, postForm } from '../parts/form.ts'
import { userLink } from '../parts/links.ts'
import { timeElement } from '../parts/times.ts'
import type { Visit } from '../visit.ts'
import { personOf } from './block.ts'

interface Membership {
  readonly group: string
  readonly expiry: string
}

interface Changeable {
  readonly add: readonly string[]
  readonly remove: readonly string[]
  readonly 'add-self': readonly string[]
  readonly 'remove-self': readonly string[]
}

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
    const [account] = users
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

async function groupsForm(
  visit: Visit,
  found: { name: string; groupmemberships: readonly Membership[] },
): Promise<Piece> {
  const { words } = visit
  const { userinfo, usergroups } = await visit.query({
    meta: 'userinfo|siteinfo',
    uiprop: 'changeablegroups',
    siprop: 'usergroups',
  })
  const may: Changeable = userinfo.changeablegroups
  const isSelf = found.name === visit.caller.name
  const mayAdd = new Set([...may.add, ...(isSelf ? may['add-self'] : [])])
  const mayRemove = new Set([...may.remove, ...(isSelf ? may['remove-self'] : [])])
  const now = new Map(found.groupmemberships.map(each => [each.group, each.expiry]))
  const implicit = new Set(['*', 'user', 'autoconfirmed'])
  const groups = (usergroups as { name: string }[]).map(({ name }) => name).filter(name => !implicit.has(name))
  const open = groups.filter(name => mayAdd.has(name) || mayRemove.has(name))
  const membership = [...now].map(
    ([group, expiry]) =>
      html`<li>${groupName(visit, group)}${expiry !== 'infinity' && html` – ${timeElement(visit, expiry)}`}</li>`,
  )
  const standing = html`<p>${words.text('userrights-groupsmember', now.size, found.name)}</p>${
    now.size > 0 && html`<ul>${membership}</ul>`
  }`
  if (open.length === 0) return standing
  const rows = open.map(group => {
    const expiry = now.get(group)
    const text = expiry === undefined || expiry === 'infinity' ? '' : expiry
    const fixed = expiry === undefined ? !mayAdd.has(group) : !mayRemove.has(group)
    const id = `group-${group}`
    return html`<tr>
      <td>
        <label class="choice" for="${id}">
          <input type="checkbox" id="${id}" name="wpGroup" value="${group}"${expiry !== undefined && html` checked`}
            ${fixed && html` disabled`}>
          <span>${groupName(visit, group)}</span>
        </label>
        ${expiry !== undefined && !fixed && html`<input type="hidden" name="wpBefore" value="${group}">`}
      </td>
      <td>
        <input type="hidden" name="wpExpiryBefore-${group}" value="${text}">
        <input name="wpExpiry-${group}" value="${text}" placeholder="${words.text('userrights-expiry-none')}"
          aria-label="${words.text('userrights-expiry')} ${groupName(visit, group)}"${fixed && html` disabled`}>
      </td>
    </tr>`
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
  return html`${standing}${postForm(visit, { fields, submit: words.text('saveusergroups', found.name) })}`
}
