// Machine translation services as cards with their settings, for the pages of a project and of the site.

import type { Fields } from '#fields/field.ts'
import { text } from '#fields/kinds.ts'
import { card } from '#html/cards.ts'
import { actionButton } from '#html/confirm.ts'
import { here, type Outcome, viewOf } from '#html/form-outcome.ts'
import { fieldView, formView, hidden, type Sent, sentValues, type Tried, textIn, wholeProblems } from '#html/forms.ts'
import { type Html, html } from '#html/html.ts'
import { bcp47 } from '#languages/bcp47.ts'
import { direction } from '#languages/direction.ts'
import { settingFields } from '../api/machinery-settings.ts'
import { MACHINERY, serviceNamed } from '../catalogue/machinery.ts'
import { outcomeOf } from './section.ts'
import type { Visit } from './visit.ts'

type Shown = Readonly<Record<string, Sent | null>>

/** Where the services of a page are set up. */
export interface MachineryPage {
  /** API path of the settings. */
  readonly path: string
  /** Services that come from elsewhere, and the text that says where. */
  readonly inherited: ReadonlyMap<string, 'manage.machinery_of_site' | 'manage.machinery_of_server'>
  /** Services inside this server, which need no settings and are on unless turned off. */
  readonly own: readonly string[]
}

export async function machineryCards(visit: Visit, page: MachineryPage, tried: Tried | null): Promise<Html> {
  const { t } = visit
  const reply = await visit.ask<Shown>('GET', page.path)
  const set: Shown = reply.ok ? reply.body : {}
  const isHere = (name: string) => set[name] !== undefined || page.inherited.has(name) || page.own.includes(name)
  const active = Object.keys(MACHINERY).filter(isHere)
  const free = Object.keys(MACHINERY).filter(name => !isHere(name) && serviceNamed(name) !== undefined)
  const toSetUp = visit.search.get('set-up')
  return html`<h3>${t('manage.machinery_active')}</h3>
    ${active.length === 0 && html`<p class="quiet">${t('manage.machinery_none')}</p>`}
    ${active.map(name => activeCard(visit, page, name, set[name], tried))}
    <h3>${t('manage.addons_available')}</h3>
    <div class="cards">
      ${free.map(name => availableCard(visit, name, name === toSetUp || tried?.form === `set-up-${name}`, tried))}
    </div>`
}

/** Hints of services are in English, as in the API; other readers have the labels. */
function fieldsOf({ reader }: Visit, name: string): Fields {
  const service = serviceNamed(name)
  const fields = service === undefined ? {} : settingFields(service)
  if (reader.language === 'en') return fields
  return Object.fromEntries(Object.entries(fields).map(([each, { help: _, ...field }]) => [each, field])) as Fields
}

function settingsForm(
  visit: Visit,
  name: string,
  form: string,
  values: Sent,
  submit: string,
  tried: Tried | null,
): Html {
  const fields = fieldsOf(visit, name)
  const declared = serviceNamed(name)?.settings ?? {}
  const names = Object.keys(fields)
  const fallbacks = Object.entries(declared).flatMap(([each, { kind, fallback }]) =>
    fallback === undefined || kind === 'address' ? [] : [[each, fallback]],
  )
  const secrets = names.filter(each => declared[each]!.secret && values[each] !== undefined)
  const kept = { hint: visit.t('manage.machinery_secret') }
  return formView(viewOf(visit, form, 'machinery', tried), fields, {
    names,
    values: { ...Object.fromEntries(fallbacks), ...values },
    more: Object.fromEntries(secrets.map(each => [each, kept])),
    submit,
  })
}

function activeCard(
  visit: Visit,
  { inherited }: MachineryPage,
  name: string,
  settings: Sent | null | undefined,
  tried: Tried | null,
): Html {
  const { t } = visit
  const label = MACHINERY[name]!
  const isService = serviceNamed(name) !== undefined
  const origin = settings === undefined ? inherited.get(name) : undefined
  const button = (form: string, says: string, kind: 'danger' | undefined = undefined) =>
    actionButton(
      viewOf(visit, form, 'machinery', tried),
      says,
      { service: name },
      { about: label, ...(kind && { kind }) },
    )
  const hasForm = isService && settings && Object.keys(serviceNamed(name)!.settings).length > 0
  return card(
    `machinery-${name}`,
    label,
    html`${settings === null && html`<p class="quiet">${t('manage.machinery_is_off')}</p>`}
      ${origin && html`<p class="quiet">${t(origin)}</p>`}
      ${hasForm && settingsForm(visit, name, `change-${name}`, settings, t('frame.save'), tried)}
      ${isService && settings !== null && trialForm(visit, name, tried)}
      <div class="buttons">
        ${settings === null && button('turn-on', t('manage.machinery_on'))}
        ${settings !== null && !(isService && settings) && button('turn-off', t('manage.machinery_off'))}
        ${isService && settings && button('remove', t('manage.uninstall'), 'danger')}
      </div>`,
  )
}

