// Settings of machine translation services, as the API and the forms read and show them.

import {
  type Field,
  type Fields,
  help,
  mapShape,
  nullable,
  optional,
  readOnly,
  refuse,
  ruled,
  shape,
} from '#fields/field.ts'
import { anything, boolean, choice, integer, mapOf, text, webAddress } from '#fields/kinds.ts'
import { invalid, invalidField, type Problem } from '#fields/problem.ts'
import { pythonType } from '#fields/read.ts'
import { MACHINERY, type MachinerySettings, serviceNamed, withFallbacks } from '../catalogue/machinery.ts'
import type { Setting, Settings, TranslationService } from '../machinery/service.ts'

/** Placeholder for a secret in responses; sending it back keeps the secret. */
export const HIDDEN_SECRET = '(set)'

export const AllSettings = mapShape(
  'MachinerySettings',
  'Machine translation settings by service; null for services that are turned off.',
  nullable(mapOf(anything())),
)
export const SettingsOutcome = shape('MachineryOutcome', 'Result of a change to the machine translation settings.', {
  message: readOnly(text()),
})

export const serviceField = choice(MACHINERY)
export const configurationField = help(
  optional(nullable(anything())),
  'Configuration of the service; null turns it off. The translation memory and strings of this site have no settings. Secrets are shown as "(set)"; send that value back to keep them.',
)

const MAX_TEXT = 500
const MAX_NUMBER = 1_000_000

const AMOUNT = /^(\d{1,6}(\.\d{1,6})?)?$/
const CURRENCY = /^([A-Z]{3})?$/

const matching = (pattern: RegExp, problem: string): Field<string> =>
  ruled(text({ max: 20, blank: true }), (value, at) => {
    if (!pattern.test(value)) refuse(at, 'invalid', problem)
  })

function fieldOf({ kind, fallback, max = MAX_TEXT }: Setting): Field<string | number | boolean> {
  const blank = fallback !== undefined
  if (kind === 'number') return integer({ min: 1, max: MAX_NUMBER })
  if (kind === 'switch') return boolean()
  if (kind === 'amount') return matching(AMOUNT, 'Enter an amount such as 20 or 0.5.')
  if (kind === 'currency') return matching(CURRENCY, 'Enter the code of a currency, such as EUR.')
  return kind === 'address' ? webAddress({ max, blank }) : text({ max, blank })
}

/** The settings of a service as declared fields. */
export const settingFields = ({ settings }: TranslationService): Fields =>
  Object.fromEntries(
    Object.entries(settings).map(([name, setting]) => {
      const field = help(fieldOf(setting), setting.about)
      return [name, setting.fallback === undefined ? field : optional(field)]
    }),
  )

/** Validates the configuration of a service. Forms send it as JSON text. */
export function readConfiguration(
  name: string,
  input: unknown,
  at: string,
  before: Settings | null | undefined,
): Settings | null {
  let value = input
  if (typeof value === 'string')
    try {
      value = JSON.parse(value) as unknown
    } catch {
      throw invalidField(at, 'invalid', 'Value must be valid JSON.')
    }
  if (value === null) return null
  value ??= {}
  if (typeof value !== 'object' || Array.isArray(value))
    throw invalidField(at, 'invalid', `Invalid data. Expected a dictionary, but got ${pythonType(value)}.`)
  const service = serviceNamed(name)
  const declared = service?.settings ?? {}
  const sent = value as Record<string, unknown>
  const unknown = Object.keys(sent).find(each => !Object.hasOwn(declared, each))
  if (unknown !== undefined) {
    const names = Object.keys(declared)
    const detail =
      names.length === 0 ? 'This service has no settings.' : `Unknown setting. Valid settings: ${names.join(', ')}.`
    throw invalidField(`${at}.${unknown.slice(0, 100)}`, 'invalid', detail)
  }
  const result: Record<string, string> = {}
  for (const [setting, about] of Object.entries(declared)) {
    const setTo = sent[setting]
    const where = `${at}.${setting}`
    if (about.secret && setTo === HIDDEN_SECRET) {
      if (before?.[setting] === undefined) throw invalidField(where, 'invalid', 'No key is stored yet. Enter the key.')
      if (before[setting] !== '' && changesServer(declared, sent, before))
        throw invalidField(where, 'invalid', 'The URL changed. Enter the key again to send it to the new server.')
      result[setting] = before[setting]
    } else if (setTo !== undefined && setTo !== null) result[setting] = String(fieldOf(about).read(setTo, where))
    else if (about.fallback === undefined) throw invalidField(where, 'required', 'This field is required.')
    // An address that is left empty is the default one.
    if (about.kind === 'address' && result[setting] === '') delete result[setting]
  }
  const mistake = service?.mistake?.(withFallbacks(service, result)) ?? null
  if (mistake !== null) throw invalidField(`${at}.${mistake.setting}`, 'invalid', mistake.why)
  return result
}

/** Whether a stored secret would be sent to a different server than the one it was entered for. */
const changesServer = (
  declared: TranslationService['settings'],
  sent: Record<string, unknown>,
  before: Settings,
): boolean =>
  Object.entries(declared).some(([name, { kind, fallback = '' }]) => {
    const address = (value: unknown): unknown =>
      value === undefined || value === null || value === '' ? fallback : value
    return kind === 'address' && address(sent[name]) !== address(before[name])
  })

/** Settings as the API shows them: without secrets. */
export const withoutSecrets = (all: MachinerySettings): Record<string, Record<string, unknown> | null> =>
  Object.fromEntries(
    Object.entries(all).map(([name, settings]) => {
      const declared = serviceNamed(name)?.settings
      const entries = Object.entries(settings ?? {}).map(([each, value]) => [each, shown(declared?.[each], value)])
      return [name, settings ? Object.fromEntries(entries) : null]
    }),
  )

function shown(setting: Setting | undefined, value: string): unknown {
  if (setting === undefined || (setting.secret && value)) return HIDDEN_SECRET
  if (setting.kind === 'number') return Number(value)
  return setting.kind === 'switch' ? value === 'true' : value
}

/** Reads the settings of all services, keyed by name. */
export function readAllSettings(body: unknown, before: MachinerySettings): MachinerySettings {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw invalidField(
      'non_field_errors',
      'invalid',
      `Invalid data. Expected a dictionary, but got ${pythonType(body)}.`,
    )
  const declared = Object.keys(MACHINERY)
  const problems: Problem[] = Object.keys(body)
    .filter(name => !declared.includes(name))
    .slice(0, 20)
    .map(name => ({
      code: 'invalid_choice',
      detail: `Unknown service. Valid services: ${declared.join(', ')}.`,
      attr: name.slice(0, 100),
    }))
  if (problems.length > 0) throw invalid(...problems)
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, readConfiguration(name, value, name, before[name])]),
  )
}
