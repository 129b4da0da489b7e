import { help, mapShape, nullable, optional, readOnly, shape } from '#fields/field.ts'
import { anything, choice, mapOf, text, webAddress } from '#fields/kinds.ts'
import { invalid, invalidField, type Problem } from '#fields/problem.ts'
import { pythonType } from '#fields/read.ts'
import {
  MACHINERY,
  type MachinerySettings,
  machineryOf,
  serviceNamed,
  withMachinery,
} from '../../catalogue/machinery.ts'
import { changeProject } from '../../catalogue/settings.ts'
import type { Settings, TranslationService } from '../../machinery/service.ts'
import { act, amend, create, read, resource } from '../resource.ts'
import { type AnyCall, findProject, needProject } from './find.ts'

const AllSettings = mapShape(
  'MachinerySettings',
  'Machine translation settings by service; null for services that are turned off.',
  nullable(mapOf(anything())),
)
const Outcome = shape('MachineryOutcome', 'Result of a change to the machine translation settings.', {
  message: readOnly(text()),
})

const service = choice(MACHINERY)
const configuration = help(
  optional(nullable(anything())),
  'Configuration of the service; null turns it off. The translation memory has no settings. Secrets are shown as "(set)"; send that value back to keep them.',
)

const mayEdit = async (call: AnyCall) => needProject(call, await findProject(call), 'project.edit')

/** Placeholder for a secret in responses; sending it back keeps the secret. */
const HIDDEN_SECRET = '(set)'

/** Validates the configuration of a service. Forms send it as JSON text. */
function readConfiguration(
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
  const declared = serviceNamed(name)?.settings ?? {}
  const sent = value as Record<string, unknown>
  const unknown = Object.keys(sent).find(each => !Object.hasOwn(declared, each))
  if (unknown !== undefined) {
    const names = Object.keys(declared)
    const detail =
      names.length === 0 ? 'This service has no settings.' : `Unknown setting. Valid settings: ${names.join(', ')}.`
    throw invalidField(`${at}.${unknown.slice(0, 100)}`, 'invalid', detail)
  }
  const result: Record<string, string> = {}
  for (const [setting, { kind, secret, fallback }] of Object.entries(declared)) {
    const field = kind === 'address' ? webAddress({ max: 500 }) : text({ max: 500, blank: fallback !== undefined })
    const setTo = sent[setting]
    const where = `${at}.${setting}`
    if (secret && setTo === HIDDEN_SECRET) {
      if (before?.[setting] === undefined) throw invalidField(where, 'invalid', 'No key is stored yet. Enter the key.')
      if (before[setting] !== '' && changesServer(declared, sent, before))
        throw invalidField(where, 'invalid', 'The URL changed. Enter the key again to send it to the new server.')
      result[setting] = before[setting]
    } else if (setTo !== undefined && setTo !== null) result[setting] = field.read(setTo, where)
    else if (fallback === undefined) throw invalidField(where, 'required', 'This field is required.')
  }
  return result
}

/** Whether a stored secret would be sent to a different server than the one it was entered for. */
const changesServer = (
  declared: TranslationService['settings'],
  sent: Record<string, unknown>,
  before: Settings,
): boolean =>
  Object.entries(declared).some(([name, { kind, fallback = '' }]) => {
    const address = (value: unknown): unknown => (value === undefined || value === null ? fallback : value)
    return kind === 'address' && address(sent[name]) !== address(before[name])
  })

/** Settings without their secrets. */
const withoutSecrets = (all: MachinerySettings): MachinerySettings =>
  Object.fromEntries(
    Object.entries(all).map(([name, settings]) => {
      const declared = serviceNamed(name)?.settings
      const entries = Object.entries(settings ?? {}).map(([each, value]) => [
        each,
        declared?.[each]?.secret && value ? HIDDEN_SECRET : value,
      ])
      return [name, settings ? (Object.fromEntries(entries) as Settings) : null]
    }),
  )

async function save(call: AnyCall, change: (before: MachinerySettings) => MachinerySettings): Promise<void> {
  const project = await findProject(call)
  await call.work(piece =>
    changeProject(piece, project, { settings: withMachinery(project, change(machineryOf(project))) }),
  )
}

/** Reads the settings of all services, keyed by name. */
function readAll(body: unknown, before: MachinerySettings): MachinerySettings {
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

export const projectMachinery = resource({
  path: '/projects/:project/machinery_settings/',
  name: 'Machinery settings',
  description: 'Machine translation settings of a project.',
  operations: {
    GET: read({
      summary: 'Get machine translation settings',
      answer: AllSettings,
      allow: mayEdit,
      handle: async call => withoutSecrets(machineryOf(await findProject(call))),
    }),
    POST: create({
      summary: 'Add a machine translation service',
      body: { service, configuration },
      answer: Outcome,
      allow: mayEdit,
      handle: async call => {
        const name = call.body.service
        const value = readConfiguration(name, call.body.configuration, 'configuration', null)
        if (machineryOf(await findProject(call))[name])
          throw invalidField('service', 'unique', 'The service is already set up. Change it with PATCH.')
        await save(call, before => ({ ...before, [name]: value }))
        return { message: `Service installed: ${MACHINERY[name]}` }
      },
    }),
    PUT: act({
      summary: 'Replace all machine translation settings',
      answer: Outcome,
      allow: mayEdit,
      handle: async call => {
        const all = readAll(call.body, machineryOf(await findProject(call)))
        await save(call, () => all)
        return { message: `Services installed: ${Object.keys(all).length}` }
      },
    }),
    PATCH: amend({
      summary: 'Update or turn off a machine translation service',
      body: { service, configuration },
      answer: Outcome,
      allow: mayEdit,
      handle: async call => {
        const name = call.body.service
        if (name === undefined) throw invalidField('service', 'required', 'This field is required.')
        const before = machineryOf(await findProject(call))[name]
        const value = readConfiguration(name, call.body.configuration, 'configuration', before)
        await save(call, before => ({ ...before, [name]: value }))
        return { message: `Service updated: ${MACHINERY[name]}` }
      },
    }),
  },
})
