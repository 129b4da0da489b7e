import { siteMachinery } from '#translation/catalogue/machinery.ts'
import { type MachineryPage, machineryCards, takeMachinery } from '#translation/manage/machinery-cards.ts'
import { type AdminSection, manages, type Visit } from './section.ts'

async function pageOf({ services }: Visit): Promise<MachineryPage> {
  const { operator } = await siteMachinery(services.store.read, services.config)
  return {
    path: '/machinery_settings/',
    inherited: new Map(Object.keys(operator).map(name => [name, 'manage.machinery_of_server'])),
    own: [],
  }
}

/** Machine translation services for all projects. */
export const machinery: AdminSection = {
  name: 'machinery',
  title: 'manage.machinery',
  lead: 'admin.machinery_lead',
  opens: manages,
  show: async (visit, tried) => ({ content: await machineryCards(visit, await pageOf(visit), tried) }),
  take: async (visit, form, sent) => takeMachinery(visit, await pageOf(visit), form, sent),
}
