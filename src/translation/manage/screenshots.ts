import { card } from '#html/cards.ts'
import { actionButton } from '#html/confirm.ts'
import { here, type Outcome, viewOf } from '#html/form-outcome.ts'
import type { Tried } from '#html/forms.ts'
import { formView, hidden, type Sent, sentValues, textIn, wholeProblems } from '#html/forms.ts'
import { type Html, html } from '#html/html.ts'

import { outcomeOf, type Section } from './section.ts'
import { apiPath, type Place, translationPath, type Visit } from './visit.ts'

interface Screenshot {
  readonly id: number
  readonly name: string
  readonly units: readonly string[]
}

interface Unit {
  readonly id: number
  readonly source: readonly string[]
  readonly context: string
}

const FOUND = 20
const numberAtEnd = (address: string): string => /(\d+)\/$/.exec(address)?.[1] ?? '0'
const picture = ({ id }: Screenshot): string => `/api/screenshots/${id}/file/`

/** Screenshots that show where strings appear. */
export const screenshots: Section = {
  name: 'screenshots',
  title: 'manage.screenshots',
  lead: 'manage.screenshots_lead',
  where: 'component',
  opens: () => ['screenshot.add', 'screenshot.edit', 'screenshot.delete'],
  show: async (visit, place, tried) => {
    const { t, search, permissions } = visit
    const pictureId = search.get('picture')
    if (pictureId !== null && /^\d{1,15}$/.test(pictureId)) {
      const response = await visit.ask<Screenshot & { translation: string }>('GET', `/screenshots/${pictureId}/`)
      if (response.ok && (await isHere(visit, place, response.body.id)))
        return { content: await onePicture(visit, place, response.body, tried) }
    }
    const reply = await visit.ask<{ results: Screenshot[] }>('GET', apiPath(place, 'screenshots'), {
      query: { page_size: '100' },
    })
    const list = reply.ok ? reply.body.results : []
    return {
      content: html`${
        permissions.inPlace(place, 'screenshot.add') &&
        card(
          'add',
          t('manage.add_screenshot'),
          formView(viewOf(visit, 'add', 'screenshot', tried), visit.fields('POST', '/screenshots/'), {
            names: ['image', 'name'],
            submit: t('manage.upload'),
          }),
        )
      }
        ${
          list.length === 0
            ? html`<p class="empty">${t('manage.no_screenshots')}</p>`
            : html`<ul class="cards pictures">${list.map(
                each =>
                  html`<li class="card">
                    <a href="?picture=${each.id}"><img src="${picture(each)}" alt=""
                        loading="lazy"><span>${each.name}</span></a>
                    <p class="quiet small">${t('frame.strings', { count: each.units.length })}</p>
                  </li>`,
              )}</ul>`
        }`,
    }
  },
  take: (visit, place, form, sent) => takeForm(visit, place, form, sent),
}

/** Whether a screenshot belongs to this component. */
async function isHere({ services }: Visit, { component }: Place, id: number): Promise<boolean> {
  const row = await services.store.read
    .selectFrom('screenshot')
    .innerJoin('translation', 'translation.id', 'screenshot.translation_id')
    .select('screenshot.id')
    .where('screenshot.id', '=', id)
    .where('translation.component_id', '=', component!.id)
    .executeTakeFirst()
  return row !== undefined
}

async function sourceCode({ services }: Visit, { component }: Place): Promise<string> {
  const { code } = await services.store.read
    .selectFrom('translation_language')
    .select('code')
    .where('id', '=', component!.source_language_id)
    .executeTakeFirstOrThrow()
  return code
}

const textOf = ({ source, context }: Unit): string => source[0] || context

