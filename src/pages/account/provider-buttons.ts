import { html, type Piece } from '#html/html.ts'
import type { Visit } from '../send-page.ts'

/** Links to log in with each identity provider. */
export const providerButtons = ({ services, reader }: Visit, next: string): Piece =>
  services.openid.providers.length > 0 &&
  html`<ul class="providers">${services.openid.providers.map(
    ([name, { label }]) =>
      html`<li>
        <a class="button" href="/accounts/openid/${name}/?next=${encodeURIComponent(next)}">
          ${reader.t('account.log_in_with', { provider: label })}
        </a>
      </li>`,
  )}</ul>`
