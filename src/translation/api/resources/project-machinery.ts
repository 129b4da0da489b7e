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
  'Settings of each service that the project has changed; null for one that is turned off.',
  nullable(mapOf(anything())),
)
const Outcome = shape('MachineryOutcome', 'What was done.', { message: readOnly(text()) })

const service = choice(MACHINERY)
const configuration = help(
  optional(nullable(anything())),
  'Settings of the service; null turns it off. The translation memory has no settings. Secrets are shown as "(set)", which sent back keeps them.',
)

const mayEdit = async (call: AnyCall) => needProject(call, await findProject(call), 'project.edit')

/** What stands for a secret in answers; sent back, the secret stays. */
const KEPT = '(set)'

/** Forms send JSON as text. */
function readConfiguration(
  name: string,
  given: unknown,
  at: string,
  before: Settings | null | undefined,
): Settings | null {
  let value = given
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
  const known = serviceNamed(name)?.settings ?? {}
  const sent = value as Record<string, unknown>
  const unknown = Object.keys(sent).find(each => !Object.hasOwn(known, each))
  if (unknown !== undefined) {
    const names = Object.keys(known)
    const detail = names.length === 0 ? 'This service has no settings.' : `The service has ${names.join(', ')}.`
    throw invalidField(`${at}.${unknown.slice(0, 100)}`, 'invalid', detail)
  }
  const result: Record<string, string> = {}
  for (const [setting, { kind, secret, fallback }] of Object.entries(known)) {
    const field = kind === 'address' ? webAddress({ max: 500 }) : text({ max: 500, blank: fallback !== undefined })
    const wish = sent[setting]
    const where = `${at}.${setting}`
    if (secret && wish === KEPT) {
      if (before?.[setting] === undefined) throw invalidField(where, 'invalid', 'Nothing is set yet: enter the key.')
      if (before[setting] !== '' && isElsewhere(known, sent, before))
        throw invalidField(
          where,
          'invalid',
          'The address changes: enter the key again, so that it goes nowhere unseen.',
        )
      result[setting] = before[setting]
    } else if (wish !== undefined && wish !== null) result[setting] = field.read(wish, where)
    else if (fallback === undefined) throw invalidField(where, 'required', 'This field is required.')
  }
  return result
}

/** Whether a secret that is kept would be sent to another server than the one that it was entered for. */
const isElsewhere = (known: TranslationService['settings'], sent: Record<string, unknown>, before: Settings): boolean =>
  Object.entries(known).some(([name, { kind, fallback = '' }]) => {
    const address = (value: unknown): unknown => (value === undefined || value === null ? fallback : value)
    return kind === 'address' && address(sent[name]) !== address(before[name])
  })

/** Settings as they are shown: without secrets. */
const shown = (all: MachinerySettings): MachinerySettings =>
  Object.fromEntries(
    Object.entries(all).map(([name, settings]) => {
      const known = serviceNamed(name)?.settings
      const entries = Object.entries(settings ?? {}).map(([each, value]) => [
        each,
        known?.[each]?.secret && value ? KEPT : value,
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

/** All services at once, as an object with their names. */
function readAll(body: unknown, before: MachinerySettings): MachinerySettings {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw invalidField(
      'non_field_errors',
      'invalid',
      `Invalid data. Expected a dictionary, but got ${pythonType(body)}.`,
    )
  const known = Object.keys(MACHINERY)
  const problems: Problem[] = Object.keys(body)
    .filter(name => !known.includes(name))
    .slice(0, 20)
    .map(name => ({
      code: 'invalid_choice',
      detail: `There is no such service. There are ${known.join(', ')}.`,
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
  description: 'What proposes translations in this project: settings of services, and which are turned off.',
  operations: {
    GET: read({
      summary: 'Settings of the services',
      answer: AllSettings,
      allow: mayEdit,
      handle: async call => shown(machineryOf(await findProject(call))),
    }),
    POST: create({
      summary: 'Set up a service',
      body: { service, configuration },
      answer: Outcome,
      allow: mayEdit,
      handle: async call => {
        const name = call.body.service
        const value = readConfiguration(name, call.body.configuration, 'configuration', null)
        if (machineryOf(await findProject(call))[name])
          throw invalidField('service', 'unique', 'The service is set up already; change it with PATCH.')
        await save(call, before => ({ ...before, [name]: value }))
        return { message: `Service installed: ${MACHINERY[name]}` }
      },
    }),
    PUT: act({
      summary: 'Replace the settings of all services',
      answer: Outcome,
      allow: mayEdit,
      handle: async call => {
        const all = readAll(call.body, machineryOf(await findProject(call)))
        await save(call, () => all)
        return { message: `Services installed: ${Object.keys(all).length}` }
      },
    }),
    PATCH: amend({
      summary: 'Change a service or turn it off',
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
