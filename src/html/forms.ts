import type { Field, Fields } from '#fields/field.ts'
import type { UploadedFile } from '#fields/kinds.ts'
import type { Problem } from '#fields/problem.ts'
import { type Html, html, type Piece } from './html.ts'
import type { Translator } from './site-texts.ts'
import { SOURCE_TEXTS, type TextKey } from './texts/index.ts'

export type Sent = Readonly<Record<string, unknown>>

/** A submitted form and its problems. */
export interface Tried {
  /** Name of the form on the page. */
  readonly form: string
  readonly problems: readonly Problem[]
  readonly typed: Sent
}

/** Everything needed to render a form. */
export interface FormView {
  readonly t: Translator
  /** CSRF token. */
  readonly token: string | null
  /** Its name on the page, so that problems appear next to its own fields. */
  readonly form: string
  /** Group of its help texts: `help.<group>.<field>`. */
  readonly group: string
  readonly tried: Tried | null
}

interface FieldView {
  readonly now?: unknown
  /** Choices that the declaration does not list. */
  readonly choices?: readonly Choice[] | undefined
  readonly required?: boolean
  readonly rows?: number
  readonly autofocus?: boolean
  /** Overrides the interface text. */
  readonly label?: string
  readonly hint?: Piece
}

export interface Choice {
  readonly value: string | number | boolean
  readonly display_name: string
}

/** The first of these texts that exists. */
function firstText(t: Translator, ...keys: string[]): string | undefined {
  const key = keys.find(each => SOURCE_TEXTS[each] !== undefined)
  return key === undefined ? undefined : t(key as TextKey)
}

const words = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ')

export const labelOf = (t: Translator, group: string, name: string, field?: Field): string =>
  firstText(t, `field.${group}.${name}`) ?? field?.label ?? firstText(t, `field.${name}`) ?? words(name)

const hintOf = (t: Translator, group: string, name: string, field: Field): string | undefined =>
  firstText(t, `help.${group}.${name}`) ?? field.help

export const choiceText = (t: Translator, group: string, name: string, choice: Choice): string =>
  firstText(t, `choice.${group}.${name}.${choice.value}`) ?? choice.display_name

/** Longer texts get a textarea. */
const LINE = 500
const FEW = 4

const itemType = ({ about }: Field): string => (about?.child as { type: string } | undefined)?.type ?? ''

/** Names of the problems of one field: `configuration.age` belongs to `age` when the form shows nested fields. */
const concerns = (attr: string | null, name: string): boolean =>
  attr === name || attr?.startsWith(`${name}.`) === true || attr === `configuration.${name}`

