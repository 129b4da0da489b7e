import type { Caller } from '#accounts/caller.ts'
import { datePreferences } from '#languages/date-format.ts'
import { type ApiMessage, apiMessage, num } from '../messages/message.ts'
import type { Site } from '../site/site.ts'
import { isBalanced } from './balanced-tags.ts'

/** Preferences supported by MediaWiki, with their allowed values. */
type Preference =
  | { readonly kind: 'any' }
  | { readonly kind: 'number'; readonly whole: boolean; readonly least: number; readonly most: number }
  | { readonly kind: 'choice'; readonly values: (site: Site, language: string) => readonly string[] }
  | { readonly kind: 'signature' }
  | { readonly kind: 'zone' }
  /** Managed elsewhere; the API reports that. */
  | { readonly kind: 'elsewhere' }

/** Toggles that every user has; any value is accepted. */
const SWITCHES =
  `ccmeonemails diffonly disablemail discussiontools-autotopicsub editondblclick editsectiononrightclick email-allow-new-users
enotifminoredits enotifusertalkpages enotifwatchlistpages extendwatchlist fancysig forceeditsummary hideminor minordefault norollbackdiff previewonfirst previewontop pst-cssjs
rcenhancedfilters-disable search-match-redirect search-special-page showhiddencats skin-responsive uselivepreview
useeditwarning usenewrc watchcreations watchdefault watchdeletion watchlisthideanons watchlisthidebots watchlisthideliu
watchlisthideminor watchlisthideown watchlistunwatchlinks watchmoves watchuploads wlenhancedfilters-disable watchlisttoken
rcfilters-saved-queries rcfilters-wl-saved-queries rcfilters-saved-queries-versionbackup
rcfilters-wl-saved-queries-versionbackup rcfilters-limit rcfilters-rc-collapsed rcfilters-wl-collapsed`.split(/\s+/)

/** Toggles that require a right. */
const WITH_RIGHT: Readonly<Record<string, string>> = {
  hidepatrolled: 'patrol',
  newpageshidepatrolled: 'patrol',
  watchlisthidepatrolled: 'patrol',
  showrollbackconfirmation: 'rollback',
  watchrollback: 'rollback',
}

const HOUR_IN_DAYS = 1 / 24
const places = (given: unknown, otherwise: number): string[] =>
  given && typeof given === 'object'
    ? Object.keys(given)
    : Array.from({ length: otherwise }, (_, place) => String(place))
const codes = (listed: unknown): string[] =>
  ((listed ?? []) as { code: string; unusable?: boolean }[]).flatMap(({ code, unusable }) => (unusable ? [] : [code]))
const choice = (...values: readonly string[]): Preference => ({ kind: 'choice', values: () => values })
const number = (whole: boolean, least: number, most: number): Preference => ({ kind: 'number', whole, least, most })

const OTHERS: Readonly<Record<string, Preference>> = {
  date: { kind: 'choice', values: (_, language) => datePreferences(language) },
  editfont: choice('monospace', 'sans-serif', 'serif'),
  gender: choice('unknown', 'male', 'female'),
  imagesize: { kind: 'choice', values: ({ info }) => places(info.general.imagelimits, 6) },
  language: { kind: 'choice', values: ({ info }) => codes(info.languages) },
  nickname: { kind: 'signature' },
  rcdays: number(false, HOUR_IN_DAYS, 90),
  rclimit: number(true, 1, 1000),
  searchlimit: number(true, 1, 500),
  skin: { kind: 'choice', values: ({ info }) => codes(info.skins) },
  thumbsize: { kind: 'choice', values: ({ info }) => places(info.general.thumblimits, 6) },
  timecorrection: { kind: 'zone' },
  underline: choice('0', '1', '2'),
  watchlistdays: number(false, HOUR_IN_DAYS, 90),
  wllimit: number(true, 1, 1000),
}

const ELSEWHERE =
  `downloaduserdata editcount emailaddress oldsig password realname registrationdate restoreprefs usergroups
userid username`.split(/\s+/)

const ANY: Preference = { kind: 'any' }

export const USER_SCRIPT_PREFIX = 'userjs-'

/** The preference with this name, if the caller has it; null otherwise. */
export function preferenceNamed(site: Site, caller: Caller, name: string): Preference | null {
  if (Object.hasOwn(OTHERS, name)) return OTHERS[name]!
  if (SWITCHES.includes(name)) return ANY
  if (Object.hasOwn(WITH_RIGHT, name)) return caller.can(WITH_RIGHT[name]!) ? ANY : null
  if (ELSEWHERE.includes(name)) return { kind: 'elsewhere' }
  const searched = /^searchNs(\d+)$/.exec(name)?.[1]
  if (searched !== undefined) return site.namespaces.holdingPages.includes(Number(searched)) ? ANY : null
  const defaults = (site.info.defaultoptions ?? {}) as Record<string, unknown>
  return name.startsWith('variant-') && Object.hasOwn(defaults, name) ? ANY : null
}

/** What is wrong with a value, if anything. `language` is the reader's, `options` are the user's other options. */
export function objectionTo(
  preference: Preference,
  value: string,
  site: Site,
  language: string,
  options: ReadonlyMap<string, unknown>,
): ApiMessage | null {
  switch (preference.kind) {
    case 'elsewhere':
      return apiMessage('apiwarn-validationfailed-cannotset')
    case 'choice':
      return preference.values(site, language).includes(value) ? null : apiMessage('htmlform-select-badoption')
    case 'number':
      return objectionToNumber(preference, value.trim())
    case 'signature':
      return objectionToSignature(value, Boolean(Number(options.get('fancysig') ?? 0)))
    default:
      return null
  }
}

function objectionToNumber({ whole, least, most }: Preference & { kind: 'number' }, text: string): ApiMessage | null {
  if (text === '') return null
  if (!/^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text)) return apiMessage('htmlform-float-invalid')
  const value = Number(text)
  if (value < least) return apiMessage('htmlform-int-toolow', [shown(least)])
  if (value > most) return apiMessage('htmlform-int-toohigh', [shown(most)])
  return whole && !/^[+-]?\d*$/.test(text) ? apiMessage('htmlform-int-invalid') : null
}

/** With PHP's default precision. */
const shown = (value: number): string => String(Number(value.toPrecision(14)))

const LONGEST_SIGNATURE = 255

function objectionToSignature(text: string, isWikitext: boolean): ApiMessage | null {
  if ([...text].length > LONGEST_SIGNATURE) return apiMessage('badsiglength', [num(LONGEST_SIGNATURE)])
  return isWikitext && !isBalanced(text) ? apiMessage('badsig') : null
}

/** The site default. */
export const defaultOf = ({ info }: Site, name: string): unknown =>
  ((info.defaultoptions ?? {}) as Record<string, unknown>)[name]

/** Whether a value equals the default: empty, 0 and false are equivalent. */
export function isDefault(site: Site, name: string, value: string): boolean {
  const preset = defaultOf(site, name)
  // A preference without a site default is empty by default.
  if (preset === undefined || preset === null) return value === ''
  const text = preset === true ? '1' : preset === false ? '' : String(preset)
  return text === value || (['', '0'].includes(text) && ['', '0'].includes(value))
}
