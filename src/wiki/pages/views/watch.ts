import { html } from '#web/html.ts'
import type { View } from '../page.ts'
import { postForm } from '../parts/form.ts'

const watching = (action: 'watch' | 'unwatch'): View => ({
  action,
  tab: 'more',
  right: 'editmywatchlist',
  async show(visit, page) {
    const { words } = visit
    const name = visit.name(page)
    const form = postForm(visit, { fields: [], submit: words.text(action) })
    return { title: words.text(action), about: page, content: html`<p><bdi>${name}</bdi></p>${form}` }
  },
  async take(visit, page, sent) {
    const name = visit.name(page)
    const said = await visit.post({ action: 'watch', titles: name, unwatch: action === 'unwatch' })
    return said.ok ? { go: visit.address(name) } : { tried: { sent, errors: said.errors } }
  },
})

export const watch = watching('watch')
export const unwatch = watching('unwatch')
