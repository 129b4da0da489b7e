import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Account } from '#accounts/account.ts'
import { checkToken } from '#accounts/tokens.ts'
import { READ_ONLY_RETRY_AFTER } from '#core/config.ts'
import type { Services } from '#core/services.ts'
import { type Html, html } from '#html/html.ts'
import type { TextKey } from '#html/texts/index.ts'
import { seconds } from '#store/clock.ts'
import type { Permissions } from '#translation/catalogue/permissions.ts'
import { loadPermissions } from '#translation/catalogue/permissions.ts'
import { formOf, type Page, sendPage, type Visit, visit } from '../send-page.ts'
import { goTo } from './door.ts'
import type { Sent } from './form.ts'

/** A user logged in with a browser, managing their own account. */
export interface OwnVisit extends Visit {
  readonly account: Account
  readonly form: URLSearchParams
}

type Show = (own: OwnVisit, sent?: Sent) => Promise<Page>
/** A redirect with cookies to set. */
export interface Away {
  readonly to: string
  readonly cookies: readonly string[]
}

/** Handles a form. Returns a redirect or a page. */
type Act = (own: OwnVisit) => Promise<string | Away | Page | FastifyReply>

/** An account page: rendered on GET; forms are dispatched by the value of the `do` button. */
export function ownPage(
  app: FastifyInstance,
  services: Services,
  url: string,
  show: Show,
  acts: Readonly<Record<string, Act>>,
  { isSensitive = false, sensitiveActs = [] }: { isSensitive?: boolean; sensitiveActs?: readonly string[] } = {},
): void {
  app.get(url.slice(0, -1), (request, reply) => reply.redirect(`${url}${request.url.slice(url.length - 1)}`, 301))
  app.get(url, async (request, reply) => {
    const own = await ownVisit(services, request, reply)
    if (own === null) return reply
    if (isSensitive && needsProof(own)) return toProof(own, request.url)
    return sendOwn(own, await show(own))
  })
  app.post(url, async (request, reply) => {
    const own = await ownVisit(services, request, reply)
    if (own === null) return reply
    const { t } = own.reader
    if (!checkToken(own.caller, 'csrf', own.form.get('csrfmiddlewaretoken') ?? ''))
      return sendOwn(own, { ...(await show(own, problem(own, t('account.old_form')))), status: 403 })
    const isGuarded = isSensitive || sensitiveActs.includes(own.form.get('do') ?? '')
    if (isGuarded && needsProof(own)) return toProof(own, url)
    const { readOnly } = services.config
    if (readOnly !== null) {
      reply.header('Retry-After', String(READ_ONLY_RETRY_AFTER))
      return sendOwn(own, {
        ...(await show(own, problem(own, t('account.read_only', { why: readOnly })))),
        status: 503,
      })
    }
    const name = own.form.get('do') ?? ''
    const act = Object.hasOwn(acts, name) ? acts[name] : undefined
    if (act === undefined)
      return sendOwn(own, { ...(await show(own, problem(own, t('account.unknown_form')))), status: 400 })
    const result = await act(own)
    if (isReply(result)) return result
    if (typeof result === 'object' && 'title' in result) return sendOwn(own, result)
    const { to, cookies } = typeof result === 'string' ? { to: result, cookies: [] } : result
    return goTo(reply, to, [...own.caller.setCookies, ...cookies])
  })
}

const isReply = (result: string | object): result is FastifyReply => typeof result === 'object' && 'sent' in result

/** Whether the owner must enter their password again. */
export const needsProof = ({ services, caller }: OwnVisit): boolean => {
  const { reauthMinutes } = services.config
  const session = caller.session!
  const provenAt = session.data.provenAt ?? session.createdAt
  return reauthMinutes > 0 && seconds(services.clock) >= provenAt + reauthMinutes * 60
}

export const toProof = ({ reply, caller }: OwnVisit, next: string): FastifyReply =>
  goTo(reply, `/account/verify/?next=${encodeURIComponent(next)}`, caller.setCookies)

export const problem = ({ form }: OwnVisit, whole: string): Sent => ({ typed: form, problems: { '': whole } })

/** Null after a redirect to the login page. API keys and bot passwords do not give access to account pages. */
export async function ownVisit(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<OwnVisit | null> {
  const seen = await visit(services, request, reply)
  const { account, via } = services.callers.beyondWiki(seen.caller)
  if (account !== null && via === 'session') return { ...seen, account, form: formOf(request) }
  const next = request.method === 'GET' ? request.url : request.url.split('?')[0]!
  reply.header('Cache-Control', 'no-store').redirect(`/accounts/login/?next=${encodeURIComponent(next)}`, 303)
  return null
}

export function sendOwn(own: OwnVisit, page: Page): FastifyReply {
  own.reply.header('Cache-Control', 'no-store')
  return sendPage(own, page)
}

const SECTIONS: readonly (readonly [path: string, text: TextKey])[] = [
  ['/account/', 'account.profile'],
  ['/account/languages/', 'account.languages_projects'],
  ['/account/memory/', 'manage.memory'],
  ['/account/notifications/', 'account.notifications'],
  ['/account/appearance/', 'account.appearance'],
  ['/account/security/', 'account.security'],
  ['/account/keys/', 'account.keys'],
  ['/account/applications/', 'oauth.connected'],
]

/** An account page with the navigation next to it. */
export async function ownFrame(
  own: OwnVisit,
  at: string,
  title: string,
  content: Html,
  more: Partial<Page> = {},
): Promise<Page> {
  const { t } = own.reader
  const sections = (await mayInvite(own))
    ? [...SECTIONS, ['/accounts/invitations/', 'account.invitations'] as const]
    : SECTIONS
  return {
    title,
    content: html`<div class="account"><nav class="account-nav" aria-label="${t('account.sections')}">${sections.map(
      ([path, text]) => html`<a href="${path}"${path === at && html` aria-current="page"`}>${t(text)}</a>`,
    )}</nav><div class="account-page"><h1>${title}</h1>${content}</div></div>`,
    ...more,
    needs: ['account', ...(more.needs ?? [])],
  }
}

export const tokenField = ({ reader }: OwnVisit): Html =>
  html`<input type="hidden" name="csrfmiddlewaretoken" value="${reader.token ?? ''}">`

/** Whether the user can invite people to the site or to teams of their projects. */
export async function mayInvite({ services, account }: OwnVisit): Promise<boolean> {
  if (services.permissions.registration === 'closed') return false
  const permissions = await loadPermissions(services.store.read, account)
  return permissions.onSite('user.edit') || permissions.anywhere('project.permissions')
}

/** Watched projects that the user can see. */
export const watchedBy = (
  { services, account }: OwnVisit,
  permissions: Permissions,
): Promise<{ slug: string; name: string }[]> =>
  services.store.read
    .selectFrom('project_watch')
    .innerJoin('project', 'project.id', 'project_watch.project_id')
    .select(['project.slug', 'project.name'])
    .where('project_watch.account_id', '=', account.id)
    .where(eb => permissions.visibleProjects(eb))
    .orderBy('project.name')
    .execute()
