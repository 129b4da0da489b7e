import {
  MACHINERY,
  type Machinery,
  type MachinerySettings,
  machineryOf,
  withMachinery,
} from '../../catalogue/machinery.ts'
import { changeProject } from '../../catalogue/settings.ts'
import { help, mapShape, nullable, optional, readOnly, shape } from '../../fields/field.ts'
import { anything, choice, mapOf, text } from '../../fields/kinds.ts'
import { invalid, invalidField, type Problem } from '../../fields/problem.ts'
import { pythonType } from '../../fields/read.ts'
import { act, amend, create, read, resource } from '../resource.ts'
import { type AnyCall, findProject, needProject } from './find.ts'

const Settings = mapShape(
  'MachinerySettings',
  'Settings of each service that the project has changed; null for one that is turned off.',
  nullable(mapOf(anything())),
)
const Outcome = shape('MachineryOutcome', 'What was done.', { message: readOnly(text()) })

const service = choice(MACHINERY)
const configuration = help(
  optional(nullable(anything())),
  'Settings of the service; null turns it off. The translation memory has no settings.',
)

const mayEdit = async (call: AnyCall) => needProject(call, await findProject(call), 'project.edit')

/** Forms send JSON as text. */
function readConfiguration(given: unknown, at: string): Record<string, unknown> | null {
  let value = given
  if (typeof value === 'string')
    try {
      value = JSON.parse(value) as unknown
    } catch {
      throw invalidField(at, 'invalid', 'Value must be valid JSON.')
    }
  if (value === undefined) return {}
  if (value === null) return null
  if (typeof value !== 'object' || Array.isArray(value))
    throw invalidField(at, 'invalid', `Invalid data. Expected a dictionary, but got ${pythonType(value)}.`)
  const [unknown] = Object.keys(value)
  if (unknown !== undefined)
    throw invalidField(`${at}.${unknown.slice(0, 100)}`, 'invalid', 'This service has no settings.')
  return {}
}

async function save(call: AnyCall, change: (before: MachinerySettings) => MachinerySettings): Promise<void> {
  const project = await findProject(call)
  await call.work(piece =>
    changeProject(piece, project, { settings: withMachinery(project, change(machineryOf(project))) }),
  )
}

/** All services at once, as an object with their names. */
function readAll(body: unknown): MachinerySettings {
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
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, readConfiguration(value, name)]))
}

export const projectMachinery = resource({
  path: '/projects/:project/machinery_settings/',
  name: 'Machinery settings',
  description: 'What proposes translations in this project: settings of services, and which are turned off.',
  operations: {
    GET: read({
      summary: 'Settings of the services',
      answer: Settings,
      allow: mayEdit,
      handle: async call => machineryOf(await findProject(call)),
    }),
    POST: create({
      summary: 'Set up a service',
      body: { service, configuration },
      answer: Outcome,
      allow: mayEdit,
      handle: async call => {
        const name: Machinery = call.body.service
        const value = readConfiguration(call.body.configuration, 'configuration')
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
        const all = readAll(call.body)
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
        const value = readConfiguration(call.body.configuration, 'configuration')
        await save(call, before => ({ ...before, [name]: value }))
        return { message: `Service updated: ${MACHINERY[name]}` }
      },
    }),
  },
})
