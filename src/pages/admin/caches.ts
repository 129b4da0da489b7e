import { card } from '#html/cards.ts'
import { actionButton } from '#html/confirm.ts'
import { here, viewOf } from '#html/form-outcome.ts'
import { textIn } from '#html/forms.ts'
import { html } from '#html/html.ts'
import { sizeOf } from '#html/times.ts'
import { type AdminSection, manages, note, numberOf } from './section.ts'

const WORDS = {
  thumbnails: { title: 'admin.cache_thumbnails', lead: 'admin.cache_thumbnails_lead', clear: 'admin.clear' },
  lists: { title: 'admin.cache_lists', lead: 'admin.cache_lists_lead', clear: 'admin.make_anew' },
} as const

/** Caches that can be cleared or rebuilt. */
export const caches: AdminSection = {
  name: 'caches',
  title: 'admin.caches',
  lead: 'admin.caches_lead',
  opens: manages,
  show: async visit => {
    const { services, t, reader } = visit
    const sizes = await Promise.all(
      services.caches.map(async cache => ({ ...(await cache.measure()), name: cache.name })),
    )
    return {
      content: html`${sizes.map(({ name, entries, bytes, isWhole }) => {
        const { title, lead, clear } = WORDS[name]
        const count = t(isWhole ? 'admin.entries' : 'admin.entries_at_least', { number: numberOf(reader, entries) })
        return card(
          name,
          t(title),
          html`<div class="row">
            <span class="num">${count}${bytes !== null && html` · ${sizeOf(reader, bytes)}`}</span>
            ${actionButton(viewOf(visit, 'clear', 'cache', null), t(clear), { cache: name }, { about: t(title) })}
          </div>`,
          t(lead),
        )
      })}<p class="quiet">${t('admin.caches_memory')}</p>`,
    }
  },
  take: async (visit, form, sent) => {
    const { services } = visit
    const cache = services.caches.find(each => each.name === textIn(sent, 'cache'))
    if (form !== 'clear' || cache === undefined) return undefined
    await cache.clear()
    await services.store.transaction(tx => note(tx, visit, 'cache-cleared', cache.name))
    return { go: here(visit, cache.name === 'lists' ? 'started' : 'cleared') }
  },
}