async function onePicture(visit: Visit, place: Place, shown: Screenshot, tried: Tried | null): Promise<Html> {
  const { t, search } = visit
  const units: Unit[] = []
  for (const address of shown.units.slice(0, 200)) {
    const reply = await visit.ask<Unit>('GET', `/units/${numberAtEnd(address)}/`)
    if (reply.ok) units.push(reply.body)
  }
  const q = search.get('q')?.slice(0, 1000) ?? ''
  const at = translationPath(place, await sourceCode(visit, place), 'units')
  const response =
    q === '' ? null : await visit.ask<{ results: Unit[] }>('GET', at, { query: { q, page_size: String(FOUND) } })
  const on = new Set(units.map(each => each.id))
  const view = viewOf(visit, 'unit', 'screenshot', tried)
  const results =
    response &&
    (response.ok
      ? response.body.results.filter(each => !on.has(each.id)).length === 0
        ? html`<p class="quiet">${t('manage.no_strings_found')}</p>`
        : html`<ul class="plain-list rows">${response.body.results
            .filter(each => !on.has(each.id))
            .map(
              each =>
                html`<li class="row">
                  <span dir="auto">${textOf(each)}</span>
                  ${actionButton(
                    view,
                    t('manage.is_on_picture'),
                    { unit: each.id, q },
                    { about: textOf(each).slice(0, 60) },
                  )}
                </li>`,
            )}</ul>`
      : html`<p class="note wrong">${response.problems.map(each => each.detail).join(' ')}</p>`)
  const rename = formView(
    viewOf(visit, 'rename', 'screenshot', tried),
    visit.fields('PATCH', `/screenshots/${shown.id}/`),
    { names: ['name'], values: { name: shown.name }, submit: t('frame.save') },
  )
  return html`<p><a href="?">${t('manage.all_screenshots')}</a></p>
    <div class="two even">
      <figure class="card picture">
        <a href="${picture(shown)}"><img src="${picture(shown)}" alt="${shown.name}"></a>
        <figcaption>${shown.name}</figcaption>
      </figure>
      <div>
        ${card(
          'strings',
          t('manage.strings_on_picture'),
          html`${wholeProblems(view, [])}
            ${
              units.length === 0
                ? html`<p class="quiet">${t('manage.no_strings_on_picture')}</p>`
                : html`<ul class="plain-list rows">${units.map(
                    each =>
                      html`<li class="row">
                        <span dir="auto">${textOf(each)}</span>
                        ${actionButton(
                          viewOf(visit, 'off', 'screenshot', tried),
                          t('manage.take_off'),
                          { unit: each.id },
                          { about: textOf(each).slice(0, 60) },
                        )}
                      </li>`,
                  )}</ul>`
            }
            <form method="get" class="one-line">
              <input type="hidden" name="picture" value="${shown.id}">
              <div class="field">
                <label for="q">${t('manage.find_strings')}</label>
                <input type="search" id="q" name="q" value="${q}" dir="auto">
              </div>
              <button class="button">${t('manage.find')}</button>
            </form>
            ${results}`,
        )}
        ${card('rename', t('manage.screenshot_name'), rename)}
        <form method="post" class="in-line">
          ${hidden(viewOf(visit, 'remove', 'screenshot', tried))}
          <button class="button danger">${t('manage.remove_screenshot')}</button>
        </form>
      </div>
    </div>`
}

async function takeForm(visit: Visit, place: Place, form: string, sent: Sent): Promise<Outcome> {
  if (form === 'add') {
    const fields = visit.fields('POST', '/screenshots/')
    const body = {
      ...sentValues(fields, ['image', 'name'], sent),
      project_slug: place.project.slug,
      component_slug: place.component!.path,
      language_code: await sourceCode(visit, place),
    }
    const reply = await visit.ask<Screenshot>('POST', '/screenshots/', { body })
    const path = visit.request.url.split('?')[0]
    return outcomeOf(reply, reply.ok ? `${path}?picture=${reply.body.id}&done=screenshot_added` : '', form, sent)
  }
  const id = Number(visit.search.get('picture'))
  if (!Number.isSafeInteger(id) || !(await isHere(visit, place, id))) return { go: here(visit, 'removed') }
  const back = (done: string) => here(visit, done, '', form === 'unit' ? ['picture', 'q'] : ['picture'])
  const unit = textIn(sent, 'unit')
  if (form === 'unit')
    return outcomeOf(
      await visit.ask('POST', `/screenshots/${id}/units/`, { body: { unit_id: unit } }),
      back('saved'),
      form,
      sent,
    )
  if (form === 'off')
    return outcomeOf(
      await visit.ask('DELETE', `/screenshots/${id}/units/${encodeURIComponent(unit)}/`),
      back('saved'),
      form,
      sent,
    )
  if (form === 'rename')
    return outcomeOf(
      await visit.ask('PATCH', `/screenshots/${id}/`, { body: { name: textIn(sent, 'name') } }),
      back('saved'),
      form,
      sent,
    )
  return outcomeOf(await visit.ask('DELETE', `/screenshots/${id}/`), here(visit, 'removed'), form, sent)
}
