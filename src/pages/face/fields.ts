import { LEAST_CONTRAST, readColour, shadesOf } from '#html/colours.ts'
import { PURPOSES, type Purpose } from '#html/face.ts'
import { Html, html, type Piece } from '#html/html.ts'
import type { Translator } from '#html/site-texts.ts'
import { bcp47 } from '#languages/bcp47.ts'
import { direction } from '#languages/direction.ts'
import { wikiLanguages } from '#languages/wiki-languages.ts'
import { type FaceValues, LONGEST_NAME } from './read-face.ts'

/** The form with its values, and problems by field. */
export interface FaceView {
  readonly t: Translator
  readonly values: FaceValues
  readonly problems: Readonly<Record<string, string>>
}

const SWATCHES = [
  ['blue', '#2a54c8'],
  ['green', '#0d6e5f'],
  ['purple', '#7a3fb0'],
  ['crimson', '#a8324e'],
  ['amber', '#8a5a00'],
  ['slate', '#3d4654'],
] as const

/** Values of the colour fields for a chosen colour. */
export const colourValues = (colour: string | undefined): { swatch: string; colour: string } => {
  if (colour === undefined) return { swatch: 'standard', colour: '' }
  const isSwatch = SWATCHES.some(([, each]) => each === colour)
  return isSwatch ? { swatch: colour, colour: '' } : { swatch: 'own', colour }
}

/** IDs of the hint and the problem of a field. */
const described = ({ problems }: FaceView, name: string, hasHint: boolean): Piece => {
  const ids = [hasHint && `face-${name}-hint`, problems[name] !== undefined && `face-${name}-problem`].filter(Boolean)
  return html`${ids.length > 0 && html` aria-describedby="${ids.join(' ')}"`}${
    problems[name] !== undefined && html` aria-invalid="true"`
  }`
}

const below = ({ problems }: FaceView, name: string, hint: Piece): Html =>
  html`${hint && html`<small class="hint" id="face-${name}-hint">${hint}</small>`}${
    problems[name] !== undefined && html`<span class="problem" id="face-${name}-problem">${problems[name]}</span>`
  }`

interface TextField {
  readonly name: string
  readonly label: string
  readonly hint?: Piece
  readonly most?: number
  readonly isAddress?: boolean
  readonly isDisabled?: boolean
  readonly isRequired?: boolean
}

export function textField(view: FaceView, field: TextField): Html {
  const { name, label, hint = null, most, isAddress, isDisabled, isRequired } = field
  return html`<div class="field">
    <label for="face-${name}">${label}</label>
    <input type="text" id="face-${name}" name="${name}" value="${view.values[name] ?? ''}"
      ${most !== undefined && html` maxlength="${most}"`}${isDisabled && html` disabled`}${isRequired && html` required`}
      ${isAddress ? html` dir="ltr" spellcheck="false" autocapitalize="none"` : html` dir="auto"`}
      ${described(view, name, hint !== null)}>
    ${below(view, name, hint)}
  </div>`
}

export const nameField = (view: FaceView, field: Pick<TextField, 'hint' | 'isDisabled' | 'isRequired'>): Html =>
  textField(view, { name: 'name', label: view.t('face.name'), most: LONGEST_NAME, ...field })

const ICONS: Readonly<Record<Purpose, Html>> = {
  wiki: html`<path d="M5 3h10l4 4v14H5z"/><path d="M8.5 11h7M8.5 15h7M8.5 7.5h3"/>`,
  translation: html`<path d="M3 5h11v8H8l-3 3v-3H3z"/><path d="M10 16h5l3 3v-3h3V9h-4"/>`,
  both: html`<path d="M3 4h9v13H3z"/><path d="M6 8h3M6 11h3"/><path d="M15 8h6v9h-3l-3 3z"/>`,
}