const TRIED_TEXT = text({ max: 500 })
const LANGUAGE = text({ max: 50 })

/** Translates a text and shows what the service answered. */
function trialForm(visit: Visit, name: string, tried: Tried | null): Html {
  const { t } = visit
  const form = `try-${name}`
  const view = viewOf(visit, form, 'machinery', tried)
  const typed = tried?.form === form ? tried.typed : null
  const [made, error] = [typed && textIn(typed, 'made'), typed && textIn(typed, 'error')]
  const target = textIn(typed ?? {}, 'target')
  return html`<details class="more"${typed && html` open`}>
    <summary>${t('manage.machinery_try')}<span class="aside"> ${MACHINERY[name]}</span></summary>
    <form method="post" id="${form}" action="#${form}">
      ${hidden(view, { service: name })}
      ${wholeProblems(view, ['text', 'source', 'target'])}
      ${fieldView(view, 'text', TRIED_TEXT, { now: 'Hello, world!', hint: '' })}
      <div class="two even">
        ${fieldView(view, 'source', LANGUAGE, { now: 'en', hint: '' })}
        ${fieldView(view, 'target', LANGUAGE, { now: '', hint: '' })}
      </div>
      <p class="buttons"><button class="button">${t('manage.machinery_translate')}</button></p>
      ${error && html`<p class="note wrong" role="alert" dir="auto">${error}</p>`}
      ${made && html`<p class="note good" role="status" lang="${bcp47(target)}" dir="${direction(target)}">${made}</p>`}
    </form>
  </details>`
}

function availableCard(visit: Visit, name: string, open: boolean, tried: Tried | null): Html {
  const { t } = visit
  const label = MACHINERY[name]!
  const form = `set-up-${name}`
  const hasSettings = Object.keys(serviceNamed(name)!.settings).length > 0
  const content = !hasSettings
    ? actionButton(viewOf(visit, form, 'machinery', tried), t('manage.machinery_on'), {}, { about: label })
    : open
      ? settingsForm(visit, name, form, {}, t('frame.save'), tried)
      : html`<a class="button" href="?set-up=${name}#card-machinery-${name}">
          ${t('manage.machinery_set_up')}…
          <span class="aside"> ${label}</span>
        </a>`
  return card(`machinery-${name}`, label, content)
}

/** Handles the forms of the cards. */
export async function takeMachinery(
  visit: Visit,
  { path }: MachineryPage,
  form: string,
  sent: Sent,
): Promise<Outcome | undefined> {
  const [, what, named] = /^(set-up|change|try)-([a-z0-9-]+)$/.exec(form) ?? []
  const name = named ?? textIn(sent, 'service')
  if (MACHINERY[name] === undefined) return undefined
  const done = here(visit, 'saved', `card-machinery-${name}`)
  if (what === 'try') return tryOut(visit, path, name, form, sent)
  if (what !== undefined) {
    const fields = fieldsOf(visit, name)
    const values = sentValues(fields, Object.keys(fields), sent)
    // An empty secret that was never set is not sent, so that required ones are reported as missing.
    const filled = Object.entries(values).filter(([each, value]) => value !== '' || !fields[each]!.required)
    const body = { service: name, configuration: Object.fromEntries(filled) }
    return outcomeOf(await visit.ask('PATCH', path, { body }), done, form, sent)
  }
  if (form === 'turn-off')
    return outcomeOf(await visit.ask('PATCH', path, { body: { service: name, configuration: null } }), done, form, sent)
  if (form !== 'turn-on' && form !== 'remove') return undefined
  const now = await visit.ask<Shown>('GET', path)
  if (!now.ok) return outcomeOf(now, done, form, sent)
  const { [name]: _, ...rest } = now.body
  return outcomeOf(await visit.ask('PUT', path, { body: rest }), done, form, sent)
}

async function tryOut(visit: Visit, path: string, service: string, form: string, sent: Sent): Promise<Outcome> {
  const [text, source, target] = ['text', 'source', 'target'].map(name => textIn(sent, name).trim())
  const body = { service, text, source, target }
  const reply = await visit.ask<{ text: string | null; error: string | null }>('POST', `${path}try/`, { body })
  if (!reply.ok) return outcomeOf(reply, '', form, sent)
  const { text: made, error } = reply.body
  return {
    status: 200,
    tried: { form, problems: [], typed: { text, source, target, made: made ?? '', error: error ?? '' } },
  }
}
