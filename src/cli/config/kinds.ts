import { isIP } from 'node:net'
import type { ThrottleRule } from '#accounts/throttle-rules.ts'
import type { CodeHostAccess } from '#core/config.ts'
import { parseMailbox } from '#events/mail/address.ts'
import { MAIL_URL_SHAPE, parseMailUrl } from '#events/mail/mail-url.ts'
import { parseS3Url, S3_URL_SHAPE } from '#net/s3.ts'
import { parsePostgresUrl, SESSION_ATTRS } from '#store/database-url.ts'
import { SERVICES } from '#translation/machinery/index.ts'

/** Parses the text of a setting. The message of its error completes "Invalid value …: expected …". */
export type Reader<T> = (text: string) => T

class InvalidValue extends Error {}
export const expected = (what: string): never => {
  throw new InvalidValue(what)
}
export const isInvalidValue = (error: unknown): error is Error => error instanceof InvalidValue

export const text: Reader<string> = value => value
export const optional: Reader<string | null> = value => (value === '' || value.toLowerCase() === 'none' ? null : value)

export const integer =
  (min: number, max: number): Reader<number> =>
  value => {
    const number = Number(value)
    const fits = /^\d+$/.test(value) && number >= min && number <= max
    return fits ? number : expected(`a whole number from ${min} to ${max}`)
  }

/** Days to keep something; 0 for ever. */
export const daysOrAll =
  (min: number): Reader<number> =>
  value => {
    if (value === '0') return 0
    const number = Number(value)
    const fits = /^\d+$/.test(value) && number >= min && number <= 36_500
    return fits ? number : expected(`0, or a whole number from ${min} to 36500`)
  }

export const oneOf =
  <const T extends string>(values: readonly T[]): Reader<T> =>
  value => {
    return values.find(allowed => allowed === value) ?? expected(`one of ${values.join(', ')}`)
  }

export const someOf =
  (values: readonly string[]): Reader<readonly string[]> =>
  value => {
    const list = value.split(',').flatMap(entry => entry.trim() || [])
    return list.every(entry => values.includes(entry))
      ? list
      : expected(`any of ${values.join(', ')}, separated by commas`)
  }

/** Names to switch on or, with a minus sign, off. */
export const switches =
  (values: readonly string[]): Reader<readonly string[]> =>
  value => {
    const list = listOf(value)
    return list.every(entry => values.includes(entry.replace(/^-/, '')))
      ? list
      : expected(`any of ${values.join(', ')}, separated by commas, with a minus sign to switch off`)
  }

const listOf = (value: string): string[] =>
  optional(value) === null ? [] : value.split(',').flatMap(entry => entry.trim() || [])

/** A list of any names. */
export const words: Reader<readonly string[]> = listOf

/** A duration in words, or null for none. */
export const timeSpan: Reader<string | null> = value => {
  if (value === '') return null
  return /^[1-9]\d{0,3} (hour|day|week|month|year)s?$/.test(value) ? value : expected('a duration such as 6 months')
}

export const domains: Reader<readonly string[]> = value => {
  const list = listOf(value)
  return list.every(entry => /^(\*|[\p{L}\p{N}_-]+)(\.(\*|[\p{L}\p{N}_-]+))*$/u.test(entry))
    ? list
    : expected('host names separated by commas, such as example.org,*.example.org')
}

/** All generated links start at the root, so a site below a path would not work. */
export const address: Reader<string> = value => {
  const url = URL.parse(value)
  const fits = url !== null && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === ''
  if (fits && url.pathname.replace(/\/+/, '') === '' && url.username === '') return value.replace(/\/+$/, '')
  return expected('an address such as https://wiki.example.org, without a path')
}

/** The collector's address may have a path, such as https://otlp.example.org/otlp. */
export const collector: Reader<string | null> = value => {
  if (optional(value) === null) return null
  const url = URL.parse(value)
  const fits = url !== null && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === ''
  if (fits && url.username === '') return value.replace(/\/+$/, '')
  return expected('an address such as http://127.0.0.1:4318, without a query')
}

