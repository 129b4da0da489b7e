import { type Html, html, type Piece } from '#html/html.ts'

/** A rejected form: the entered values and the problems by field. */
export interface Sent {
  readonly typed?: URLSearchParams
  readonly problems?: Readonly<Record<string, string>>
}

interface Field {
  readonly name: string
  readonly label: string
  readonly type?: 'text' | 'email' | 'password'
  readonly value?: string
  readonly hint?: Piece
  readonly autocomplete?: string
  readonly required?: boolean
  readonly max?: number
  /** Text without a language: names, addresses. */
  readonly plain?: boolean
  /** ID of a `datalist`. */
  readonly list?: string
}

/** A field with label and hint, and after a rejected form with its value and problem. */
export function field(field: Field, { typed, problems = {} }: Sent = {}): Html {
  const { name, label, type = 'text', hint, autocomplete, required = false, max } = field
  const wrong = problems[name]
  // Passwords are never sent back.
  const value = type === 'password' ? '' : (typed?.get(name) ?? field.value ?? '')
  const described = [hint !== undefined && `${name}-hint`, wrong !== undefined && `${name}-problem`].filter(Boolean)
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <input id="${name}" name="${name}" type="${type}" value="${value}"
      ${autocomplete !== undefined && html` autocomplete="${autocomplete}"`}${required && html` required`}
      ${max !== undefined && html` maxlength="${max}"`}${field.list !== undefined && html` list="${field.list}"`}
      ${field.plain && html` dir="auto" spellcheck="false" autocapitalize="none"`}
      ${wrong !== undefined && html` aria-invalid="true"`}
      ${described.length > 0 && html` aria-describedby="${described.join(' ')}"`}>
    ${hint !== undefined && html`<small class="hint" id="${name}-hint">${hint}</small>`}
    ${wrong !== undefined && html`<span class="problem" id="${name}-problem">${wrong}</span>`}
  </div>`
}

interface Choice {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly options: readonly (readonly [value: string, label: string])[]
  readonly hint?: Piece
}

export function select({ name, label, value, options, hint }: Choice, { typed, problems = {} }: Sent = {}): Html {
  const chosen = typed?.get(name) ?? value
  const wrong = problems[name]
  const described = [hint !== undefined && `${name}-hint`, wrong !== undefined && `${name}-problem`].filter(Boolean)
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <select id="${name}" name="${name}"${wrong !== undefined && html` aria-invalid="true"`}
      ${described.length > 0 && html` aria-describedby="${described.join(' ')}"`}>
      ${options.map(
        ([each, text]) => html`<option value="${each}"${each === chosen && html` selected`}>${text}</option>`,
      )}
    </select>
    ${hint !== undefined && html`<small class="hint" id="${name}-hint">${hint}</small>`}
    ${wrong !== undefined && html`<span class="problem" id="${name}-problem">${wrong}</span>`}
  </div>`
}

export const choice = (
  name: string,
  value: string,
  label: Piece,
  { checked = false, hint }: { checked?: boolean; hint?: Piece } = {},
): Html =>
  html`<label class="choice">
    <input type="checkbox" name="${name}" value="${value}"${checked && html` checked`}>
    <span>${label}${hint !== undefined && html`<small class="hint">${hint}</small>`}</span>
  </label>`

/** Problems of the whole form, shown above it. */
export const alert = (text: string | undefined): Piece =>
  text !== undefined && html`<p class="note wrong" role="alert">${text}</p>`

export const notice = (text: string | undefined | null | false): Piece =>
  text !== undefined && text !== null && text !== false && html`<p class="note good" role="status">${text}</p>`
