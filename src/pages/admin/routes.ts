import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '#core/services.ts'
import { type Sent, textIn } from '#html/forms.ts'
import { type Html, html } from '#html/html.ts'
import { Asker } from '#translation/api/ask.ts'
import { rest } from '#translation/api/resources/index.ts'
import { sorry } from '#translation/manage/layout.ts'
import type { Shown } from '#translation/manage/section.ts'
import { type Desk, visit } from '#translation/manage/visit.ts'
import { readForms, sentBy } from '../uploads.ts'
import { announcements } from './announcements.ts'
import { appearance } from './appearance.ts'
import { applications } from './applications.ts'
import { audit } from './audit.ts'
import { auditExportRoute } from './audit-export.ts'
import { backups } from './backups.ts'
import { caches } from './caches.ts'
import { changes } from './changes.ts'
import { commands } from './commands.ts'
import { database } from './database.ts'
import { imports } from './imports.ts'
import { jobs } from './jobs.ts'
import { machinery } from './machinery.ts'
import { mail } from './mail.ts'
import { memory } from './memory.ts'
import { overview } from './overview.ts'
import { people } from './people.ts'
import { roles } from './roles.ts'
import { type AdminSection, doneNote, sectionAddress, type Visit } from './section.ts'
import { settings } from './settings.ts'
import { teams } from './teams.ts'
import { webhooks } from './webhooks.ts'
import { workflows } from './workflows.ts'

/** All sections, in display order. To add one, create a file here and add it to this list. */
const SECTIONS: readonly AdminSection[] = [
  overview,
  appearance,
  people,
  teams,
  roles,
  announcements,
  applications,
  workflows,
  machinery,
  memory,
  webhooks,
  jobs,
  mail,
  imports,
  database,
  backups,
  caches,
  settings,
  commands,
  audit,
  changes,
]

/** `/admin/`: site administration. */
export async function adminRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const desk: Desk = { services, asker: new Asker(rest, services) }
  app.get('/admin', (_, reply) => reply.redirect('/admin/', 301))
  app.get<{ Params: { section: string } }>('/admin/:section', (request, reply) =>
    reply.redirect(`/admin/${encodeURIComponent(request.params.section)}/`, 301),
  )
  auditExportRoute(app, desk)
  await app.register(async capsule => {
    readForms(capsule)
    sectionRoutes(capsule, desk)
  })
}

function sectionRoutes(app: FastifyInstance, desk: Desk): void {
  for (const address of ['/admin/', '/admin/:section/']) {
    app.get(address, async (request, reply) => answer(await visit(desk, request, reply), null))
    app.post(address, async (request, reply) => {
      const visited = await visit(desk, request, reply)
      const sent = sentBy(visited)
      return sent === null ? visited.send(403, sorry(visited, 'manage.form_too_old')) : answer(visited, sent)
    })
  }
}

const nameIn = ({ params }: FastifyRequest): string => (params as { section?: string }).section ?? ''

async function answer(visited: Visit, sent: Sent | null): Promise<FastifyReply> {
  const section = SECTIONS.find(each => each.name === nameIn(visited.request))
  const open = SECTIONS.filter(each => each.opens(visited.permissions))
  if (section === undefined) return visited.send(404, sorry(visited, 'frame.not_found'))
  if (visited.caller.account === null) return visited.logIn()
  if (!open.includes(section)) return visited.send(403, sorry(visited, 'manage.forbidden'))
  const send = (status: number, shown: Shown, reveal: Html | null = null) =>
    visited.send(status, sectionPage(visited, section, open, shown, reveal))
  if (sent === null) return send(200, await section.show(visited, null))
  const outcome = await section.take?.(visited, textIn(sent, 'form'), sent)
  if (outcome === undefined) return visited.send(404, sorry(visited, 'frame.not_found'))
  if ('go' in outcome) return visited.go(outcome.go)
  if ('reveal' in outcome) return send(200, await section.show(visited, null), outcome.reveal)
  return send(outcome.status, await section.show(visited, outcome.tried))
}

function sectionPage(
  visit: Visit,
  section: AdminSection,
  open: readonly AdminSection[],
  shown: Shown,
  reveal: Html | null,
) {
  const { t } = visit
  const title = t(section.title)
  return {
    title: `${title} – ${t('frame.administration')}`,
    place: 'site' as const,
    needs: ['manage', ...(shown.needs ?? [])],
    ...(shown.texts && { texts: shown.texts }),
    content: html`<div class="heading"><h1>${t('frame.administration')}</h1></div>
      <div class="${open.length < 2 ? 'manage alone' : 'manage'}">
        <nav class="sections" aria-label="${t('admin.sections')}">
          ${open.map(each => {
            const current = each === section && html` aria-current="page"`
            return html`<a href="${sectionAddress(each)}"${current}>${t(each.title)}</a>`
          })}
        </nav>
        <div class="section">
          <h2 class="section-title">${title}</h2>
          <p class="lead">${t(section.lead)}</p>
          ${doneNote(visit)}${reveal}${shown.content}
        </div>
      </div>`,
  }
}