/** `name=value,name=value`, with encoded commas in values. */
export const headerList: Reader<Readonly<Record<string, string>>> = value => {
  const pairs = listOf(value).map(entry => /^([\w!#$%&'*.^`|~+-]+)=([\x20-\x7e]*)$/.exec(entry))
  const what = 'headers such as api-key=secret, separated by commas'
  try {
    return Object.fromEntries(
      pairs.map(pair => (pair === null ? expected(what) : [pair[1]!.toLowerCase(), decodeURIComponent(pair[2]!)])),
    )
  } catch {
    return expected(what)
  }
}

export const share: Reader<number> = value => {
  const number = Number(value)
  return /^\d*\.?\d+$/.test(value) && number <= 1 ? number : expected('a number from 0 to 1')
}

export const databaseUrl: Reader<string | null> = value => {
  if (value === '') return null
  if (parsePostgresUrl(value) !== null) return value
  const attrs = /[?&]target_session_attrs=([^&]*)/.exec(value)
  if (attrs !== null && !(SESSION_ATTRS as readonly string[]).includes(attrs[1]!))
    return expected(`one of ${SESSION_ATTRS.join(', ')} for target_session_attrs`)
  return expected(
    'an address such as postgres://user@host/name or postgres://user@host1,host2/name; for SQLite, set the folder with --data',
  )
}

/** Separated by spaces or commas. An address may itself contain commas, so each must start with its protocol. */
export const replicaUrls: Reader<readonly string[]> = value => {
  if (optional(value) === null) return []
  const list = value.trim().split(/[\s,]+(?=postgres(?:ql)?:\/\/)/)
  return list.every(each => parsePostgresUrl(each)?.urls.length === 1)
    ? list
    : expected('addresses with one host each, such as postgres://user@replica1/name,postgres://user@replica2/name')
}

export const mailUrl: Reader<string | null> = value => {
  if (optional(value) === null) return null
  return parseMailUrl(value) === null ? expected(MAIL_URL_SHAPE) : value
}

export const uploadStore: Reader<string | null> = value => {
  if (optional(value) === null) return null
  return parseS3Url(value) === null ? expected(S3_URL_SHAPE) : value
}

export const mailbox: Reader<string> = value =>
  parseMailbox(value) === null
    ? expected('an address such as parlance@example.org or Parlance <parlance@example.org>')
    : value

export const instant: Reader<string | null> = value => {
  if (value === '') return null
  return Number.isNaN(Date.parse(value)) ? expected('a time such as 2026-11-15T00:00:00Z') : value
}

/** "100/day", "5000/hour": a number and a unit that starts with s, m, h or d. */
export const rate: Reader<string | null> = value => {
  if (optional(value) === null) return null
  return /^\d+\/[smhd][a-z]*$/.test(value) ? value : expected('a rate such as 100/day or 5000/hour, or none')
}

export const networks: Reader<readonly string[]> = value => {
  const list = value.split(',').flatMap(entry => entry.trim() || [])
  const fits = (entry: string) => {
    const [ip, bits] = entry.split('/')
    return isIP(ip!) !== 0 && (bits === undefined || /^\d{1,3}$/.test(bits))
  }
  return list.every(fits) ? list : expected('addresses or networks separated by commas, such as 127.0.0.1,10.0.0.0/8')
}

/** Origins trusted with cookies, so a bare * is not allowed. */
export const trustedOrigins: Reader<readonly string[]> = value => {
  const list = listOf(value)
  return list.every(entry => /^https?:\/\/(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/.test(entry))
    ? list
    : expected('origins separated by commas, such as https://app.example.org,https://*.example.org')
}

/** Origins of other sites, in the form that browsers send. */
export const webOrigins: Reader<readonly string[]> = value => {
  const list = value.split(',').flatMap(entry => entry.trim() || [])
  const fits = (entry: string) => entry === '*' || (/^https?:/.test(entry) && URL.parse(entry)?.origin === entry)
  return list.every(fits)
    ? list
    : expected('origins separated by commas, such as https://dashboard.example.org, or * for all')
}

/** "account+ip:5/300,ip:50/300": attempts per number of seconds. */
export const throttle: Reader<readonly ThrottleRule[]> = value => {
  if (optional(value) === null) return []
  return value.split(',').map(entry => {
    const parts = /^(account\+ip|ip|account):(\d{1,6})\/(\d{1,8})$/.exec(entry.trim())
    if (parts === null) return expected('rules such as account+ip:5/300,ip:50/300 (attempts per seconds), or none')
    return { per: parts[1] as ThrottleRule['per'], attempts: Number(parts[2]), seconds: Number(parts[3]) }
  })
}

export const throttleText = (rules: readonly ThrottleRule[]): string =>
  rules.map(rule => `${rule.per}:${rule.attempts}/${rule.seconds}`).join(',')

type Machinery = Record<string, Record<string, string>>

/** `{"deepl": {"key": "…"}}`: services by name, with their settings. */
export const machinery: Reader<Readonly<Machinery>> = value => {
  if (optional(value) === null) return {}
  const services = objectIn(value)
  if (services === null) return expected('a JSON object with services by name, such as {"deepl": {"key": "…"}}')
  for (const [name, value] of Object.entries(services)) {
    const service = SERVICES.find(each => each.name === name)
    if (service === undefined)
      return expected(`services named ${SERVICES.map(each => each.name).join(', ')}, not "${name}"`)
    const declared = Object.entries(service.settings)
    const settings = objectIn(value) ?? {}
    const isComplete = declared.every(([each, { fallback }]) => fallback !== undefined || settings[each])
    const fits = Object.entries(settings).every(
      ([each, text]) =>
        typeof text === 'string' &&
        service.settings[each] &&
        (service.settings[each].kind !== 'address' || URL.canParse(text)),
    )
    if (objectIn(value) === null || !isComplete || !fits)
      return expected(
        `strings for ${name}: ${declared.map(([each, { fallback }]) => (fallback === undefined ? each : `${each} (optional)`)).join(', ')}`,
      )
  }
  return services as Machinery
}

const HOST_KEYS = ['token', 'username', 'api', 'projects']

/** `{"github.com": {"token": "…"}}`: access to code hosts by host name, with a port if it is not the usual one. */
export const codeHosts: Reader<Readonly<Record<string, CodeHostAccess>>> = value => {
  if (optional(value) === null) return {}
  const hosts = objectIn(value)
  if (hosts === null) return expected('a JSON object with hosts by name, such as {"github.com": {"token": "…"}}')
  for (const [host, value] of Object.entries(hosts)) {
    if (!/^[\w.-]+(:\d+)?$/.test(host)) return expected(`host names such as "git.example.org", not "${host}"`)
    const { token, username, api, projects } = objectIn(value) ?? {}
    const isText = (part: unknown) => part === undefined || typeof part === 'string'
    const isComplete = typeof token === 'string' && token !== '' && isText(username)
    const isAddress = api === undefined || (typeof api === 'string' && /^https?:\/\//.test(api) && URL.canParse(api))
    const isList =
      projects === undefined || (Array.isArray(projects) && projects.every(each => typeof each === 'string'))
    const isKnown = Object.keys(objectIn(value) ?? {}).every(key => HOST_KEYS.includes(key))
    if (!isComplete || !isAddress || !isList || !isKnown)
      return expected(`token, and optionally username, api (an address) and projects (a list of slugs), for ${host}`)
  }
  return hosts as Record<string, unknown> as Record<string, CodeHostAccess>
}

/** A JSON object, passed as an object or as text. */
export function objectIn(value: unknown): Record<string, unknown> | null {
  let parsed = value
  if (typeof value === 'string')
    try {
      parsed = JSON.parse(value) as unknown
    } catch {
      return null
    }
  return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
    ? (parsed as Record<string, unknown>)
    : null
}