/** One field with its label, hint and problem. */
export function fieldView(view: FormView, name: string, field: Field, options: FieldView = {}): Html {
  const { t, form, group } = view
  const tried = view.tried?.form === form ? view.tried : null
  const problems = tried?.problems.filter(each => concerns(each.attr, name)) ?? []
  const now = tried && field.type !== 'file upload' ? tried.typed[name] : options.now
  const id = `${form}-${name}`
  const label = options.label ?? labelOf(t, group, name, field)
  const hint = options.hint ?? hintOf(t, group, name, field)
  const about = [hint && `${id}-hint`, problems.length > 0 && `${id}-problem`].filter(Boolean).join(' ')
  const attributes = [
    about !== '' && html` aria-describedby="${about}"`,
    problems.length > 0 && html` aria-invalid="true"`,
    options.autofocus && html` autofocus`,
  ]
  const below = html`${hint && html`<small class="hint" id="${id}-hint">${hint}</small>`}${
    problems.length > 0 &&
    html`<span class="problem" id="${id}-problem">${problems.map(each => each.detail).join(' ')}</span>`
  }`
  const required = (options.required ?? field.required) && html` required`
  const choices = options.choices ?? (field.about?.choices as readonly Choice[] | undefined)
  if (field.type === 'boolean')
    return html`<div class="field">
      <label class="choice">
        <input type="checkbox" id="${id}" name="${name}" value="true"${isOn(now) && html` checked`}${attributes}>
        <span>${label}</span>
      </label>
      ${below}
    </div>`
  if (field.type === 'list' && itemType(field) === 'choice') return boxes(view, { id, name, label, below }, field, now)
  const top = html`<label for="${id}">${label}</label>`
  if (choices && choices.length <= FEW && options.choices === undefined)
    return radios(view, { id, name, label, below }, choices, now ?? field.fallback ?? choices[0]!.value)
  if (choices) {
    const current = String(now ?? field.fallback ?? '')
    return html`<div class="field">
      ${top}
      <select id="${id}" name="${name}"${required}${attributes}>
        ${choices.map(each => {
          const isChosen = String(each.value) === current
          const text = choiceText(t, group, name, each)
          return html`<option value="${String(each.value)}"${isChosen && html` selected`}>${text}</option>`
        })}
      </select>
      ${below}
    </div>`
  }
  const longest = Number(field.about?.max_length ?? Number.POSITIVE_INFINITY)
  const text = textOf(now)
  if (field.type === 'list' || (field.type === 'string' && longest > LINE))
    return html`<div class="field">
      ${top}
      <textarea id="${id}" name="${name}" rows="${options.rows ?? 4}" dir="auto"${required}${attributes}>
${text}</textarea>
      ${below}
    </div>`
  return html`<div class="field">
    ${top}
    <input ${kindOf(field)} id="${id}" name="${name}"
      ${field.type !== 'file upload' && html` value="${field.type === 'datetime' ? localInstant(text) : text}"`}
      ${Number.isFinite(longest) && html` maxlength="${longest}"`}${required}${attributes}>
    ${below}
  </div>`
}

function kindOf({ type, about }: Field): Html {
  if (type === 'file upload') return html`type="file"`
  if (type === 'integer')
    return html`type="number"
      ${about?.min_value !== undefined && html` min="${Number(about.min_value)}"`}
      ${about?.max_value !== undefined && html` max="${Number(about.max_value)}"`}`
  if (type === 'url') return html`type="url"`
  if (type === 'email') return html`type="email"`
  if (type === 'datetime') return html`type="datetime-local"`
  if (type === 'slug') return html`type="text" pattern="[\\-a-zA-Z0-9_]+" autocapitalize="none" spellcheck="false"`
  return html`type="text" dir="auto"`
}

interface Named {
  readonly id: string
  readonly name: string
  readonly label: string
  readonly below: Html
}

function radios(
  { t, group }: FormView,
  { id, name, label, below }: Named,
  choices: readonly Choice[],
  now: unknown,
): Html {
  return html`<fieldset class="field plain-set"><legend>${label}</legend>${choices.map(
    (each, i) =>
      html`<label class="choice">
        <input type="radio" name="${name}" id="${id}-${i}" value="${String(each.value)}"
          ${String(each.value) === String(now) && html` checked`}>
        <span>${choiceText(t, group, name, each)}</span>
      </label>`,
  )}${below}</fieldset>`
}

function boxes({ t, group }: FormView, { id, name, label, below }: Named, field: Field, now: unknown): Html {
  const { choices = [] } = (field.about?.child ?? {}) as { choices?: readonly Choice[] }
  const on = new Set((Array.isArray(now) ? now : now === undefined ? [] : [now]).map(String))
  return html`<fieldset class="field plain-set">
    <legend>${label}</legend>
    ${below}
    <div class="boxes" role="group" tabindex="0" aria-label="${label}">
      ${choices.map(
        (each, i) =>
          html`<label class="choice">
            <input type="checkbox" name="${name}" id="${id}-${i}" value="${String(each.value)}"
              ${on.has(String(each.value)) && html` checked`}>
            <span>${choiceText(t, group, name, each)}</span>
          </label>`,
      )}
    </div>
  </fieldset>`
}

