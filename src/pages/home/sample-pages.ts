import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { checkToken } from '#accounts/tokens.ts'
import type { Services } from '#core/services.ts'
import { type Html, html, type Piece } from '#html/html.ts'
import type { Reader } from '#html/page.ts'
import { notedSample } from '#translation/sample/noted-sample.ts'
import { removeSample } from '#translation/sample/remove-sample.ts'
import { openWiki } from '#wiki/open-wiki.ts'
import { removePages, samplePages } from '#wiki/sample/remove-sample.ts'
import { formOf, sendPage, type Visit, visit } from '../send-page.ts'

const ADDRESS = '/sample/remove/'

/** Notice for administrators about the sample content, with a link to delete it. */
export const sampleCard = ({ t }: Reader): Html =>
  html`<section class="card" aria-labelledby="sample">
    <h2 id="sample">${t('home.sample')}</h2>
    <p>${t('home.sample_about')}</p>
    <p><a class="button" href="${ADDRESS}">${t('home.sample_remove')}</a></p>
  </section>`

export function sampleRoutes(app: FastifyInstance, services: Services): void {
  app.get(ADDRESS, async (request, reply) => {
    const own = await visit(services, request, reply)
    return allowed(own) ?? ask(own)
  })
  app.post(ADDRESS, async (request, reply) => {
    const own = await visit(services, request, reply)
    const { caller, reader } = own
    const { t } = reader
    const refused = allowed(own)
    if (refused) return refused
    if (!checkToken(caller, 'csrf', formOf(request).get('csrfmiddlewaretoken') ?? ''))
      return answer(own, t('home.sample'), html`<p class="note wrong">${t('home.form_expired')}</p>`, 403)
    const removed = await removeSample(services, caller.account!.id, async (tx, accounts) => {
      await sql`update site_stats set users = users - ${accounts} where id = 1`.execute(tx)
    })
    if (removed === null) return answer(own, t('home.sample'), none(reader), 404)
    const pages = await removePages(await openWiki(services), caller, t('home.sample_reason'))
    const names = (list: readonly string[]) => html`<ul>${list.map(name => html`<li><bdi>${name}</bdi></li>`)}</ul>`
    return answer(
      own,
      t('home.sample_gone'),
      html`<p>${t('home.sample_removed')}</p>
        <h2>${t('frame.projects')}</h2>
        ${names(removed.projects)}
        <h2>${t('search.people')}</h2>
        ${names(removed.people)}${pages.length > 0 && html`<h2>${t('home.in_wiki')}</h2>${names(pages)}`}
        ${
          removed.kept.length > 0 &&
          html`<p class="note">${t('home.sample_kept', { count: removed.kept.length, names: removed.kept.join(', ') })}</p>`
        }`,
    )
  })
}

function allowed(own: Visit) {
  const { services, caller, reader } = own
  if (services.callers.beyondWiki(caller).account?.isSuperuser) return null
  return answer(
    own,
    reader.t('home.sample'),
    html`<p class="note wrong">${reader.t('home.only_administrators')}</p>`,
    403,
  )
}

const none = ({ t }: Reader): Html => html`<p class="empty">${t('home.sample_none')}</p>`

async function ask(own: Visit) {
  const { services, reader } = own
  const { t } = reader
  const sample = await notedSample(services.store.read)
  if (sample === null) return answer(own, t('home.sample'), none(reader), 404)
  const [projects, people] = [sample.projects.length, sample.accounts.length]
  const pages = (await samplePages(services.store.read)).length
  return answer(
    own,
    t('home.sample_ask'),
    html`<p>${t('home.sample_goes')}</p>
      <ul>
        <li>${t('home.sample_projects', { count: projects })}</li>
        <li>${t('home.sample_people', { count: people })}</li>
        ${pages > 0 && html`<li>${t('home.sample_pages', { count: pages })}</li>`}
      </ul>
      <p>${t('home.sample_work')}</p>
      <form method="post" action="${ADDRESS}">
        <input type="hidden" name="csrfmiddlewaretoken" value="${reader.token ?? ''}">
        <div class="buttons">
          <button class="button danger">${t('home.sample_remove')}</button>
          <a class="button" href="/">${t('frame.cancel')}</a>
        </div>
      </form>`,
  )
}

function answer(own: Visit, title: string, content: Piece, status = 200) {
  const back = html`<p><a href="/">${own.reader.t('home.to_dashboard')}</a></p>`
  own.reply.header('Cache-Control', 'no-store')
  return sendPage(own, {
    title,
    status,
    content: html`<h1>${title}</h1>${content}${status === 200 && own.request.method === 'GET' ? null : back}`,
  })
}
