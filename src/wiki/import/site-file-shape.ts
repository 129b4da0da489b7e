import { SiteInfoFault } from '../site/site.ts'

/** Throws when a value is invalid; `at` is its place in the file. */
type Check = (value: unknown, at: string) => void

const must = (fits: boolean, at: string, expected: string): void => {
  if (!fits) throw new SiteInfoFault(`"${at}" must be ${expected}`)
}
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const anything: Check = () => {}
const text: Check = (value, at) => must(typeof value === 'string', at, 'a text')
const number: Check = (value, at) => must(Number.isInteger(value), at, 'a whole number')
const flag: Check = (value, at) =>
  must(typeof value === 'boolean', at, 'true or false, as in API responses with formatversion=2')
const oneOf =
  (...values: string[]): Check =>
  (value, at) =>
    must(values.includes(value as string), at, `one of ${values.map(one => `"${one}"`).join(', ')}`)
/** PHP writes an empty object as an empty list. */
const object: Check = (value, at) => must(isObject(value) || isEmptyList(value), at, 'an object')
const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0

const list =
  (each: Check): Check =>
  (value, at) => {
    must(Array.isArray(value), at, 'a list')
    for (const [index, one] of (value as unknown[]).entries()) each(one, `${at}[${index}]`)
  }

const entries =
  (each: Check): Check =>
  (value, at) => {
    must(isObject(value), at, 'an object')
    for (const [key, one] of Object.entries(value as object)) each(one, `${at}.${key}`)
  }

/** An object with these fields; others are ignored. A trailing "!" marks a required field. */
function fields(checks: Readonly<Record<string, Check>>): Check {
  const known = Object.entries(checks).map(([name, check]) => ({
    name: name.replace(/!$/, ''),
    check,
    must: /!$/.test(name),
  }))
  return (value, at) => {
    must(isObject(value), at, 'an object')
    for (const { name, check, must: required } of known) {
      const found = (value as Record<string, unknown>)[name]
      if (found !== undefined) check(found, `${at}.${name}`)
      else if (required) throw new SiteInfoFault(`"${at}" lacks "${name}"`)
    }
  }
}

const letterCase = oneOf('first-letter', 'case-sensitive')
const texts = (...names: string[]): Record<string, Check> => Object.fromEntries(names.map(name => [name, text]))

const namespace = fields({ id: number, case: letterCase, ...texts('name', '*', 'canonical', 'defaultcontentmodel') })

/** The parts of siteinfo whose shape matters here. */
const parts: Readonly<Record<string, Check>> = {
  general: fields({
    ...texts('mainpage', 'sitename', 'lang', 'server', 'servername', 'scriptpath', 'script', 'base', 'generator'),
    ...texts('linktrail', 'linkprefix', 'legaltitlechars', 'invalidusernamechars', 'timezone', 'categorycollation'),
    articlepath: (value, at) => must(typeof value === 'string' && value.includes('$1'), at, 'a text with "$1" in it'),
    timeoffset: number,
    rtl: flag,
    interwikimagic: flag,
    case: letterCase,
  }),
  namespaces: (value, at) => {
    entries(namespace)(value, at)
    for (const [key, { id = Number(key) }] of Object.entries(value as Record<string, { id?: number }>))
      if (String(id) !== key) throw new SiteInfoFault(`"${at}" has no valid entry "${key}"`)
  },
  namespacealiases: list(fields({ 'id!': number, 'alias!': text })),
  specialpagealiases: list(fields({ 'realname!': text, 'aliases!': list(text) })),
  magicwords: list(fields({ 'name!': text, 'aliases!': list(text), 'case-sensitive': flag })),
  interwikimap: list(fields({ 'prefix!': text, 'url!': text, local: flag, ...texts('language', 'api', 'wikiid') })),
  usergroups: list(fields({ 'name!': text, 'rights!': list(text) })),
  fileextensions: list(fields({ 'ext!': text })),
  languages: list(fields({ 'code!': text, ...texts('name', '*', 'bcp47') })),
  ...Object.fromEntries(['extensiontags', 'functionhooks', 'variables', 'protocols'].map(name => [name, list(text)])),
  ...Object.fromEntries(
    ['rightsinfo', 'restrictions', 'languagevariants', 'defaultoptions', 'uploaddialog', 'statistics'].map(name => [
      name,
      object,
    ]),
  ),
  ...Object.fromEntries(
    ['extensions', 'skins', 'libraries', 'clientlibraries', 'showhooks', 'dbrepllag', 'copyuploaddomains'].map(name => [
      name,
      list(anything),
    ]),
  ),
  ...Object.fromEntries(['autocreatetempuser', 'autopromote', 'autopromoteonce'].map(name => [name, anything])),
}

/** Other parts of a site file. Passwords in particular must not be stored where anyone can read them. */
const beside: Readonly<Record<string, Check>> = {
  accounts: entries(fields({ password: text, groups: text })),
  ...Object.fromEntries(['about', 'now', 'logins', 'settings', 'stash', 'paraminfo'].map(name => [name, anything])),
}

/** Keys around siteinfo in an API response. */
const around = [
  'batchcomplete',
  'continue',
  'warnings',
  'limits',
  'normalized',
  'curtimestamp',
  'servedby',
  'requestid',
]

export interface SiteFileParts {
  readonly info: Record<string, unknown>
  readonly accounts: Record<string, { readonly password?: string; readonly groups?: string }>
}

/** Splits a site file into its parts, or throws an error with the place and the expected value. */
export function siteFileParts(parsed: unknown): SiteFileParts {
  if (!isObject(parsed)) throw new SiteInfoFault('must be a JSON object: the response of meta=siteinfo')
  if (parsed.error !== undefined || parsed.errors !== undefined)
    throw new SiteInfoFault(
      `is an API error, not a siteinfo response: ${JSON.stringify(parsed.error ?? parsed.errors).slice(0, 200)}`,
    )
  if (parsed.query !== undefined) must(isObject(parsed.query), 'query', 'an object')
  const { query, ...outer } = parsed
  const info: Record<string, unknown> = {}
  for (const [name, value] of [...Object.entries(outer), ...Object.entries((query ?? {}) as object)]) {
    const check = parts[name] ?? beside[name]
    if (check !== undefined) check(value, name)
    else if (!around.includes(name)) throw new SiteInfoFault(unknownPart(name))
    if (parts[name] !== undefined) info[name] = value
  }
  return { info, accounts: (outer.accounts ?? {}) as SiteFileParts['accounts'] }
}

const unknownPart = (name: string): string =>
  `"${name}" is not known; a site file may have ${[...Object.keys(parts), 'accounts'].join(', ')}`
