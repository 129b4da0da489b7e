import { html } from '#html/html.ts'
import { memorySize } from '#translation/catalogue/memory-cleanup.ts'
import { type MemoryPage, memoryCards, takeMemory } from '#translation/manage/memory-cards.ts'
import type { AdminSection, Visit } from './section.ts'

const PAGE: MemoryPage = { path: '/memory/site/', scope: 'site', name: 'memory', mayEdit: true, mayDelete: true }

async function shown({ services, t, reader }: Visit): Promise<MemoryPage> {
  const count = await memorySize(services.store.read, 'everything')
  const all = '/api/memory/site/?scope=everything'
  return {
    ...PAGE,
    more: html`<p>${t('admin.memory_everything', { number: count.toLocaleString(reader.language), count })}
      <a href="${all}&amp;format=tmx" download>${t('manage.download')} (TMX)</a> ·
      <a href="${all}" download>${t('manage.download')} (JSON)</a></p>`,
  }
}

/** Translation memory for all projects. */
export const memory: AdminSection = {
  name: 'memory',
  title: 'manage.memory',
  lead: 'admin.memory_lead',
  opens: permissions => permissions.onSite('memory.manage'),
  show: async (visit, tried) => ({ content: await memoryCards(visit, await shown(visit), tried) }),
  take: (visit, form, sent) => takeMemory(visit, PAGE, form, sent),
}
