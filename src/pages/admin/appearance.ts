import { createHash } from 'node:crypto'
import { type ChosenFace, faceOf, type StoredFace, saveFace, storedFace } from '#core/site-face.ts'
import { card } from '#html/cards.ts'
import { STANDARD_NAME } from '#html/face.ts'
import { here, refused } from '#html/form-outcome.ts'
import { fileIn, type Sent, type Tried, textIn } from '#html/forms.ts'
import { type Html, html, type Piece } from '#html/html.ts'
import { sizeOf } from '#html/times.ts'
import { nameOf } from '#languages/wiki-languages.ts'
import {
  colourField,
  colourValues,
  type FaceView,
  frontField,
  languageField,
  nameField,
  purposeField,
  textField,
} from '../face/fields.ts'
import { MAX_LOGO_BYTES, MAX_LOGO_SIDE, readLogo, saveLogo } from '../face/logo.ts'
import { preview } from '../face/preview.ts'
import { type FaceFields, type FaceValues, readFace } from '../face/read-face.ts'
import { saveSidebar, sidebarCard, wholeProblem } from './appearance-sidebar.ts'
import { type AdminOutcome, type AdminSection, manages, type Visit } from './section.ts'

/** The name of the setting, as administrators of the server write it. */
const NAME_SETTING = 'PARLANCE_SITE_NAME'

/** Name, logo, colour, purpose, sidebar and footer of the site. */
export const appearance: AdminSection = {
  name: 'appearance',
  title: 'face.title',
  lead: 'face.lead',
  opens: manages,
  show: async (visit, tried) => {
    const stored = await storedFace(visit.services.store.primary)
    const isTranslationOnly = (stored.chosen.purpose ?? 'both') === 'translation'
    return {
      needs: ['face', 'wiki'],
      texts: ['face'],
      content: html`${lookForm(visit, stored, tried)}${logoCard(visit, stored, tried)}${
        !isTranslationOnly && (await sidebarCard(visit, tried))
      }`,
    }
  },
  take: async (visit, form, sent) => {
    if (form === 'look' || form === 'preview') return takeLook(visit, form, sent)
    if (form === 'logo' || form === 'logo-remove') return takeLogo(visit, form, sent)
    if (form === 'sidebar' || form === 'sidebar-preview') return saveSidebar(visit, form, sent)
    return undefined
  },
}

const fieldsFor = ({ services }: Visit, { importedLanguage }: StoredFace): FaceFields => ({
  name: services.config.siteName === null ? 'optional' : 'fixed',
  language: importedLanguage === null,
  rest: true,
})

/** Identifies what the form was filled from. */
const baseOf = ({ text }: StoredFace): string =>
  createHash('sha256')
    .update(text ?? '')
    .digest('base64url')
    .slice(0, 16)

const FIELDS = 'purpose name language swatch colour front licence licence_url privacy about'.split(' ')

function valuesOf({ chosen, importedLanguage }: StoredFace, siteName: string | null): FaceValues {
  const { purpose = 'both', licence } = chosen
  return {
    purpose,
    name: siteName ?? chosen.name ?? '',
    language: importedLanguage ?? chosen.language ?? 'en',
    ...colourValues(chosen.colour),
    front: chosen.front ?? (purpose === 'wiki' ? 'wiki' : 'overview'),
    licence: licence?.text ?? '',
    licence_url: licence?.url ?? '',
    privacy: chosen.privacy ?? '',
    about: chosen.about ?? '',
  }
}

const sentValues = (sent: Sent): FaceValues => Object.fromEntries(FIELDS.map(name => [name, textIn(sent, name)]))

function lookForm(visit: Visit, stored: StoredFace, tried: Tried | null): Html {
  const { t, reader, services } = visit
  const { siteName } = services.config
  const own = tried?.form === 'look' || tried?.form === 'preview' ? tried : null
  const values = { ...valuesOf(stored, siteName), ...(own && sentValues(own.typed)) }
  const problems = Object.fromEntries(
    (own?.problems ?? []).flatMap(({ attr, detail }) => (attr === null ? [] : [[attr, detail]])),
  )
  const view: FaceView = { t, values: siteName === null ? values : { ...values, name: siteName }, problems }
  const fields = fieldsFor(visit, stored)
  const { chosen } = own ? readFace(t, values, stored.chosen, fields) : stored
  const face = faceOf({ ...stored, chosen }, services.config)
  const isPreview = tried?.form === 'preview' && own?.problems.length === 0
  return html`<form method="post" id="look" data-face>
    <input type="hidden" name="csrfmiddlewaretoken" value="${reader.token ?? ''}">
    <input type="hidden" name="base" value="${baseOf(stored)}">
    ${wholeProblem(own)}
    ${isPreview && html`<p class="note" role="status">${t('face.preview_note')}</p>`}
    <div class="face-columns">
      <div>
        ${card('purpose', t('face.look'), html`${nameIn(view, fields, stored.importedName ?? STANDARD_NAME)}${languageIn(view, stored)}${colourField(view)}`)}
        <section class="card" id="card-front">
          ${purposeField(view, text => html`${text}`)}${frontField(view)}
        </section>
        ${card('foot', t('face.foot'), footFields(view))}
      </div>
      ${preview(
        t,
        {
          name: face.isNamed ? face.name : (stored.importedName ?? STANDARD_NAME),
          purpose: face.purpose,
          colour: chosen.colour,
          logo: face.logo?.path ?? null,
          otherwise: stored.importedName ?? STANDARD_NAME,
        },
        html`<h3 id="face-preview">${t('face.preview')}</h3>`,
      )}
    </div>
    <p class="buttons">
      <button class="button first" name="form" value="look">${t('frame.save')}</button>
      <button class="button" name="form" value="preview">${t('face.preview')}</button>
    </p>
  </form>`
}

