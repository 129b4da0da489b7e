// Interface messages that clients expect from any wiki, built in for wikis without imported message files. Month and
// day names come from Node's Unicode data, in every language it supports.

import { bcp47 } from '#languages/bcp47.ts'
import { isWikiCode } from '#languages/wiki-languages.ts'
import { pageWords, translatedPageWords } from './page-words/index.ts'

const MONTHS = 'january february march april may june july august september october november december'.split(' ')
const SHORT_MONTHS = MONTHS.map(name => name.slice(0, 3))
/** `may` is the abbreviation. */
const LONG_MONTHS = MONTHS.map(name => (name === 'may' ? 'may_long' : name))
const DAYS = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ')

const countOf = (unit: string): string => `{{PLURAL:$1|$1 ${unit}|$1 ${unit}s}}`

/** Leading and trailing spaces are encoded as references, as in message files. */
const ENGLISH: Readonly<Record<string, string>> = {
  about: 'About',
  aboutpage: 'Project:About',
  aboutsite: 'About {{SITENAME}}',
  'accesskey-n-portal': '',
  and: '&#32;and',
  'authmanager-email-help': 'The email address.',
  'authmanager-email-label': 'Email',
  'authmanager-password-help': 'The password to log in with.',
  'authmanager-provider-password': 'Password-based authentication',
  'authmanager-provider-temporarypassword': 'Temporary password',
  'authmanager-realname-help': "The user's real name.",
  'authmanager-realname-label': 'Real name',
  'authmanager-retype-help': 'The same password again, to confirm it.',
  'authmanager-userlogin-remembermypassword-help': 'Whether to stay logged in beyond this session.',
  'authmanager-username-help': 'The name to log in with.',
  'autocomment-prefix': '',
  brackets: '[$1]',
  'colon-separator': ':&#32;',
  'comma-separator': ',&#32;',
  contribslink: 'contribs',
  createaccountmail: 'Send a random password for the first login by email',
  'createaccountmail-help': 'For accounts created for someone else, so that only they know the password.',
  days: countOf('day'),
  edit: 'Edit',
  ellipsis: '...',
  help: 'Help',
  history: 'Page history',
  hours: countOf('hour'),
  mainpage: 'Main Page',
  minutes: countOf('minute'),
  months: countOf('month'),
  newpassword: 'New password:',
  'oathauth-auth-token-help': 'The code from the authenticator app, or a recovery code.',
  'oathauth-auth-token-label': 'Code',
  parentheses: '($1)',
  'parentheses-end': ')',
  'parentheses-start': '(',
  percent: '$1%',
  'pipe-separator': '&#32;|&#32;',
  'quotation-marks': '"$1"',
  retypenew: 'Confirm new password:',
  search: 'Search',
  seconds: countOf('second'),
  'semicolon-separator': ';&#32;',
  talk: 'Discussion',
  'userlogin-remembermypassword': 'Keep me logged in for {{PLURAL:$1|a day|$1 days}}',
  'userlogin-yourname': 'Username',
  'userlogin-yourpassword': 'Password',
  weeks: countOf('week'),
  'word-separator': '&#32;',
  years: countOf('year'),
  yourpasswordagain: 'Confirm password:',
}

/** The basic messages of one language by name; empty for an unknown language. */
export function basicMessages(language: string): ReadonlyMap<string, string> {
  const own = language === 'en' ? { ...pageWords, ...ENGLISH } : (translatedPageWords(language) ?? {})
  return new Map([...Object.entries(own), ...calendarMessages(language)])
}

/** Names of months and days by message name, in every language that Node's Unicode data has. */
export function calendarMessages(language: string): ReadonlyMap<string, string> {
  const texts = new Map<string, string>()
  const [locale] = isWikiCode(language) ? Intl.DateTimeFormat.supportedLocalesOf(bcp47(language)) : []
  if (locale === undefined) return texts
  const formatter = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, calendar: 'gregory', timeZone: 'UTC' })
  const month = formatter({ month: 'long' })
  const shortMonth = formatter({ month: 'short' })
  // Many languages use another grammatical case for the month beside a day.
  const dayOfMonth = formatter({ month: 'long', day: 'numeric' })
  for (const [index, name] of MONTHS.entries()) {
    const middle = Date.UTC(2023, index, 15)
    const long = month.format(middle)
    const besideDay = dayOfMonth.formatToParts(middle).find(({ type }) => type === 'month')?.value
    texts.set(LONG_MONTHS[index]!, long)
    texts.set(`${name}-gen`, wordOr(besideDay, long))
    texts.set(SHORT_MONTHS[index]!, wordOr(shortMonth.format(middle), long))
  }
  const weekday = formatter({ weekday: 'long' })
  const shortWeekday = formatter({ weekday: 'short' })
  for (const [index, name] of DAYS.entries()) {
    // The year 2023 began on a Sunday.
    const day = Date.UTC(2023, 0, 1 + index)
    texts.set(name, weekday.format(day))
    texts.set(name.slice(0, 3), shortWeekday.format(day))
  }
  return texts
}

/** Some languages use numbers where others name their months. */
const wordOr = (name: string | undefined, other: string): string =>
  name === undefined || /^\p{N}+$/u.test(name) ? other : name

/** The names of all basic messages. */
export const basicNames = (): string[] => [...basicMessages('en').keys()]
