import type { FastifyInstance } from 'fastify'
import { isHttps } from '#accounts/config.ts'
import { setOptions } from '#accounts/options.ts'
import { LANGUAGE_COOKIE, LOOKS, THEME_COOKIE } from '#accounts/reader.ts'
import type { Services } from '#accounts/services.ts'
import { THEMES } from '#web/page.ts'
import { formOf, localPath, visit } from './send-page.ts'

const YEAR = 31_536_000

/**
 * Light or dark, and the language of the interface. It changes nothing but how pages look to whoever asks, so a form from
 * elsewhere can do no harm and strangers need no session for it; an account keeps it where its own form sent it.
 */
export function appearanceRoute(app: FastifyInstance, services: Services): void {
  app.post('/accounts/appearance/', async (request, reply) => {
    const { caller } = await visit(services, request, reply)
    const form = formOf(request)
    const secure = isHttps(services.config) ? '; Secure' : ''
    const cookies: string[] = []
    const options: [string, string | null][] = []
    const keep = (cookie: string, option: string, value: string): void => {
      cookies.push(`${cookie}=${value}; Path=/; Max-Age=${value === '' ? 0 : YEAR}; SameSite=Lax${secure}`)
      options.push([option, value || null])
    }
    const theme = form.get('theme')
    if (theme !== null) keep(THEME_COOKIE, LOOKS.theme, THEMES.find(each => each === theme) ?? '')
    const language = form.get('language')
    if (language !== null)
      keep(LANGUAGE_COOKIE, LOOKS.language, services.texts.languages.find(each => each === language) ?? '')
    const { account } = services.callers.beyondWiki(caller)
    if (account !== null && services.config.readOnly === null)
      await services.store.transaction(tx => setOptions(tx, account.id, options))
    reply.header('Set-Cookie', [...caller.setCookies, ...cookies])
    return reply.header('Cache-Control', 'no-store').redirect(localPath(form.get('back')), 303)
  })
}
