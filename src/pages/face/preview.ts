import { shadesOf } from '#html/colours.ts'
import type { Purpose } from '#html/face.ts'
import { type Html, html, type Piece } from '#html/html.ts'
import type { Translator } from '#html/site-texts.ts'

export interface Previewed {
  readonly name: string
  readonly purpose: Purpose
  readonly colour: string | undefined
  /** Path of the logo. */
  readonly logo: string | null
  /** Shown while the name is empty. */
  readonly otherwise: string
}

/** Two small pages, light and dark. The script of the form (`web/face`) updates them while people type. */
export function preview(t: Translator, face: Previewed, heading: Html): Html {
  const style = face.colour === undefined ? '' : previewStyle(face.colour)
  return html`<aside class="face-preview" aria-labelledby="face-preview" style="${style}" data-name="${face.otherwise}">
    ${heading}
    ${(['light', 'dark'] as const).map(
      scheme =>
        html`<div class="face-mini ${scheme}" role="img" aria-label="${t(`face.preview_${scheme}`)}">${mini(t, face)}</div>`,
    )}
    <small class="hint">${t('face.preview_hint')}</small>
  </aside>`
}

function previewStyle(colour: string): string {
  const { light, dark } = shadesOf(colour)
  return `--light-accent:${light.accent};--dark-accent:${dark.accent}`
}

const link = (text: string): Html => html`<u>${text}</u>`

function mini(t: Translator, { name, purpose, logo }: Previewed): Html {
  const shown = html`<span class="face-name" dir="auto">${name}</span>`
  const hide = (isHidden: boolean): Piece => isHidden && html` hidden`
  const [pages, translation] = [link(t('face.preview_pages')), link(t('face.preview_translation'))]
  return html`<div class="face-mini-top">
      <img class="face-mini-logo" alt="" ${logo === null ? html`hidden` : html`src="${logo}"`}>${shown}
      <span class="face-mini-nav">
        <span data-purpose="wiki both"${hide(purpose === 'translation')}>${t('frame.wiki')}</span>
        <span data-purpose="translation both"${hide(purpose === 'wiki')}>${t('frame.translate')}</span>
      </span>
    </div>
    <div class="face-mini-body">
      <b>${t.html('face.preview_welcome', { name: shown })}</b>
      <span data-purpose="both"${hide(purpose !== 'both')}>${t.html('face.preview_text', { pages, translation })}</span>
      <span data-purpose="wiki"${hide(purpose !== 'wiki')}>${t.html('face.preview_text_wiki', { pages })}</span>
      <span data-purpose="translation"${hide(purpose !== 'translation')}>${t.html('face.preview_text_translation', {
        translation,
      })}</span>
      <span class="face-mini-button">${t('face.preview_button')}</span>
    </div>`
}
