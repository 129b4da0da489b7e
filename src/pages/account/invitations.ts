import type { FastifyInstance } from 'fastify'
import { openInvitations, useLink } from '#accounts/account-links.ts'
import type { Services } from '#core/services.ts'
import { isAddress } from '#events/mail/address.ts'
import { type Html, html } from '#html/html.ts'
import { scrolling } from '#html/page.ts'
import { searchParams } from '#html/search-params.ts'
import { loadPermissions } from '#translation/catalogue/permissions.ts'
import type { Page } from '../send-page.ts'
import { takeTurn } from './door.ts'
import { alert, field, notice, type Sent, select } from './form.ts'
import { offeredTeams, type Team, teamById } from './invited-teams.ts'
import { invite } from './mails.ts'
import { mayInvite, type OwnVisit, ownFrame, ownPage, tokenField } from './owner.ts'
import { day } from './words.ts'

const ADDRESS = '/accounts/invitations/'

/** Inviting people and managing pending invitations, for administrators and project managers. */
export function invitationsRoutes(app: FastifyInstance, services: Services): void {
  ownPage(app, services, ADDRESS, show, { invite: send, withdraw })
}

const NEWS = { invited: 'account.invited', withdrawn: 'account.withdrawn' } as const

async function show(own: OwnVisit, sent: Sent = {}, link?: string): Promise<Page> {
  const { t } = own.reader
  const title = t('account.invitations')
  if (!(await mayInvite(own)))
    return {
      ...(await ownFrame(own, ADDRESS, title, html`<p class="empty">${t('account.may_not_invite')}</p>`)),
      status: 403,
    }
  const news = searchParams(own.request).get('done') ?? ''
  const confirmation = Object.hasOwn(NEWS, news) && sent.problems === undefined && t(NEWS[news as keyof typeof NEWS])
  const content = html`${notice(link === undefined && confirmation)}${alert(sent.problems?.[''])}
${link !== undefined && handOver(own, link)}${await form(own, sent)}${await list(own)}`
  return ownFrame(own, ADDRESS, title, content)
}

/** Without an email server, the link is shown once to the inviter. */
const handOver = ({ reader: { t } }: OwnVisit, link: string): Html =>
  html`<div class="note good shown-once" role="status">
    <p>${t('account.hand_over')}</p>
    <p><code>${link}</code></p>
  </div>`

async function form(own: OwnVisit, sent: Sent): Promise<Html> {
  const { t } = own.reader
  const { services } = own
  const isMailed = services.config.mailUrl !== null
  const project = searchParams(own.request).get('project')
  const permissions = await loadPermissions(services.store.read, own.account)
  const teams = await offeredTeams(services.store.read, permissions, project)
  const none: readonly [string, string][] = permissions.onSite('user.edit') ? [['', t('account.no_team')]] : []
  const options = teams.map(team => [String(team.id), `${team.project} – ${team.name}`] as [string, string])
  const chosen = project !== null && teams.length > 0 ? String(teams[0]!.id) : ''
  return html`<section class="card">
    <h2>${t('account.invite_somebody')}</h2>
    <form method="post">
      ${tokenField(own)}
      ${field(
        {
          name: 'email',
          label: t('account.email'),
          hint: t(isMailed ? 'account.invite_hint' : 'account.invite_hint_no_mail'),
          type: 'email',
          required: isMailed,
        },
        sent,
      )}
      ${select(
        {
          name: 'team',
          label: t('account.team'),
          value: chosen,
          options: [...none, ...options],
          hint: t('account.team_hint'),
        },
        sent,
      )}
      <p class="buttons">
        <button class="button first" name="do" value="invite">
          ${t(isMailed ? 'account.send_invitation' : 'account.make_invitation')}
        </button>
      </p>
    </form>
  </section>`
}

