import { html } from '#html/html.ts'
import type { View } from '../page.ts'
import { type Field, postForm } from '../parts/form.ts'
import { hasWatchTimes, usualWatchTime, watchTimes } from '../parts/watch-time.ts'
import type { Visit } from '../visit.ts'

/** MediaWiki's field name. */
const TIME = 'wpexpiry'

const watching = (action: 'watch' | 'unwatch'): View => ({
  action,
  tab: 'more',
  right: 'editmywatchlist',
  async show(visit, page) {
    const { words } = visit
    const name = visit.name(page)
    const fields = action === 'watch' && hasWatchTimes(visit) ? [await timeField(visit, name)] : []
    const form = postForm(visit, { fields, submit: words.text(action) })
    return { title: words.text(action), about: page, content: html`<p><bdi>${name}</bdi></p>${form}` }
  },
  async take(visit, page, sent) {
    const name = visit.name(page)
    const expiry = action === 'watch' && hasWatchTimes(visit) ? sent.text(TIME) || undefined : undefined
    const response = await visit.post({ action: 'watch', titles: name, unwatch: action === 'unwatch', expiry })
    return response.ok ? { go: visit.address(name) } : { tried: { sent, errors: response.errors } }
  },
})

async function timeField(visit: Visit, name: string): Promise<Field> {
  const { pages = [] } = await visit.query({ titles: name, prop: 'info', inprop: 'watched' })
  const until = pages[0]?.watchlistexpiry
  const options = watchTimes(visit, until)
  const label = visit.words.text('confirm-watch-label')
  return { kind: 'choice', name: TIME, label, options, value: usualWatchTime(options, until) }
}

export const watch = watching('watch')
export const unwatch = watching('unwatch')
