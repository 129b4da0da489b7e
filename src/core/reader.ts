import type { FastifyRequest } from 'fastify'
import type { Caller } from '#accounts/caller.ts'
import { optionsOf } from '#accounts/options.ts'
import { issueToken } from '#accounts/tokens.ts'
import { type Reader, THEMES } from '#html/page.ts'
import { searchParams } from '#html/search-params.ts'
import { bcp47 } from '#languages/bcp47.ts'
import { direction } from '#languages/direction.ts'
import type { Services } from './services.ts'

/** Options of an account, and cookies of somebody without one, that say how they like pages. */
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
 * Who looks at a page and in which language and colours: what an account has set, what a cookie says, what the browser asks for.
 * `uselang` in the address comes before all of them, for this page alone.
 */
export async function readerOf(
  services: Services,
  request: Pick<FastifyRequest, 'headers' | 'url'>,
  caller: Caller,
): Promise<Reader> {
  const { account } = caller
  await services.texts.freshen?.()
  const set = account && (await optionsOf(services.store.read, account.id))
  const cookie = cookies(request.headers.cookie)
  const wanted = [
    searchParams(request).get('uselang'),
    set?.get(LOOKS.language) || null,
    cookie.get(LANGUAGE_COOKIE),
    ...preferred(request.headers['accept-language']),
  ].filter(code => typeof code === 'string')
  const language = services.texts.choose(wanted)
  const theme = set?.get(LOOKS.theme) ?? cookie.get(THEME_COOKIE)
  return {
    name: account?.name ?? null,
    token: caller.via === 'session' && account !== null ? issueToken(caller, 'csrf', services.clock) : null,
    here: request.url,
    language: bcp47(language),
    wanted,
    direction: direction(language),
    theme: THEMES.find(each => each === theme) ?? null,
    timeZone: zone(set?.get(LOOKS.timeZone)),
    languages: services.texts.languages,
    t: services.texts.in(language),
    isAdministrator: account?.isSuperuser === true,
    canRegister: account === null && services.permissions.registration === 'open',
    dismissed: readDismissed(account === null ? cookie.get(DISMISSED_COOKIE) : set?.get(LOOKS.dismissed)),
  }
}

const MOST_DISMISSED = 200

/** Ids of announcements, as an option or a cookie keeps them. */
export const readDismissed = (text: string | null | undefined): number[] =>
  (text ?? '')
    .slice(0, 4000)
    .split('.')
    .flatMap(id => (/^[1-9]\d{0,9}$/.test(id) && Number(id) < 2 ** 31 ? [Number(id)] : []))
    .slice(0, MOST_DISMISSED)

function cookies(header: string | undefined): Map<string, string> {
  const found = new Map<string, string>()
  for (const part of (header ?? '').split(';')) {
    const [, name, value] = /^\s*([\w.-]+)=([\w.-]*)\s*$/.exec(part) ?? []
    if (name !== undefined) found.set(name, value!)
  }
  return found
}

/** The languages of an Accept-Language header, best first. */
function preferred(header: string | undefined): string[] {
  const wishes = (header ?? '')
    .slice(0, 500)
    .split(',')
    .flatMap(part => {
      const [, code, weight] = /^\s*([A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*)\s*(?:;\s*q=([\d.]+))?\s*$/.exec(part) ?? []
      return code === undefined ? [] : [{ code, weight: Number(weight ?? 1) }]
    })
  return wishes.sort((a, b) => b.weight - a.weight).map(({ code }) => code)
}

/** MediaWiki keeps `ZoneInfo|minutes|Europe/Riga`; a plain name does as well. */
export function zone(setting: string | null | undefined): string {
  const name = setting?.split('|').at(-1) || 'UTC'
  const known = zones.get(name)
  if (known !== undefined) return known
  try {
    const found = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
    if (zones.size < MOST_ZONES) zones.set(name, found)
    return found
  } catch {
    return 'UTC'
  }
}

/** To look one up takes a fraction of a millisecond; there are some hundreds. */
const zones = new Map<string, string>()
const MOST_ZONES = 1000