function nameIn(view: FaceView, { name }: FaceFields, importedName: string): Html {
  const { t } = view
  if (name === 'fixed')
    return nameField(view, {
      isDisabled: true,
      hint: t.html('face.name_set', { setting: html`<code dir="ltr">${NAME_SETTING}</code>` }),
    })
  return nameField(view, { hint: `${t('face.name_hint')} ${t('face.name_empty', { name: importedName })}` })
}

function languageIn(view: FaceView, { importedLanguage }: StoredFace): Html {
  if (importedLanguage === null) return languageField(view)
  const { t } = view
  return html`<div class="field">
    <b class="label">${t('face.language')}</b>
    <p class="flat">${nameOf(importedLanguage) ?? importedLanguage}</p>
    <small class="hint">${t('face.language_imported')}</small>
  </div>`
}

function footFields(view: FaceView): Html {
  const { t } = view
  const address = (name: 'privacy' | 'about') =>
    textField(view, { name, label: t(`face.${name}`), hint: t('face.address_hint'), isAddress: true })
  return html`${textField(view, { name: 'licence', label: t('face.licence'), hint: t('face.licence_hint') })}
    ${textField(view, { name: 'licence_url', label: t('face.licence_url'), isAddress: true })}
    ${address('privacy')}${address('about')}`
}

async function takeLook(visit: Visit, form: 'look' | 'preview', sent: Sent): Promise<AdminOutcome> {
  const { services, t, caller } = visit
  const stored = await storedFace(services.store.primary)
  const { chosen, problems } = readFace(t, sentValues(sent), stored.chosen, fieldsFor(visit, stored))
  const listed = Object.entries(problems).map(([attr, detail]) => ({ attr, code: 'invalid', detail }))
  if (listed.length > 0) return { status: 400, tried: { form, typed: sent, problems: listed } }
  if (form === 'preview') return { status: 200, tried: { form, typed: sent, problems: [] } }
  const isSame = textIn(sent, 'base') === baseOf(stored)
  const isSaved = isSame && (await saved(visit, stored, chosen, caller.account!.id))
  return isSaved ? { go: here(visit, 'saved') } : changedMeanwhile(visit, form, sent)
}

const saved = ({ services }: Visit, before: StoredFace, chosen: ChosenFace, account: number): Promise<boolean> =>
  services.store.transaction(tx => saveFace(tx, services.clock, before, chosen, account))

const changedMeanwhile = ({ t }: Visit, form: string, sent: Sent): AdminOutcome => ({
  ...refused(form, sent, null, t('face.changed_meanwhile')),
  status: 409,
})

function logoCard(visit: Visit, { chosen: { logo } }: StoredFace, tried: Tried | null): Html {
  const { t, reader } = visit
  const own = tried?.form === 'logo' || tried?.form === 'logo-remove' ? tried : null
  const problem = own?.problems.find(each => each.attr === 'logo')?.detail
  const token = html`<input type="hidden" name="csrfmiddlewaretoken" value="${reader.token ?? ''}">`
  const current: Piece = logo
    ? html`<div class="face-logo-now">
        <img src="/site-logo?v=${logo.digest}" alt="${t('face.logo_now')}">
        <form method="post">${token}<button class="button" name="form" value="logo-remove">${t('face.logo_remove')}</button></form>
      </div>`
    : html`<p class="quiet">${t('face.logo_none')}</p>`
  return card(
    'logo',
    t('face.logo'),
    html`${wholeProblem(own)}${current}
      <form method="post" id="logo" enctype="multipart/form-data">
        ${token}
        <div class="field">
          <label for="logo-file">${t('face.logo_choose')}</label>
          <input type="file" id="logo-file" name="logo" accept="image/svg+xml,image/png,image/webp"
            aria-describedby="logo-hint${problem !== undefined && ' logo-problem'}"${
              problem !== undefined && html` aria-invalid="true"`
            }>
          <small class="hint" id="logo-hint">${t('face.logo_hint', { size: sizeOf(reader, MAX_LOGO_BYTES) })}</small>
          ${problem !== undefined && html`<span class="problem" id="logo-problem">${problem}</span>`}
        </div>
        <p class="buttons"><button class="button" name="form" value="logo">${t('face.logo_upload')}</button></p>
      </form>`,
  )
}

async function takeLogo(visit: Visit, form: string, sent: Sent): Promise<AdminOutcome> {
  const { services, t, caller, reader } = visit
  const stored = await storedFace(services.store.primary)
  const content = fileIn(sent, 'logo')?.content ?? Buffer.alloc(0)
  const logo = form === 'logo' ? await readLogo(content) : null
  if (typeof logo === 'string') {
    const [size, most] = [sizeOf(reader, content.length), sizeOf(reader, MAX_LOGO_BYTES)]
    const values = logo === 'face.logo_too_large' ? { most: MAX_LOGO_SIDE } : { size, most }
    return refused('logo', {}, 'logo', t(logo, values))
  }
  const isSaved = await saveLogo(services, stored, logo, caller.account!.id)
  return isSaved ? { go: here(visit, 'saved', 'card-logo') } : changedMeanwhile(visit, form, {})
}
