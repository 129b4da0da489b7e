import { type Html, html } from '#html/html.ts'
import type { Reader } from '#html/page.ts'

/** What to do first, for the person who has just set up the site. */
export function readyCard({ t }: Reader): Html {
  const steps = [
    ['/index.php', t('setup.next_page')],
    ['/create/project/', t('setup.next_project')],
    ['/admin/appearance/#card-logo', t('setup.next_logo')],
    ['/admin/people/', t('setup.next_people')],
    ['/docs/operations/', t('setup.next_import')],
  ] as const
  return html`<section class="card" aria-labelledby="ready">
    <h2 id="ready">${t('setup.ready')}</h2>
    <ul>${steps.map(([href, text]) => html`<li><a href="${href}">${text}</a></li>`)}</ul>
  </section>`
}
