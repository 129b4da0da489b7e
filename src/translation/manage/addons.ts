import { card } from '#html/cards.ts'
import { actionButton } from '#html/confirm.ts'
import { here, type Outcome, viewOf } from '#html/form-outcome.ts'
import { formView, type Sent, sentValues, type Tried, textIn } from '#html/forms.ts'
import { type Html, html } from '#html/html.ts'
import { SOURCE_TEXTS, type TextKey } from '#html/texts/index.ts'
import { moment } from '#html/times.ts'
import { storedObject } from '#store/stored-json.ts'
import type { Addon } from '../addons/addon.ts'
import { addonByName, addons as known } from '../addons/index.ts'
import { HIDDEN } from '../addons/webhook.ts'
import { componentParts } from '../catalogue/components.ts'
import { manageAddress } from '../pages/place-tabs.ts'
import { outcomeOf, type Section } from './section.ts'
import { formatChoices } from './settings.ts'
import { apiPath, type Place, type Visit } from './visit.ts'

interface Installed {
  readonly id: number
  readonly name: string
  readonly configuration: Sent
}

async function installedAt({ services }: Visit, { project, component }: Place): Promise<Installed[]> {
  const rows = await services.store.read
    .selectFrom('addon')
    .selectAll()
    .where('project_id', '=', project.id)
    .where('component_id', 'is not distinct from', component?.id ?? null)
    .orderBy('id')
    .execute()
  return rows.map(({ id, name, configuration }) => {
    const settings = storedObject<Sent>(configuration) as Sent
    return { id, name, configuration: { ...settings, ...(settings.secret ? { secret: HIDDEN } : {}) } as Sent }
  })
}

/** Label and description of the add-on, translated if possible. */
function wordsOf({ t }: Visit, { name, label, description }: Addon): { label: string; description: string } {
  const say = (what: string, otherwise: string) => {
    const key = `addon.${name}.${what}`
    return SOURCE_TEXTS[key] === undefined ? otherwise : t(key as TextKey)
  }
  return { label: say('label', label), description: say('description', description) }
}

/** Add-ons of a project or component. */
export const addons: Section = {
  name: 'addons',
  title: 'manage.addons',
  lead: 'manage.addons_lead',
  where: 'both',
  opens: place => [place.component ? 'component.edit' : 'project.edit'],
  show: async (visit, place, tried) => {
    const { t } = visit
    const installed = await installedAt(visit, place)
    const toInstall = visit.search.get('install')
    const free = await installable(visit, place, installed, tried?.form)
    return {
      content: html`<h3>${t('manage.addons_installed')}</h3>${
        installed.length === 0
          ? html`<p class="quiet">${t('manage.no_addons')}</p>`
          : await Promise.all(installed.map(each => installedCard(visit, each, tried)))
      }<h3>${t('manage.addons_available')}</h3><div class="cards">${free.map(each =>
        availableCard(visit, place, each, toInstall === each.name || tried?.form === `install-${each.name}`, tried),
      )}</div>`,
    }
  },
  take: (visit, place, form, sent) => takeForm(visit, place, form, sent),
}

/** Add-ons that this place can use and does not have yet, and the one of a rejected form. */
async function installable(
  { services }: Visit,
  { component }: Place,
  installed: readonly Installed[],
  rejected: string | undefined,
): Promise<Addon[]> {
  const free = known.filter(each => each.repeatable || !installed.some(one => one.name === each.name))
  if (component === null) return free.filter(({ componentOnly }) => !componentOnly)
  const [parts] = await componentParts(services.store.read, [component])
  const refusals = await Promise.all(free.map(each => each.refuses?.(parts!) ?? null))
  return free.filter(({ name }, i) => refusals[i] === null || rejected === `install-${name}`)
}

async function installedCard(visit: Visit, { id, name, configuration }: Installed, tried: Tried | null): Promise<Html> {
  const { t } = visit
  const addon = addonByName(name)
  if (addon === undefined) return html``
  const { label, description } = wordsOf(visit, addon)
  const names = Object.keys(addon.settings)
  const view = viewOf(visit, `change-${id}`, 'addon', tried)
  return card(
    `addon-${id}`,
    label,
    html`${
      names.length > 0 &&
      formView(view, addon.settings, { names, values: configuration, choices: choicesOf(), submit: t('frame.save') })
    }
      ${await recentDeliveries(visit, id)}
      <div class="buttons">
        ${
          addon.run && actionButton(viewOf(visit, 'run', 'addon', tried), t('manage.run_now'), { id }, { about: label })
        }
        ${actionButton(
          viewOf(visit, 'remove', 'addon', tried),
          t('manage.uninstall'),
          { id },
          { kind: 'danger', about: label },
        )}
      </div>`,
    description,
  )
}

