import type { FastifyReply } from 'fastify'
import type { Caller } from '#accounts/caller.ts'
import { LoginThrottle } from '#accounts/login-throttle.ts'
import type { ThrottleRule } from '#accounts/throttle-rules.ts'
import { issueToken } from '#accounts/tokens.ts'
import { READ_ONLY_RETRY_AFTER } from '#core/config.ts'
import type { Services } from '#core/services.ts'
import { type Html, html } from '#html/html.ts'
import { sendPage, type Visit } from '../send-page.ts'

export interface Door {
  readonly title: string
  readonly content: Html
  readonly status?: number
  /** Scripts and styles. */
  readonly needs?: readonly string[]
  /** Additional head elements. */
  readonly head?: Html
}

/** A narrow page for login and registration, never cached. */
export function sendDoor(seen: Visit, { title, content, status = 200, needs = [], head }: Door): FastifyReply {
  seen.reply.header('Cache-Control', 'no-store')
  const sheet = html`<div class="narrow door"><h1>${title}</h1>${content}</div>`
  return sendPage(seen, { title, content: sheet, status, needs: ['account', ...needs], head })
}

/** Starts a session for visitors, so that the form has its own CSRF token. */
export async function doorToken(seen: Visit): Promise<{ caller: Caller; token: string }> {
  const caller = await seen.services.callers.withSession(seen.caller)
  return { caller, token: issueToken(caller, 'login', seen.services.clock) }
}

export function goTo(reply: FastifyReply, path: string, cookies: readonly string[]): FastifyReply {
  if (cookies.length > 0) reply.header('Set-Cookie', [...cookies])
  return reply.header('Cache-Control', 'no-store').redirect(path, 303)
}

/**
 * Leads to another site after a form. Browsers follow no redirect there, because the Content-Security-Policy lets forms
 * go to this site only.
 */
export function leaveSite(seen: Visit, url: string, provider: string, cookies: readonly string[]): FastifyReply {
  const { t } = seen.reader
  const title = t('account.leaving', { provider })
  const content = html`<p class="buttons door-buttons">
    <a class="button first" href="${url}">${t('account.continue_to', { provider })}</a>
  </p>`
  const head = html`<meta http-equiv="refresh" content="0;url=${url}">`
  return sendDoor({ ...seen, caller: { ...seen.caller, setCookies: cookies } }, { title, content, head })
}

const HOUR = 3600

/** Limits on attempts: per IP address, and per name or email address. */
const RULES: Readonly<Record<string, readonly ThrottleRule[]>> = {
  register: [{ per: 'ip', attempts: 10, seconds: HOUR }],
  reset: [
    { per: 'ip', attempts: 20, seconds: HOUR },
    { per: 'account', attempts: 3, seconds: HOUR },
  ],
  confirm: [{ per: 'account', attempts: 5, seconds: HOUR }],
  invite: [{ per: 'account', attempts: 100, seconds: HOUR }],
  password: [{ per: 'account', attempts: 10, seconds: 300 }],
}

/** Seconds to wait, or 0. Disabled if the site does not limit logins. */
export function takeTurn(
  { store, clock, config }: Services,
  what: 'register' | 'reset' | 'confirm' | 'invite' | 'password',
  about: string,
  ip: string,
): Promise<number> {
  const rules = config.loginThrottle.length === 0 ? [] : RULES[what]!
  return new LoginThrottle(store, clock, rules, `${what} `).take(about, ip)
}

/** The refusal in read-only mode, or null. */
export function refusedReadOnly(seen: Visit, title: string): FastifyReply | null {
  const { readOnly } = seen.services.config
  if (readOnly === null) return null
  seen.reply.header('Retry-After', String(READ_ONLY_RETRY_AFTER))
  const text = seen.reader.t('account.read_only', { why: readOnly })
  return sendDoor(seen, { status: 503, title, content: html`<p class="note wrong" role="alert">${text}</p>` })
}
