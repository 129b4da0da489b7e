import { html, type Piece } from '#html/html.ts'
import type { Refusal } from '../api/ask.ts'
import type { Title } from '../site/titles.ts'
import type { Shown } from './page.ts'
import { problems } from './parts/form.ts'
import type { Visit } from './visit.ts'

/** An error page with a short explanation. */
export const errorPage = (status: number, title: string, text: Piece, about?: Pick<Title, 'ns' | 'dbkey'>): Shown => ({
  status,
  title,
  content: html`<p class="note">${text}</p>`,
  ...(about && { about }),
})

/** HTTP status by error code, if not 400. */
const STATUS: Readonly<Record<string, number>> = {
  readapidenied: 403,
  permissiondenied: 403,
  protectedpage: 403,
  blocked: 403,
  missingtitle: 404,
  nosuchrevid: 404,
  nosuchpageid: 404,
  missingcontent: 404,
  texttoocostly: 422,
  'concurrency-limit': 503,
}

export const statusOf = (errors: readonly Refusal[]): number =>
  errors.map(({ code }) => STATUS[code]).find(status => status !== undefined) ?? 400

/** Error page for an API error. */
export const refusedPage = (visit: Visit, errors: readonly Refusal[], about?: Pick<Title, 'ns' | 'dbkey'>): Shown => ({
  status: statusOf(errors),
  title: about ? visit.name(about) : visit.site.name,
  content: html`${problems(errors)}`,
  ...(about && { about }),
})

/** Error page for a missing right, with a login link for visitors. */
export const forbidden = (visit: Visit, title: string, about?: Pick<Title, 'ns' | 'dbkey'>): Shown => {
  const way = `/accounts/login/?next=${encodeURIComponent(visit.request.url)}`
  const login = visit.caller.account === null && html` <a href="${way}">${visit.reader.t('wiki.log_in')}</a>`
  return errorPage(403, title, html`${visit.words.text('badaccess-group0')}${login}`, about)
}