export function purposeField(view: FaceView, heading: (text: string) => Html): Html {
  const { t, values } = view
  return html`<fieldset class="face-field"${described(view, 'purpose', true)}>
    <legend>${heading(t('face.purpose'))}</legend>
    <div class="face-purposes">
      ${PURPOSES.map(
        each =>
          html`<label class="face-purpose">
            <svg width="24" height="24" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.7"
              aria-hidden="true">${ICONS[each]}</svg>
            <b><input type="radio" name="purpose" value="${each}"${values.purpose === each && html` checked`}>
              ${t(`face.purpose_${each}`)}</b>
            <span>${t(`face.purpose_${each}_about`)}</span>
          </label>`,
      )}
    </div>
    ${below(view, 'purpose', t('face.purpose_hint'))}
  </fieldset>`
}

let options: readonly { readonly code: string; readonly option: (isChosen: boolean) => Html }[] | undefined

/** Languages by their own names. There are hundreds, so they are prepared once. */
const languageOptions = () => {
  const compare = new Intl.Collator('en').compare
  options ??= wikiLanguages()
    .toSorted((a, b) => compare(a.autonym, b.autonym))
    .map(({ code, autonym }) => {
      const start = html`<option value="${code}" lang="${bcp47(code)}" dir="${direction(code)}"`.text
      const end = html`>${autonym} (${code})</option>`.text
      return { code, option: isChosen => new Html(`${start}${isChosen ? ' selected' : ''}${end}`) }
    })
  return options
}

export const languageField = (view: FaceView): Html =>
  html`<div class="field">
    <label for="face-language">${view.t('face.language')}</label>
    <select id="face-language" name="language"${described(view, 'language', true)}>
      ${languageOptions().map(({ code, option }) => option(code === view.values.language))}
    </select>
    ${below(view, 'language', view.t('face.language_hint'))}
  </div>`

export function colourField(view: FaceView): Html {
  const { t, values } = view
  const isChosen = (value: string) => (values.swatch ?? 'standard') === value && html` checked`
  const swatch = (value: string, colour: string, label: string) =>
    html`<label class="face-swatch" style="--c:${colour}" title="${label}">
      <input type="radio" name="swatch" value="${value}" aria-label="${label}"${isChosen(value)}>
    </label>`
  return html`<fieldset class="face-field">
    <legend>${t('face.colour')}</legend>
    <div class="face-swatches">
      <label class="face-radio"><input type="radio" name="swatch" value="standard"${isChosen('standard')}>
        ${t('face.colour_standard')}</label>
      ${SWATCHES.map(([name, colour]) => swatch(colour, colour, t(`face.colour_${name}`)))}
      <span class="face-own"><label class="face-radio"><input type="radio" name="swatch" value="own"${isChosen('own')}>
        ${t('face.colour_own')}</label>
        <input type="text" name="colour" value="${values.colour ?? ''}" dir="ltr" spellcheck="false" maxlength="9"
          autocapitalize="none" placeholder="#0d6e5f" aria-label="${t('face.colour_hex')}"
          ${described(view, 'colour', false)}></span>
    </div>
    <p class="small face-contrast" role="status">${colourNote(view)}</p>
    ${below(view, 'colour', null)}
  </fieldset>`
}

/** How readable the chosen colour is. The script of the form writes the same. */
function colourNote({ t, values }: FaceView): string {
  const typed = values.swatch === 'own' ? (values.colour ?? '') : (values.swatch ?? 'standard')
  const colour = readColour(typed)
  if (colour === null) return ''
  const { contrast, isAdapted, light, dark } = shadesOf(colour)
  const least = LEAST_CONTRAST
  const first = isAdapted
    ? t('face.colour_adapted', { colour, contrast, least, shade: light.accent })
    : t('face.colour_readable', { contrast, least })
  return `${first} ${t('face.colour_dark', { shade: dark.accent })}`
}

export function frontField(view: FaceView): Html {
  const { t, values } = view
  const option = (value: string, label: string) =>
    html`<label class="choice"><input type="radio" name="front" value="${value}"${
      values.front === value && html` checked`
    }> <span>${label}</span></label>`
  return html`<fieldset class="face-field"${described(view, 'front', true)}>
    <legend>${t('face.front')}</legend>
    ${option('overview', t('face.front_overview'))}${option('wiki', t('face.front_wiki'))}
    ${below(view, 'front', t('face.front_hint'))}
  </fieldset>`
}
