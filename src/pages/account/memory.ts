import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { optionsOf } from '#accounts/options.ts'
import type { Services } from '#core/services.ts'
import { card } from '#html/cards.ts'
import { here, viewOf } from '#html/form-outcome.ts'
import { hidden, type Sent, type Tried, textIn, wholeProblems } from '#html/forms.ts'
import { type Html, html } from '#html/html.ts'
import { Asker } from '#translation/api/ask.ts'
import { rest } from '#translation/api/resources/index.ts'
import { NO_PERSONAL_MEMORY } from '#translation/catalogue/memory-scope.ts'
import { sorry } from '#translation/manage/layout.ts'
import { type MemoryPage, memoryCards, takeMemory } from '#translation/manage/memory-cards.ts'
import { outcomeOf } from '#translation/manage/section.ts'
import { type Desk, type Visit, visit } from '#translation/manage/visit.ts'
import { readForms, sentBy } from '../uploads.ts'
import { news } from './done.ts'
import { type OwnVisit, ownFrame, ownVisit, sendOwn } from './owner.ts'

const ADDRESS = '/account/memory/'

/** The personal translation memory. */
export function memoryRoutes(app: FastifyInstance, services: Services): void {
  const desk: Desk = { services, asker: new Asker(rest, services) }
  app.get('/account/memory', (_, reply) => reply.redirect(ADDRESS, 301))
  app.register(async capsule => {
    readForms(capsule)
    const answer = async (request: FastifyRequest, reply: FastifyReply, isForm: boolean) => {
      const own = await ownVisit(services, request, reply)
      if (own === null) return reply
      const visited = await visit(desk, request, reply)
      if (!isForm) return sendOwn(own, await show(own, visited, null))
      const sent = sentBy(visited)
      if (sent === null) return visited.send(403, sorry(visited, 'manage.form_too_old'))
      const outcome = await take(own, visited, textIn(sent, 'form'), sent)
      if (outcome === undefined) return visited.send(404, sorry(visited, 'frame.not_found'))
      if ('go' in outcome) return visited.go(outcome.go)
      return sendOwn(own, { ...(await show(own, visited, outcome.tried)), status: outcome.status })
    }
    capsule.get(ADDRESS, (request, reply) => answer(request, reply, false))
    capsule.post(ADDRESS, (request, reply) => answer(request, reply, true))
  })
}

const pageOf = (own: OwnVisit): MemoryPage => ({
  path: `/users/${encodeURIComponent(own.account.username)}/memory/`,
  scope: { account: own.account.id },
  name: own.account.username,
  mayEdit: true,
  mayDelete: true,
})

async function show(own: OwnVisit, visited: Visit, tried: Tried | null) {
  const { t } = own.reader
  const content = html`${news(own, {})}
    <p class="lead">${t('account.memory_lead')}</p>
    ${await choiceCard(own, visited, tried)}
    ${await memoryCards(visited, pageOf(own), tried)}`
  return ownFrame(own, ADDRESS, t('manage.memory'), content)
}

/** Whether translations are added to the memory. */
async function choiceCard(own: OwnVisit, visited: Visit, tried: Tried | null): Promise<Html> {
  const { t } = own.reader
  const view = viewOf(visited, 'keep', 'keep', tried)
  const isOff = (await optionsOf(own.services.store.read, own.account.id)).has(NO_PERSONAL_MEMORY)
  return card(
    'keep',
    t('account.memory_keep_title'),
    html`<form method="post" id="keep">
      ${hidden(view)}${wholeProblems(view, [])}
      <div class="field">
        <label class="choice">
          <input type="checkbox" name="contribute_personal_tm" value="true"${!isOff && html` checked`}>
          <span>${t('account.memory_keep')}</span>
        </label>
      </div>
      <p class="buttons"><button class="button first">${t('frame.save')}</button></p>
    </form>`,
  )
}

async function take(own: OwnVisit, visited: Visit, form: string, sent: Sent) {
  if (form !== 'keep') return takeMemory(visited, pageOf(own), form, sent)
  const profile = { contribute_personal_tm: sent.contribute_personal_tm !== undefined }
  const reply = await visited.ask('PATCH', `/users/${encodeURIComponent(own.account.username)}/`, { body: { profile } })
  return outcomeOf(reply, here(visited, 'saved'), form, sent)
}
