import type { FastifyInstance } from 'fastify'
import { setOptions } from '#accounts/options.ts'
import { type Config, isHttps } from '#core/config.ts'
import { LANGUAGE_COOKIE, LOOKS, THEME_COOKIE } from '#core/reader.ts'
import type { Services } from '#core/services.ts'
import { THEMES } from '#html/page.ts'
import { formOf, localPath, visit } from './send-page.ts'

const YEAR = 31_536_000

/** Cookies for appearance settings. An empty value deletes one. */
export function lookCookies(config: Config, looks: { readonly theme?: string; readonly language?: string }): string[] {
  const secure = isHttps(config) ? '; Secure' : ''
  const kept = [
    [THEME_COOKIE, looks.theme],
    [LANGUAGE_COOKIE, looks.language],
  ] as const
  return kept.flatMap(([cookie, value]) =>
    value === undefined
      ? []
      : [`${cookie}=${value}; Path=/; Max-Age=${value === '' ? 0 : YEAR}; SameSite=Lax${secure}`],
  )
}

/** The option that MediaWiki's clients know is in lower case: `pt-br`. Null if there is no language. */
export const wikiSpelling = (code: string): string | null => code.replaceAll('_', '-').toLowerCase() || null

/**
 * Theme and interface language. They only affect the appearance for this reader, so forged forms are harmless and
 * visitors need no session. Logged-in users keep them in their account.
 */
export function appearanceRoute(app: FastifyInstance, services: Services): void {
  app.post('/accounts/appearance/', async (request, reply) => {
    const { caller } = await visit(services, request, reply)
    const form = formOf(request)
    const looks: { theme?: string; language?: string } = {}
    const options: [string, string | null][] = []
    const theme = form.get('theme')
    if (theme !== null) {
      looks.theme = THEMES.find(each => each === theme) ?? ''
      options.push([LOOKS.theme, looks.theme || null])
    }
    const language = form.get('language')
    if (language !== null) {
      looks.language = services.texts.languages.find(each => each === language) ?? ''
      options.push([LOOKS.language, wikiSpelling(looks.language)])
    }
    const { account } = services.callers.beyondWiki(caller)
    if (account !== null && services.config.readOnly === null)
      await services.store.transaction(tx => setOptions(tx, account.id, options))
    reply.header('Set-Cookie', [...caller.setCookies, ...lookCookies(services.config, looks)])
    return reply.header('Cache-Control', 'no-store').redirect(localPath(form.get('back')), 303)
  })
}