const SHOWN_DELIVERIES = 5

/** Recent deliveries of a webhook. */
async function recentDeliveries({ services, t, reader }: Visit, addon: number): Promise<Html | null> {
  const rows = await services.store.read
    .selectFrom('web_hook_delivery')
    .selectAll()
    .where('addon_id', '=', addon)
    .orderBy('change_id', 'desc')
    .limit(SHOWN_DELIVERIES)
    .execute()
  if (rows.length === 0) return null
  const deliveries = rows.map(({ taken, status, error, done_at, try_at }) => {
    const why = error ?? ''
    if (taken === 1) return t('manage.delivery_taken', { status: String(status) })
    if (done_at !== null) return t('manage.delivery_given_up', { why })
    return t('manage.delivery_waiting', { when: moment(reader, try_at * 1000), why })
  })
  return html`<h4>${t('manage.deliveries')}</h4>
    <ul class="small">
      ${rows.map(({ created_at }, i) => html`<li>${moment(reader, created_at * 1000)}: ${deliveries[i]}</li>`)}
    </ul>`
}

/** Choices of settings that the declarations do not list. */
const choicesOf = () => ({ file_format: formatChoices() })

/** Fallbacks of the settings. A confirmation is left to the user. */
const initialSettings = ({ settings }: Addon): Sent =>
  Object.fromEntries(
    Object.entries(settings).flatMap(([name, { fallback }]) =>
      fallback === undefined || name === 'confirm' ? [] : [[name, fallback]],
    ),
  )

function availableCard(visit: Visit, place: Place, addon: Addon, open: boolean, tried: Tried | null): Html {
  const { t } = visit
  const { label, description } = wordsOf(visit, addon)
  const names = Object.keys(addon.settings)
  const form = `install-${addon.name}`
  const view = viewOf(visit, form, 'addon', tried)
  const id = addon.name.replaceAll('.', '-')
  const button = actionButton(view, t('manage.install'), {}, { about: label })
  const content =
    names.length === 0
      ? button
      : open
        ? formView(view, addon.settings, {
            names,
            values: { file_format: place.component?.file_format, ...initialSettings(addon) },
            choices: choicesOf(),
            submit: t('manage.install'),
          })
        : html`<a class="button" href="${manageAddress('addons', place)}?install=${addon.name}#card-${id}">
          ${t('manage.install')}…
          <span class=\"aside\"> ${label}</span>
        </a>`
  return card(id, label, content, description)
}

async function takeForm(visit: Visit, place: Place, form: string, sent: Sent): Promise<Outcome> {
  const [, what, which = ''] = /^(install|change)-(.+)$/.exec(form) ?? []
  if (what === 'install') {
    const { settings = {} } = addonByName(which) ?? {}
    const configuration = sentValues(settings, Object.keys(settings), sent)
    const reply = await visit.ask('POST', apiPath(place, 'addons'), { body: { name: which, configuration } })
    return outcomeOf(reply, here(visit, 'addon_installed', 'content'), form, sent)
  }
  const id = what === 'change' ? which : textIn(sent, 'id')
  const own = (await installedAt(visit, place)).find(each => String(each.id) === id)
  if (own === undefined) return { go: here(visit, 'removed') }
  if (what === 'change') {
    const { settings = {} } = addonByName(own.name) ?? {}
    const configuration = sentValues(settings, Object.keys(settings), sent)
    const reply = await visit.ask('PATCH', `/addons/${own.id}/`, { body: { configuration } })
    return outcomeOf(reply, here(visit, 'saved', `card-addon-${own.id}`), form, sent)
  }
  if (form === 'run') {
    const reply = await visit.ask('POST', `/addons/${own.id}/trigger/`)
    return outcomeOf(reply, `${manageAddress('tasks', place)}?done=started`, form, sent)
  }
  return outcomeOf(await visit.ask('DELETE', `/addons/${own.id}/`), here(visit, 'addon_removed'), form, sent)
}