const isOn = (value: unknown): boolean => value === true || value === 'true' || value === 'on'

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(String).join('\n')
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** Value for a `datetime-local` input. */
const localInstant = (text: string): string => text.replace(/:\d\d(\.\d+)?Z$/, '')

/** Problems of the whole form, or of fields that it does not show. */
export function wholeProblems(view: FormView, shown: readonly string[]): Html | null {
  const tried = view.tried?.form === view.form ? view.tried : null
  const rest = tried?.problems.filter(each => !shown.some(name => concerns(each.attr, name))) ?? []
  if (rest.length === 0) return null
  return html`<p class="note wrong" role="alert">${rest.map(each => each.detail).join(' ')}</p>`
}

/** Hidden fields of every form. */
export const hidden = (
  { token, form }: Pick<FormView, 'token' | 'form'>,
  values: Readonly<Record<string, string | number>> = {},
): Html =>
  html`<input type="hidden" name="csrfmiddlewaretoken" value="${token ?? ''}">
    <input type="hidden" name="form" value="${form}">
    ${Object.entries(values).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}`

interface FormOptions {
  readonly names: readonly string[]
  readonly values?: Sent
  readonly choices?: Readonly<Record<string, readonly Choice[]>>
  readonly hidden?: Readonly<Record<string, string | number>>
  readonly submit: string
  readonly danger?: boolean
  readonly before?: Piece
  readonly after?: Piece
  readonly more?: Readonly<Record<string, FieldView>>
}

/** A complete form for declared fields. */
export function formView(view: FormView, fields: Fields, options: FormOptions): Html {
  const { names, values = {}, choices = {} } = options
  const shown = names.filter(name => fields[name] !== undefined)
  const isUpload = shown.some(name => fields[name]!.type === 'file upload')
  return html`<form method="post" id="${view.form}"${isUpload && html` enctype="multipart/form-data"`}>
    ${hidden(view, options.hidden)}
    ${wholeProblems(view, shown)}
    ${options.before}
    ${shown.map(name =>
      fieldView(view, name, fields[name]!, { now: values[name], choices: choices[name], ...options.more?.[name] }),
    )}
    ${options.after}
    <p class="buttons"><button class="button ${options.danger ? 'danger' : 'first'}">${options.submit}</button></p>
  </form>`
}

/** Form values as API input: an unchecked box is false, an empty file is absent. */
export function sentValues(fields: Fields, names: readonly string[], sent: Sent): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const name of names) {
    const field = fields[name]
    if (field === undefined) continue
    const value = sent[name]
    if (field.type === 'boolean') values[name] = value !== undefined && value !== 'false'
    else if (field.type === 'list') values[name] = items(field, value)
    else if (field.type === 'file upload') {
      if ((value as Partial<UploadedFile> | undefined)?.content?.length) values[name] = value
    } else if (field.type === 'datetime') {
      const text = textOf(value)
      values[name] = text === '' ? null : /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) ? `${text}:00Z` : text
    } else if (value !== undefined && !(value === '' && field.type === 'integer' && !field.required))
      values[name] = Array.isArray(value)
        ? value.at(-1)
        : typeof value === 'string'
          ? value.replaceAll('\r\n', '\n')
          : value
  }
  return values
}

function items(field: Field, value: unknown): unknown[] {
  const values = Array.isArray(value) ? value : value === undefined ? [] : [value]
  if (itemType(field) === 'choice') return values
  return values.flatMap(each => String(each).split(/\r?\n/)).filter(each => each.trim() !== '')
}

export const textIn = (sent: Sent, name: string): string => {
  const value = sent[name]
  return typeof value === 'string' ? value : ''
}

export const fileIn = (sent: Sent, name: string): UploadedFile | null => {
  const value = sent[name] as Partial<UploadedFile> | undefined
  return value?.content?.length ? (value as UploadedFile) : null
}