async function send(own: OwnVisit): Promise<string | Page> {
  const { services, form, account } = own
  const { t } = own.reader
  const refuse = async (problems: Record<string, string>, status = 400): Promise<Page> => ({
    ...(await show(own, { typed: form, problems })),
    status,
  })
  if (!(await mayInvite(own))) return refuse({}, 403)
  const isMailed = services.config.mailUrl !== null
  const address = (form.get('email') ?? '').trim()
  if (address === '' ? isMailed : !isAddress(address) || Buffer.byteLength(address) > 190)
    return refuse({ email: t('account.email_wrong') })
  const permissions = await loadPermissions(services.store.read, account)
  const chosenTeam = form.get('team') ?? ''
  const team = chosenTeam === '' ? null : await teamById(services.store.read, permissions, Number(chosenTeam))
  if (chosenTeam === '' ? !permissions.onSite('user.edit') : team === null)
    return refuse({ team: t('account.team_wrong') })
  const wait = await takeTurn(services, 'invite', String(account.id), own.caller.ip)
  if (wait > 0) return refuse({ '': t('account.throttled', { count: wait }) }, 429)
  const invitation = { address, team: team?.id ?? null, project: team?.project ?? null }
  const link = await services.store.transaction(tx => invite(tx, services, t, account, invitation))
  return isMailed ? `${ADDRESS}?done=invited` : show(own, {}, link)
}

async function withdraw(own: OwnVisit): Promise<string> {
  const id = Number(own.form.get('id'))
  const link = (await mine(own)).find(each => each.id === id)
  if (link !== undefined) await own.services.store.transaction(tx => useLink(tx, link))
  return `${ADDRESS}?done=withdrawn`
}

/** Administrators see all invitations, others their own. */
async function mine({ services, account }: OwnVisit) {
  const permissions = await loadPermissions(services.store.read, account)
  return openInvitations(services.store.read, services.clock, permissions.onSite('user.edit') ? null : account.id)
}

async function list(own: OwnVisit): Promise<Html> {
  const { t } = own.reader
  const links = await mine(own)
  const { store, accounts } = own.services
  const title = html`<h2>${t('account.open_invitations')}</h2>`
  if (links.length === 0) return html`${title}<p class="empty">${t('account.no_invitations')}</p>`
  const teams = new Map<number, Team>()
  const permissions = await loadPermissions(store.read, own.account)
  for (const { data } of links)
    if (typeof data.team === 'number' && !teams.has(data.team)) {
      const team = await teamById(store.read, permissions, data.team)
      if (team) teams.set(team.id, team)
    }
  const makers = new Map<number, string>()
  for (const id of new Set(links.flatMap(link => link.madeBy ?? [])))
    makers.set(id, (await accounts.byId(store.read, id))?.username ?? '')
  const rows = links.map(link => {
    const team = teams.get(Number(link.data.team))
    return html`<tr>
      <th scope="row"><bdi>${link.address || t('account.by_hand')}</bdi></th>
      <td>${team ? `${team.project} – ${team.name}` : '–'}</td>
      <td><bdi>${makers.get(link.madeBy ?? 0)}</bdi></td>
      <td class="nowrap">${day(own.reader, link.expiresAt)}</td>
      <td class="end">
        <form method="post">
          ${tokenField(own)}
          <input type="hidden" name="id" value="${link.id}">
          <button class="button" name="do" value="withdraw">
            ${t('account.withdraw')}
            <span class="aside"> ${link.address}</span>
          </button>
        </form>
      </td>
    </tr>`
  })
  const table = html`<table>
    <thead>
      <tr>
        <th scope="col">${t('account.email')}</th>
        <th scope="col">${t('account.team')}</th>
        <th scope="col">${t('account.invited_by')}</th>
        <th scope="col">${t('account.good_until')}</th>
        <th scope="col"><span class="aside">${t('account.withdraw')}</span></th>
      </tr>
    </thead>
    <tbody>${rows}</tbody>
  </table>`
  return html`${title}<div class="card">${scrolling(t('account.open_invitations'), table)}</div>`
}
