import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '#core/services.ts'
import { type Sent, textIn } from '#html/forms.ts'
import { html } from '#html/html.ts'
import { Asker } from '../api/ask.ts'
import { readBody } from '../api/body.ts'
import { ApiError } from '../api/errors.ts'
import { checkCsrf } from '../api/request.ts'
import { rest } from '../api/resources/index.ts'
import { createComponent } from './create-component.ts'
import { createProject } from './create-project.ts'
import { belongs, isOpen, sectionPage, sorry } from './layout.ts'
import { SECTIONS } from './sections.ts'
import { sshPage } from './ssh-page.ts'
import { type Desk, placeAt, type Visit, visit } from './visit.ts'

const MAX_UPLOAD = 100 * 1024 * 1024
const MAX_FORM = 10 * 1024 * 1024

/** Management pages for projects and components. All changes go through the REST API. */
export async function manage(app: FastifyInstance, services: Services): Promise<void> {
  const desk: Desk = { services, asker: new Asker(rest, services) }
  app.removeAllContentTypeParsers()
  await app.register(multipart, { limits: { fileSize: MAX_UPLOAD } })
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_FORM }, (_request, body, done) => done(null, body))
  const both = (url: string, answer: (visited: Visit, sent: Sent | null) => Promise<FastifyReply>) => {
    app.get(url, async (request, reply) => {
      if (!pathOf(request).endsWith('/')) return addSlash(request, reply)
      return answer(await visit(desk, request, reply), null)
    })
    app.post(url, { bodyLimit: MAX_UPLOAD }, async (request, reply) => {
      const visited = await visit(desk, request, reply)
      const sent = await sentBy(visited)
      return sent === null ? visited.send(403, sorry(visited, 'manage.form_too_old')) : answer(visited, sent)
    })
  }
  both('/create/project/', createProject)
  both('/create/component/', createComponent)
  both('/manage/ssh/', sshPage)
  both('/manage/:section/*', sectionRoute)
}

const pathOf = ({ url }: FastifyRequest): string => url.split('?')[0]!

const addSlash = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  reply.redirect(`${pathOf(request)}/${request.url.slice(pathOf(request).length)}`, 301)

/** The submitted form; null when it fails the CSRF check or cannot be parsed. */
async function sentBy({ request, caller }: Visit): Promise<Sent | null> {
  try {
    const sent = (await readBody(request)) as Sent
    checkCsrf(caller, request, sent)
    return sent
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}

async function sectionRoute(visited: Visit, sent: Sent | null): Promise<FastifyReply> {
  const path = segments(visited.request)
  const [, name = '', ...rest] = path ?? []
  const place = path && (await placeAt(visited, rest))
  const section = SECTIONS.find(each => each.name === name)
  if (!place || !section || !belongs(place, section)) return visited.send(404, sorry(visited, 'frame.not_found'))
  if (!isOpen(visited, place, section))
    return visited.caller.account === null ? visited.logIn() : visited.send(403, sorry(visited, 'manage.forbidden'))
  if (sent === null)
    return visited.send(200, sectionPage(visited, place, section, SECTIONS, await section.show(visited, place, null)))
  if (visited.caller.account === null) return visited.logIn()
  const outcome = await section.take?.(visited, place, textIn(sent, 'form'), sent)
  if (outcome === undefined) return visited.send(404, sorry(visited, 'frame.not_found'))
  if ('go' in outcome) return visited.go(outcome.go)
  const tried = 'reveal' in outcome ? null : outcome.tried
  const shown = await section.show(visited, place, tried)
  if ('reveal' in outcome) {
    const content = html`${outcome.reveal}${shown.content}`
    return visited.send(200, sectionPage(visited, place, section, SECTIONS, { ...shown, content }))
  }
  return visited.send(outcome.status, sectionPage(visited, place, section, SECTIONS, shown))
}

function segments(request: FastifyRequest): string[] | null {
  try {
    const parts = pathOf(request).split('/').slice(1, -1).map(decodeURIComponent)
    return parts.some(part => part.includes('\0') || part === '') ? null : parts
  } catch {
    return null
  }
}
