// Machine translation services for all projects. Not part of the Weblate API, which keeps them off its REST API.

import { appendChange } from '#events/change-log.ts'
import { writeSetting } from '#store/site-settings.ts'
import { SITE_MACHINERY, servicesOf, siteMachinery } from '../../catalogue/machinery.ts'
import { resource } from '../resource.ts'
import { needSite } from './find.ts'
import { type SettingsPlace, settingsOperations, trialOperation } from './machinery-operations.ts'

const place: SettingsPlace = {
  allow: call => needSite(call, 'management.use'),
  read: async call => (await siteMachinery(call.db, call.services.config)).stored,
  write: async (call, change) => {
    const { stored } = await siteMachinery(call.db, call.services.config)
    const settings = change(stored)
    await writeSetting(call.tx, SITE_MACHINERY, settings)
    await appendChange(call.tx, call.services.clock, {
      area: 'site',
      kind: 'machinery-changed',
      accountId: call.accountId(),
      subject: Object.keys(settings).join(', ').slice(0, 200),
    })
  },
  ready: async call => servicesOf(null, await siteMachinery(call.db, call.services.config)),
}

export const siteMachineryResources = [
  resource({
    path: '/machinery_settings/',
    name: 'Site machinery settings',
    description:
      'Machine translation services for all projects, besides those in the configuration of the server. Not part of the Weblate API.',
    operations: settingsOperations(place),
  }),
  resource({
    path: '/machinery_settings/try/',
    name: 'Site machinery trial',
    description: 'Sends a text to a machine translation service of the site. Not part of the Weblate API.',
    operations: { POST: trialOperation(place) },
  }),
]
