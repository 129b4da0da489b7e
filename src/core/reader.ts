import type { FastifyRequest } from 'fastify'
import type { Caller } from '#accounts/caller.ts'
import { optionsOf } from '#accounts/options.ts'
import { issueToken } from '#accounts/tokens.ts'
import { type Reader, THEMES } from '#html/page.ts'
import { searchParams } from '#html/search-params.ts'
import { bcp47 } from '#languages/bcp47.ts'
import { direction } from '#languages/direction.ts'
import { unreadEntries } from './inbox.ts'
import type { Services } from './services.ts'

/** Account options for display preferences. Visitors have the cookies below instead. */
export const LOOKS = {
  language: 'language',
  theme: 'parlance-theme',
  timeZone: 'timecorrection',
  dismissed: 'parlance-dismissed-announcements',
} as const
export const THEME_COOKIE = 'parlance_theme'
export const LANGUAGE_COOKIE = 'parlance_language'
export const DISMISSED_COOKIE = 'parlance_dismissed'

/**
 * Determines the reader of a page with their language and theme: from account options, then cookies. The URL parameter
 * `uselang` overrides them for one page. Readers who chose no language get that of the wiki; the browser's languages
 * count only if there are no texts in it, and on sites for translation.
 */
export async function readerOf(
  services: Services,
  request: Pick<FastifyRequest, 'headers' | 'url'>,
  caller: Caller,
): Promise<Reader> {
  const { account } = caller
  const face = await services.face.freshen()
  const set = account && (await optionsOf(services.store.read, account.id))
  const cookie = parseCookies(request.headers.cookie)
  const accepted = acceptedLanguages(request.headers['accept-language'])
  const preferred = [
    searchParams(request).get('uselang'),
    set?.get(LOOKS.language) || null,
    cookie.get(LANGUAGE_COOKIE),
    ...(face.purpose === 'translation' ? [...accepted, face.language] : [face.language, ...accepted]),
  ].filter(code => typeof code === 'string')
  const t = await services.texts.translator(preferred)
  const { language } = t
  const theme = set?.get(LOOKS.theme) ?? cookie.get(THEME_COOKIE)
  return {
    name: account?.name ?? null,
    token: caller.via === 'session' && account !== null ? issueToken(caller, 'csrf', services.clock) : null,
    here: request.url,
    language: bcp47(language),
    preferred,
    direction: direction(language),
    theme: THEMES.find(each => each === theme) ?? null,
    timeZone: zone(set?.get(LOOKS.timeZone)),
    languages: services.texts.languages,
    t,
    face,
    isAdministrator: account?.isSuperuser === true,
    canRegister: account === null && services.permissions.registration === 'open',
    readOnly: services.config.readOnly,
    ...(account !== null && { unread: (await unreadEntries(services, caller)).length }),
    dismissed: readDismissed(account === null ? cookie.get(DISMISSED_COOKIE) : set?.get(LOOKS.dismissed)),
  }
}

const MAX_DISMISSED = 200

/** Parses the ids of dismissed announcements from an option or a cookie. */
export const readDismissed = (text: string | null | undefined): number[] =>
  (text ?? '')
    .slice(0, 4000)
    .split('.')
    .flatMap(id => (/^[1-9]\d{0,9}$/.test(id) && Number(id) < 2 ** 31 ? [Number(id)] : []))
    .slice(0, MAX_DISMISSED)

function parseCookies(header: string | undefined): Map<string, string> {
  const cookies = new Map<string, string>()
  for (const part of (header ?? '').split(';')) {
    const [, name, value] = /^\s*([\w.-]+)=([\w.-]*)\s*$/.exec(part) ?? []
    if (name !== undefined) cookies.set(name, value!)
  }
  return cookies
}

/** The languages of an Accept-Language header, most preferred first. */
export function acceptedLanguages(header: string | undefined): string[] {
  const languages = (header ?? '')
    .slice(0, 500)
    .split(',')
    .flatMap(part => {
      const [, code, weight] = /^\s*([A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*)\s*(?:;\s*q=([\d.]+))?\s*$/.exec(part) ?? []
      return code === undefined ? [] : [{ code, weight: Number(weight ?? 1) }]
    })
  return languages.sort((a, b) => b.weight - a.weight).map(({ code }) => code)
}

/** Accepts MediaWiki's format, `ZoneInfo|minutes|Europe/Riga`, and plain zone names. */
export function zone(setting: string | null | undefined): string {
  const name = setting?.split('|').at(-1) || 'UTC'
  const cached = zones.get(name)
  if (cached !== undefined) return cached
  try {
    const resolved = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
    if (zones.size < MAX_ZONES) zones.set(name, resolved)
    return resolved
  } catch {
    return 'UTC'
  }
}

/** Caches lookups, which are slow. There are a few hundred zones. */
const zones = new Map<string, string>()
const MAX_ZONES = 1000
