import { OWN_MACHINERY, siteMachinery } from '../catalogue/machinery.ts'
import { type MachineryPage, machineryCards, takeMachinery } from './machinery-cards.ts'
import type { Section } from './section.ts'
import { apiPath, type Place, type Visit } from './visit.ts'

async function pageOf({ services }: Visit, place: Place): Promise<MachineryPage> {
  const { operator, stored } = await siteMachinery(services.store.read, services.config)
  return {
    path: apiPath(place, 'machinery_settings'),
    inherited: new Map([
      ...Object.keys(stored)
        .filter(name => stored[name])
        .map(name => [name, 'manage.machinery_of_site'] as const),
      ...Object.keys(operator).map(name => [name, 'manage.machinery_of_server'] as const),
    ]),
    own: Object.keys(OWN_MACHINERY),
  }
}

/** Machine translation services of a project. */
export const machinery: Section = {
  name: 'machinery',
  title: 'manage.machinery',
  lead: 'manage.machinery_lead',
  where: 'project',
  opens: () => ['project.edit'],
  show: async (visit, place, tried) => ({ content: await machineryCards(visit, await pageOf(visit, place), tried) }),
  take: async (visit, place, form, sent) =>
    (await takeMachinery(visit, await pageOf(visit, place), form, sent)) ?? { go: visit.request.url },
}
