import { machineryOf, servicesOf, siteMachinery, withMachinery } from '../../catalogue/machinery.ts'
import { changeProject } from '../../catalogue/settings.ts'
import { resource } from '../resource.ts'
import { findProject, needProject } from './find.ts'
import { type SettingsPlace, settingsOperations, trialOperation } from './machinery-operations.ts'

const place: SettingsPlace = {
  allow: async call => needProject(call, await findProject(call), 'project.edit'),
  read: async call => machineryOf(await findProject(call)),
  write: async (call, change) => {
    const project = await findProject(call)
    const settings = withMachinery(project, change(machineryOf(project)))
    await call.work(piece => changeProject(piece, project, { settings }))
  },
  ready: async call => servicesOf(await findProject(call), await siteMachinery(call.db, call.services.config)),
}

export const projectMachinery = [
  resource({
    path: '/projects/:project/machinery_settings/',
    name: 'Machinery settings',
    description: 'Machine translation settings of a project.',
    operations: settingsOperations(place),
  }),
  resource({
    path: '/projects/:project/machinery_settings/try/',
    name: 'Machinery trial',
    description: 'Sends a text to a machine translation service of a project. Not part of the Weblate API.',
    operations: { POST: trialOperation(place) },
  }),
]
