import { type MemoryPage, memoryCards, takeMemory } from './memory-cards.ts'
import type { Section } from './section.ts'
import { apiPath, type Place, type Visit } from './visit.ts'

const pageOf = ({ permissions }: Visit, place: Place): MemoryPage => ({
  path: apiPath(place, 'memory'),
  scope: { project: place.project.id },
  name: place.project.slug,
  mayEdit: permissions.inProject(place.project, 'memory.edit'),
  mayDelete: permissions.inProject(place.project, 'memory.delete'),
})

/** Translation memory of a project. */
export const memory: Section = {
  name: 'memory',
  title: 'manage.memory',
  lead: 'manage.memory_lead',
  where: 'project',
  opens: () => ['memory.edit', 'memory.delete'],
  show: async (visit, place, tried) => ({ content: await memoryCards(visit, pageOf(visit, place), tried) }),
  take: (visit, place, form, sent) => takeMemory(visit, pageOf(visit, place), form, sent),
}
