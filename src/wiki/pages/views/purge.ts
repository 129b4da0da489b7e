import { html } from '#html/html.ts'
import type { View } from '../page.ts'
import { postForm } from '../parts/form.ts'

/** `action=purge`: renders a page again and updates its links. */
export const purgeView: View = {
  action: 'purge',
  tab: 'more',
  async show(visit, page) {
    const { words } = visit
    const form = postForm(visit, { fields: [], submit: words.text('confirm_purge_button') })
    return {
      title: words.text('confirm-purge-title'),
      about: page,
      content: html`${[
        html`<p><bdi>${visit.name(page)}</bdi></p>`,
        html`<p>${words.html('confirm-purge-top')}</p>`,
        html`<p class="quiet">${words.html('confirm-purge-bottom')}</p>`,
        form,
      ]}`,
    }
  },
  async take(visit, page, sent) {
    const name = visit.name(page)
    const response = await visit.post({ action: 'purge', titles: name, forcelinkupdate: true })
    return response.ok ? { go: visit.address(name) } : { tried: { sent, errors: response.errors } }
  },
}
