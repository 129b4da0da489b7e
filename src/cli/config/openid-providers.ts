import { readFileSync } from 'node:fs'
import type { OpenidProvider } from '#accounts/openid-provider.ts'
import { expected, objectIn, optional, type Reader } from './kinds.ts'

const KEYS = [
  'issuer',
  'clientId',
  'clientSecret',
  'clientSecretFile',
  'clientSecretEnv',
  'label',
  'scope',
  'accounts',
  'emailDomains',
  'groupsClaim',
  'groups',
  'teams',
  'secondFactor',
  'singleLogout',
  'network',
]

/** Identity providers by name. The secret can be in a file or an environment variable instead. */
export const openidProviders: Reader<Readonly<Record<string, OpenidProvider>>> = value => {
  if (optional(value) === null) return {}
  const providers = objectIn(value)
  if (providers === null)
    return expected('a JSON object with providers by name, such as {"corp": {"issuer": "https://…", "clientId": "…"}}')
  return Object.fromEntries(
    Object.entries(providers).map(([name, settings]) => {
      if (!/^[a-z0-9][a-z0-9-]{0,39}$/.test(name))
        return expected(`provider names of lower-case letters, digits and hyphens, not "${name}"`)
      return [name, providerIn(name, objectIn(settings) ?? expected(`a JSON object for ${name}`))]
    }),
  )
}

function providerIn(name: string, given: Record<string, unknown>): OpenidProvider {
  const unknown = Object.keys(given).find(key => !KEYS.includes(key))
  if (unknown !== undefined) return expected(`known settings for ${name}, not "${unknown}": ${KEYS.join(', ')}`)
  const text = (key: string, otherwise?: string): string => {
    const value = given[key] ?? otherwise
    return typeof value === 'string' && (value !== '' || otherwise === '')
      ? value
      : expected(`a text for ${name}.${key}`)
  }
  const oneOf = <const T extends string>(key: string, values: readonly T[]): T =>
    values.find(each => each === (given[key] ?? values[0])) ??
    expected(`one of ${values.join(', ')} for ${name}.${key}`)
  const flag = (key: string): boolean =>
    typeof (given[key] ?? false) === 'boolean' ? given[key] === true : expected(`true or false for ${name}.${key}`)
  const issuer = text('issuer')
  const network = oneOf('network', ['public', 'any'])
  const url = URL.parse(issuer)
  if (url === null || (url.protocol !== 'https:' && !(url.protocol === 'http:' && network === 'any')))
    return expected(`an https address for ${name}.issuer`)
  return {
    issuer,
    clientId: text('clientId'),
    clientSecret: secretIn(name, given, text),
    label: text('label', url.hostname),
    scope: text('scope', 'openid profile email'),
    accounts: oneOf('accounts', ['create', 'invitation', 'link']),
    emailDomains: names(`${name}.emailDomains`, given.emailDomains ?? []).map(each => each.toLowerCase()),
    groupsClaim: text('groupsClaim', 'groups'),
    groups: mapping(`${name}.groups`, given.groups ?? {}),
    teams: mapping(`${name}.teams`, given.teams ?? {}),
    secondFactor: flag('secondFactor'),
    singleLogout: flag('singleLogout'),
    network,
  }
}

function secretIn(name: string, given: Record<string, unknown>, text: (key: string) => string): string {
  if (given.clientSecretEnv !== undefined)
    return (
      process.env[text('clientSecretEnv')] ??
      expected(`an environment variable that exists for ${name}.clientSecretEnv`)
    )
  if (given.clientSecretFile !== undefined) {
    try {
      return readFileSync(text('clientSecretFile'), 'utf8').trim()
    } catch {
      return expected(`a readable file for ${name}.clientSecretFile`)
    }
  }
  return given.clientSecret === undefined ? '' : text('clientSecret')
}

const names = (key: string, value: unknown): readonly string[] =>
  Array.isArray(value) && value.every(each => typeof each === 'string') ? value : expected(`a list of texts for ${key}`)

const mapping = (key: string, value: unknown): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    Object.entries(objectIn(value) ?? expected(`a JSON object with lists for ${key}`)).map(([claim, list]) => [
      claim,
      names(`${key}.${claim}`, list),
    ]),
  )
