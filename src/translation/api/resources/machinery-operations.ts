// The operations on machine translation settings, which projects and the site have in common.

import { help, nullable, optional, readOnly, shape } from '#fields/field.ts'
import { integer, text } from '#fields/kinds.ts'
import { invalidField } from '#fields/problem.ts'
import { languageByCode } from '../../catalogue/languages.ts'
import { MACHINERY, type MachinerySettings, type ReadyService } from '../../catalogue/machinery.ts'
import { asking } from '../../machinery/ask.ts'
import { MachineryError } from '../../machinery/service.ts'
import { translateBy } from '../../machinery/translate.ts'
import {
  AllSettings,
  configurationField as configuration,
  readAllSettings,
  readConfiguration,
  SettingsOutcome,
  serviceField as service,
  withoutSecrets,
} from '../machinery-settings.ts'
import { act, amend, create, type Operation, read } from '../resource.ts'
import type { AnyCall } from './find.ts'
import { rejectPrivateServers } from './machinery-servers.ts'

/** Where settings are stored, and who may see and change them. */
export interface SettingsPlace {
  readonly allow: (call: AnyCall) => Promise<unknown>
  readonly read: (call: AnyCall) => Promise<MachinerySettings>
  readonly write: (call: AnyCall, change: (before: MachinerySettings) => MachinerySettings) => Promise<void>
  /** The services that work here, with their settings. */
  readonly ready: (call: AnyCall) => Promise<ReadyService[]>
}

export const settingsOperations = (place: SettingsPlace): Record<'GET' | 'POST' | 'PUT' | 'PATCH', Operation> => ({
  GET: read({
    summary: 'Get machine translation settings',
    answer: AllSettings,
    allow: place.allow,
    handle: async call => withoutSecrets(await place.read(call)),
  }),
  POST: create({
    summary: 'Add a machine translation service',
    body: { service, configuration },
    answer: SettingsOutcome,
    allow: place.allow,
    handle: async call => {
      const name = call.body.service
      const value = readConfiguration(name, call.body.configuration, 'configuration', null)
      rejectPrivateServers(call, name, value, 'configuration')
      if ((await place.read(call))[name])
        throw invalidField('service', 'unique', 'The service is already set up. Change it with PATCH.')
      await place.write(call, before => ({ ...before, [name]: value }))
      return { message: `Service installed: ${MACHINERY[name]}` }
    },
  }),
  PUT: act({
    summary: 'Replace all machine translation settings',
    answer: SettingsOutcome,
    allow: place.allow,
    handle: async call => {
      const all = readAllSettings(call.body, await place.read(call))
      for (const [name, settings] of Object.entries(all)) rejectPrivateServers(call, name, settings, name)
      await place.write(call, () => all)
      return { message: `Services installed: ${Object.keys(all).length}` }
    },
  }),
  PATCH: amend({
    summary: 'Update or turn off a machine translation service',
    body: { service, configuration },
    answer: SettingsOutcome,
    allow: place.allow,
    handle: async call => {
      const name = call.body.service
      if (name === undefined) throw invalidField('service', 'required', 'This field is required.')
      const value = readConfiguration(name, call.body.configuration, 'configuration', (await place.read(call))[name])
      rejectPrivateServers(call, name, value, 'configuration')
      await place.write(call, before => ({ ...before, [name]: value }))
      return { message: `Service updated: ${MACHINERY[name]}` }
    },
  }),
})

const Trial = shape('MachineryTrial', 'What a machine translation service made of a text.', {
  text: help(readOnly(nullable(text({ blank: true, verbatim: true }))), 'The translation; null if the service failed.'),
  error: help(
    readOnly(nullable(text())),
    'Why the service failed, in its own words if it gave any; null if it did not.',
  ),
  milliseconds: help(readOnly(integer()), 'How long the service took.'),
})

const MAX_TEXT = 500

/** Sends one text to a service with the stored settings. */
export const trialOperation = (place: SettingsPlace): Operation =>
  act({
    summary: 'Try a machine translation service',
    // A transaction must not wait for another server.
    hold: null,
    body: {
      service,
      text: help(text({ max: MAX_TEXT, verbatim: true }), 'Text to translate.'),
      source: help(optional(text({ max: 50 }), 'en'), 'Code of the language of the text.'),
      target: help(text({ max: 50 }), 'Code of the language to translate to.'),
    },
    answer: Trial,
    allow: place.allow,
    handle: async call => {
      const { source = 'en', target } = call.body
      for (const [attr, code] of Object.entries({ source, target }))
        if ((await languageByCode(call.db, code)) === null)
          throw invalidField(attr, 'does_not_exist', `There is no language "${code}".`)
      const ready = (await place.ready(call)).find(each => each.service.name === call.body.service)
      if (ready === undefined)
        throw invalidField('service', 'invalid', 'This service is turned off or not configured here.')
      const { config } = call.services
      const ask = asking({ allowPrivate: ready.isOfSite || config.machineryNetwork === 'any', signal: call.signal })
      const begun = performance.now()
      const took = () => ({ milliseconds: Math.round(performance.now() - begun) })
      try {
        const languages = { from: source, to: target }
        const [translation] = await translateBy(ready.service, [call.body.text], languages, ready.settings, ask)
        return { text: translation!, error: null, ...took() }
      } catch (error) {
        if (!(error instanceof MachineryError)) throw error
        return { text: null, error: error.message, ...took() }
      }
    },
  })
