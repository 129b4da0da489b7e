import type { FastifyInstance, FastifyReply } from 'fastify'
import { type Account, isUsable } from '#accounts/account.ts'
import { type AccountLink, findLink, useLink } from '#accounts/account-links.ts'
import { noteAccount } from '#accounts/note-account.ts'
import { checkToken } from '#accounts/tokens.ts'
import type { Services } from '#core/services.ts'
import { html } from '#html/html.ts'
import { searchParams } from '#html/search-params.ts'
import { type Clock, seconds } from '#store/clock.ts'
import type { Writer } from '#store/store.ts'
import { loadPermissions } from '#translation/catalogue/permissions.ts'
import { formOf, type Visit, visit } from '../send-page.ts'
import { doorToken, goTo, refusedReadOnly, sendDoor, takeTurn } from './door.ts'
import { alert, field, type Sent } from './form.ts'
import { type Team, teamById } from './invited-teams.ts'
import { problemsFrom } from './problems.ts'
import { providerButtons } from './provider-buttons.ts'
import { makeAccount, newAccountFields, problemsOf, registrationOf } from './register.ts'

const ADDRESS = '/accounts/invitation/'

/** A valid invitation, whose author still has permission to invite. */
export interface Invitation {
  readonly link: AccountLink
  readonly by: Account
  readonly team: Team | null
}

/** Target of an invitation link: registers an account, or adds an existing one to the team. */
export function acceptRoutes(app: FastifyInstance, services: Services): void {
  app.get(ADDRESS, async (request, reply) => {
    const seen = await visit(services, request, reply)
    const key = searchParams(request).get('key') ?? ''
    const invitation = await findInvitation(services, key)
    return invitation === null ? badLink(seen) : showForm(seen, 200, key, invitation)
  })
  app.post(ADDRESS, async (request, reply) => {
    const seen = await visit(services, request, reply)
    const refused = refusedReadOnly(seen, seen.reader.t('account.invitation'))
    if (refused !== null) return refused
    const { t } = seen.reader
    const form = formOf(request)
    const key = form.get('key') ?? ''
    const invitation = await findInvitation(services, key)
    if (invitation === null) return badLink(seen)
    const again = (status: number, problems: Record<string, string>) =>
      showForm(seen, status, key, invitation, { typed: form, problems })
    if (!checkToken(seen.caller, 'login', form.get('csrfmiddlewaretoken') ?? ''))
      return again(403, { '': t('account.old_form') })
    const { account } = services.callers.beyondWiki(seen.caller)
    if (account !== null && form.get('do') === 'join') {
      if (!(await services.store.transaction(tx => join(tx, services.clock, invitation, account)))) return badLink(seen)
      return goTo(reply, '/account/?done=joined', [])
    }
    const typed = registrationOf(form)
    const registration = { ...typed, email: invitation.link.address || typed.email }
    const problems = problemsOf(t, registration, false)
    if (Object.keys(problems).length > 0) return again(400, problems)
    const wait = await takeTurn(services, 'register', '', seen.caller.ip)
    if (wait > 0) return again(429, { '': t('account.throttled', { count: wait }) })
    try {
      // A link sent by email proves the address; one passed on by hand does not.
      const emailConfirmed = invitation.link.data.mailed === true && invitation.link.address !== ''
      const made = await makeAccount(
        services,
        registration,
        (tx, made) => joinInvited(tx, services.clock, invitation, made),
        {
          emailConfirmed,
        },
      )
      const device = request.headers['user-agent']
      const { setCookies } = await services.callers.logIn(seen.caller, made, { device, way: 'link' })
      return goTo(reply, '/account/languages/?done=welcome', setCookies)
    } catch (error) {
      if (error instanceof Gone) return badLink(seen)
      return again(400, problemsFrom(t, error))
    }
  })
}

export async function findInvitation(
  { store, clock, accounts, permissions: wiki }: Services,
  key: string,
): Promise<Invitation | null> {
  if (wiki.registration === 'closed') return null
  const link = await findLink(store.read, clock, 'invitation', key)
  const by = link && (await accounts.byId(store.read, link.madeBy ?? -1))
  if (!link || !by || !isUsable(by, seconds(clock))) return null
  const permissions = await loadPermissions(store.read, by)
  const { team } = link.data
  if (typeof team !== 'number') return permissions.onSite('user.edit') ? { link, by, team: null } : null
  const teamRow = await teamById(store.read, permissions, team)
  return teamRow && { link, by, team: teamRow }
}

/** The link was used in the meantime. */
class Gone extends Error {}

export async function joinInvited(
  tx: Writer,
  clock: Clock,
  invitation: Invitation,
  account: Pick<Account, 'id' | 'name'>,
): Promise<void> {
  if (!(await join(tx, clock, invitation, account))) throw new Gone()
}

async function join(
  tx: Writer,
  clock: Clock,
  { link, team, by }: Invitation,
  account: Pick<Account, 'id' | 'name'>,
): Promise<boolean> {
  if (!(await useLink(tx, link))) return false
  if (team === null) return true
  await tx
    .insertInto('team_member')
    .values({ account_id: account.id, team_id: team.id })
    .onConflict(conflict => conflict.columns(['account_id', 'team_id']).doNothing())
    .execute()
  await noteAccount(tx, clock, account, 'team-member-added', { team: team.name, invitedBy: by.name })
  return true
}

function badLink(seen: Visit): FastifyReply {
  const { t } = seen.reader
  return sendDoor(seen, {
    status: 404,
    title: t('account.invitation'),
    content: html`<p>${t('account.bad_invitation')}</p>`,
  })
}

async function showForm(
  seen: Visit,
  status: number,
  key: string,
  { link, by, team }: Invitation,
  sent: Sent = {},
): Promise<FastifyReply> {
  const { t } = seen.reader
  const { caller, token } = await doorToken(seen)
  const who = html`<b><bdi>${by.realName || by.username}</bdi></b>`
  const intro = team
    ? t.html('account.invited_to_team', { who, team: html`<b>${team.name}</b>`, project: html`<b>${team.project}</b>` })
    : t.html('account.invited_here', { who })
  const hidden = html`<input type="hidden" name="csrfmiddlewaretoken" value="${token}">
    <input type="hidden" name="key" value="${key}">`
  const { account } = seen.services.callers.beyondWiki(seen.caller)
  const email =
    link.address === '' &&
    field(
      {
        name: 'email',
        label: t('account.email'),
        hint: t('account.email_hint_no_mail'),
        type: 'email',
        autocomplete: 'email',
      },
      sent,
    )
  const body =
    account !== null
      ? html`<form method="post" action="${ADDRESS}">
        ${hidden}
        <p class="buttons">
          <button class="button first" name="do"
            value="join">${t('account.join_as', { name: account.username })}</button>
        </p>
      </form>`
      : html`<form method="post" action="${ADDRESS}">
          ${hidden}
          ${
            link.address !== '' &&
            html`<p>${t.html('account.invited_address', { address: html`<bdi>${link.address}</bdi>` })}</p>`
          }
          ${newAccountFields(t, sent, email)}
          <p class="buttons door-buttons"><button class="button first">${t('frame.register')}</button></p>
        </form>
        ${providerButtons(seen, `${ADDRESS}?key=${key}`)}
        <p class="door-more">
          <a href="/accounts/login/?next=${encodeURIComponent(`${ADDRESS}?key=${key}`)}">
            ${t('account.have_account')}
          </a>
        </p>`
  return sendDoor(
    { ...seen, caller },
    { status, title: t('account.invitation'), content: html`${alert(sent.problems?.[''])}<p>${intro}</p>${body}` },
  )
}
