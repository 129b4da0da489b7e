import type { StoredFace } from '#core/site-face.ts'
import { faceOf } from '#core/site-face.ts'
import { type Html, html } from '#html/html.ts'
import type { Reader } from '#html/page.ts'
import { alert, field } from '../account/form.ts'
import { newAccountFields } from '../account/register.ts'
import { colourField, colourValues, type FaceView, languageField, nameField, purposeField } from '../face/fields.ts'
import { preview } from '../face/preview.ts'
import { type FaceFields, readFace } from '../face/read-face.ts'

interface SetupForm {
  readonly token: string
  readonly stored: StoredFace
  /** Entered values; empty the first time. */
  readonly typed: Readonly<Record<string, string>>
  readonly problems: Readonly<Record<string, string>>
  readonly fields: FaceFields
}

/** All steps on one page, with a preview of the site. */
export function setupForm({ t, language }: Reader, { token, stored, typed, problems, fields }: SetupForm): Html {
  const { chosen } = stored
  const values = {
    purpose: chosen.purpose ?? 'both',
    name: chosen.name ?? stored.importedName ?? '',
    language: chosen.language ?? language.toLowerCase(),
    ...colourValues(chosen.colour),
    ...typed,
  }
  const view: FaceView = { t, values, problems }
  const face = faceOf({ ...stored, chosen: readFace(t, values, chosen, fields).chosen }, { siteName: null })
  const sent = { typed: new URLSearchParams(Object.entries(typed)), problems }
  const email = field(
    { name: 'email', label: t('account.email'), type: 'email', autocomplete: 'email', hint: t('setup.email_hint') },
    sent,
  )
  const steps = [t('setup.step_purpose'), t('setup.step_look'), t('setup.step_account')]
  const number = (n: number): Html => html`<span class="setup-number" aria-hidden="true">${n}</span>`
  return html`<div class="setup">
    <h1>${t('setup.title')}</h1>
    <p class="quiet">${t('setup.lead')}</p>
    <nav aria-label="${t('setup.steps')}">
      <ol class="setup-steps">
        ${steps.map((step, i) => html`<li><a href="#step-${i + 1}">${number(i + 1)}${step}</a></li>`)}
      </ol>
    </nav>
    ${alert(problems[''])}
    <form method="post" action="/setup/" data-face>
      <input type="hidden" name="token" value="${token}">
      <div class="face-columns">
        <div>
          <section class="setup-step" id="step-1">
            ${number(1)}<div>${purposeField(view, text => html`<h2>${text}</h2>`)}</div>
          </section>
          <section class="setup-step" id="step-2">
            ${number(2)}
            <div>
              <h2>${t('face.look')}</h2>
              ${fields.name === 'required' && nameField(view, { hint: t('face.name_hint'), isRequired: true })}
              ${fields.language && languageField(view)}${colourField(view)}
            </div>
          </section>
          <section class="setup-step" id="step-3">
            ${number(3)}
            <div>
              <h2>${t('setup.account')}</h2>
              <p class="quiet">${t('setup.account_lead')}</p>
              ${newAccountFields(t, sent, email)}
            </div>
          </section>
          <div class="setup-end">
            <button class="button first">${t('setup.submit')}</button>
            <small class="hint">${t('setup.submit_hint')}</small>
          </div>
        </div>
        ${preview(
          t,
          {
            name: values.name.trim() || t('face.your_site'),
            purpose: face.purpose,
            colour: face.shades === null ? undefined : values.swatch === 'own' ? values.colour : values.swatch,
            logo: null,
            otherwise: t('face.your_site'),
          },
          html`<h2 id="face-preview">${t('face.preview')}</h2>`,
        )}
      </div>
    </form>
  </div>`
}
