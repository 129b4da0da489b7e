import type { FastifyInstance } from 'fastify'
import { setOptions } from '#accounts/options.ts'
import { isHttps } from '#core/config.ts'
import { DISMISSED_COOKIE, LOOKS, readDismissed } from '#core/reader.ts'
import type { Services } from '#core/services.ts'
import { html } from '#html/html.ts'
import { DISMISS_PATH } from '#translation/pages/announcements.ts'
import { formOf, localPath, sendPage, visit } from './send-page.ts'

const YEAR = 31_536_000
/** Only the newest are remembered, because older announcements have mostly expired. */
const MOST = 100

/** Hides an announcement: for an account everywhere, for a visitor in this browser. */
export function dismissRoute(app: FastifyInstance, services: Services): void {
  app.post(DISMISS_PATH, async (request, reply) => {
    const own = await visit(services, request, reply)
    const form = formOf(request)
    const [id] = readDismissed(form.get('id'))
    if (id === undefined) {
      const { t } = own.reader
      const sentence = t('browse.bad_value', { name: 'id', accepts: t('frame.announcement_id') })
      return sendPage(own, {
        title: t('browse.bad_request'),
        content: html`<h1>${t('browse.bad_request')}</h1><p class="note wrong">${sentence}</p>`,
        status: 400,
      })
    }
    const dismissed = [...new Set([...(own.reader.dismissed ?? []), id])]
    // Drop announcements that were deleted since.
    const rows = await services.store.read
      .selectFrom('announcement')
      .select('id')
      .where('id', 'in', dismissed)
      .execute()
    const ids = rows.map(row => row.id).sort((a, b) => b - a)
    const value = ids.slice(0, MOST).join('.')
    const { account } = services.callers.beyondWiki(own.caller)
    const cookies = [...own.caller.setCookies]
    if (account === null) {
      const secure = isHttps(services.config) ? '; Secure' : ''
      cookies.push(`${DISMISSED_COOKIE}=${value}; Path=/; Max-Age=${YEAR}; SameSite=Lax; HttpOnly${secure}`)
    } else if (services.config.readOnly === null)
      await services.store.transaction(tx => setOptions(tx, account.id, [[LOOKS.dismissed, value || null]]))
    if (cookies.length > 0) reply.header('Set-Cookie', cookies)
    return reply.header('Cache-Control', 'no-store').redirect(localPath(form.get('back')), 303)
  })
}
