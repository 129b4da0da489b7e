import type { Field, Fields } from '#fields/field.ts'
import type { UploadedFile } from '#fields/kinds.ts'
import { type Html, html } from '#html/html.ts'
import type { Translator } from '#html/site-texts.ts'
import type { Method, Operation } from '../resource.ts'

/** Hidden field that lists the fields that were empty when the form was shown. */
const BLANK = '_blank'

type Values = Readonly<Record<string, unknown>>

/** An error and the field it concerns. */
export interface Problem {
  readonly attr: string | null
  readonly detail: string
}

/** Context and initial values of a form. */
export interface FormPlace {
  path: string
  /** The object at this URL, for edit forms. */
  current: unknown
  /** Values of a submitted form that was rejected. */
  typed: { readonly method: string; readonly values: Values } | null
  /** CSRF token of the session; null if the caller has no session. */
  csrfToken: string | null
  readonly t: Translator
  /** Errors of the rejected form. */
  readonly problems: readonly Problem[]
  /** URL of the same operation in the sandbox. */
  sandbox(method: Method): string | null
}

/** A form for an operation. Edit forms are filled with the current values of the object. */
export function form(view: FormPlace, method: Method, operation: Operation): Html {
  if (method === 'DELETE') return removal(view, operation)
  const current = method === 'POST' ? {} : ((view.current ?? {}) as Values)
  const offered = method === 'POST' ? undefined : operation.offers?.(current)
  const fields = Object.entries(operation.body ?? {}).filter(
    ([name, field]) => !field.readOnly && isFillable(field) && (offered?.includes(name) ?? true),
  )
  const upload = fields.some(([, field]) => field.type === 'file upload')
  // Keep what the user typed when one of the fields is invalid.
  const rejected = view.typed?.method === method ? view.typed.values : null
  const shown = { ...current, ...rejected }
  const blank = fields.filter(([name]) => isEmpty(current[name])).map(([name]) => name)
  const problemOf = (name: string): string | undefined =>
    rejected ? view.problems.find(({ attr }) => attr === name || attr?.startsWith(`${name}.`))?.detail : undefined
  return section(
    view,
    method,
    operation,
    html`<form method="post" action="${view.path}?format=api" enctype="${
      upload ? 'multipart/form-data' : 'application/x-www-form-urlencoded'
    }">
${hidden(view, method)}<input type="hidden" name="${BLANK}" value="${blank.join(' ')}">
${fields.map(([name, field]) =>
  input(view.t, {
    id: `${method.toLowerCase()}-${name}`,
    name,
    field,
    now: shown[name],
    required: method !== 'PATCH' && field.required,
    problem: problemOf(name),
  }),
)}
<button class="button first">${method}</button></form>`,
  )
}

/** Deletion cannot be undone, so it takes more than one click. */
const removal = (view: FormPlace, operation: Operation): Html =>
  section(
    view,
    'DELETE',
    operation,
    html`<details><summary>${view.t('rest.remove')}</summary><form method="post" action="${view.path}?format=api">
${hidden(view, 'DELETE')}<label class="choice"><input type="checkbox" name="_sure" required> ${view.t(
      'rest.sure',
    )}</label>
<button class="button danger">DELETE</button></form></details>`,
  )

function section({ t, sandbox }: FormPlace, method: Method, { summary }: Operation, content: Html): Html {
  const id = `form-${method.toLowerCase()}`
  const link = sandbox(method)
  const sandboxLink =
    link !== null && html`<p class="small"><a href="${link}" rel="nofollow">${t('rest.sandbox')}</a></p>`
  const heading = html`<h2 id="${id}"><span class="chip">${method}</span> <span lang="en">${summary}</span></h2>`
  return html`<section class="card operation" aria-labelledby="${id}">${heading}${content}${sandboxLink}</section>`
}

const hidden = ({ csrfToken }: FormPlace, method: Method): Html =>
  html`<input type="hidden" name="_method" value="${method}">${
    csrfToken !== null && html`<input type="hidden" name="csrfmiddlewaretoken" value="${csrfToken}">`
  }`

/** Type of the items of a list. */
const itemType = ({ about }: Field): string => (about?.child as { type: string } | undefined)?.type ?? ''

const isFillable = (field: Field): boolean => {
  const kind = field.type === 'list' ? itemType(field) : field.type
  return kind !== 'nested object' && kind !== 'field'
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.every(isEmpty))

interface Choice {
  readonly value: string | number | boolean
  readonly display_name: string
}

interface Input {
  readonly id: string
  readonly name: string
  readonly field: Field
  readonly now: unknown
  readonly required: boolean
  readonly problem: string | undefined
}

/** One field: label, control, help and error. */
function input(t: Translator, own: Input): Html {
  const { id, name, field, required, problem } = own
  const described = [
    ...(field.help !== undefined ? [`${id}-hint`] : []),
    ...(problem !== undefined ? [`${id}-problem`] : []),
  ]
  const descriptions = described.length > 0 && html` aria-describedby="${described.join(' ')}"`
  const invalid = problem !== undefined && html` aria-invalid="true"`
  const attributes = html`${descriptions}${invalid}${required && html` required`}`
  const label = html`<label for="${id}">${name}${!required && html` <small>${t('rest.optional')}</small>`}</label>`
  const hint =
    field.help !== undefined && html`<small class="hint" id="${id}-hint" lang="en" dir="auto">${field.help}</small>`
  const error = problem !== undefined && html`<span class="problem" id="${id}-problem" lang="en">${problem}</span>`
  return html`<div class="field">${label}${control(t, own, attributes)}${hint}${error}</div>`
}

function control(t: Translator, { id, name, field, now, required }: Input, attributes: Html): Html {
  const yesNo: readonly Choice[] = [
    { value: true, display_name: t('rest.yes') },
    { value: false, display_name: t('rest.no') },
  ]
  const choices = field.type === 'boolean' ? yesNo : (field.about?.choices as readonly Choice[] | undefined)
  if (choices)
    return html`<select id="${id}" name="${name}"${attributes}>${!required && html`<option></option>`}${choices.map(
      ({ value, display_name }) =>
        html`<option value="${String(value)}"${String(value) === String(now) && html` selected`}>${
          display_name
        }</option>`,
    )}${unknownChoice(choices, now)}</select>`
  if (field.type === 'file upload') return html`<input type="file" id="${id}" name="${name}"${attributes}>`
  if (field.type === 'list') return items(t, { id, name, field, now }, attributes)
  const isLong = Number(field.schema.maxLength ?? 0) > LONG_TEXT
  return isLong
    ? html`<textarea id="${id}" name="${name}" rows="3" dir="auto"${attributes}>
${textOf(now)}</textarea>`
    : html`<input id="${id}" name="${name}" value="${textOf(now)}"${attributes}>`
}

/** Texts that may be longer than this get a multi-line control. */
const LONG_TEXT = 1000

/** Keeps an invalid choice visible next to its error. */
const unknownChoice = (choices: readonly Choice[], now: unknown): Html | false =>
  !isEmpty(now) &&
  !choices.some(({ value }) => String(value) === String(now)) &&
  html`<option value="${String(now)}" selected>${String(now)}</option>`

/** One control per item. Lists of texts have a fixed length; other lists get one empty control for a new item. */
function items(
  t: Translator,
  { id, name, field, now }: Pick<Input, 'id' | 'name' | 'field' | 'now'>,
  attributes: Html,
): Html {
  const values = Array.isArray(now) ? now : isEmpty(now) ? [] : [now]
  const isText = itemType(field) === 'string'
  const shown = isText && values.length > 0 ? values : [...values, '']
  return html`${shown.map((value, i) => {
    const label = i > 0 && html` aria-label="${t('rest.item', { name, count: i + 1 })}"`
    const own = html`id="${i === 0 ? id : `${id}-${i}`}" name="${name}[]"${label}${attributes}`
    return isText
      ? html`<textarea ${own} rows="3" dir="auto">
${textOf(value)}</textarea>`
      : html`<input ${own} value="${textOf(value)}">`
  })}`
}

const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

/**
 * Removes fields that were left empty, because a form sends every field it shows. A field that had a value before is
 * kept: its text becomes empty, or its list loses all items.
 */
export function withoutBlanks(fields: Fields, sent: unknown, method: string): unknown {
  if (typeof sent !== 'object' || sent === null) return sent
  const { [BLANK]: blank, ...submitted } = sent as Record<string, unknown>
  const wasBlank = new Set(typeof blank === 'string' ? blank.split(' ') : [])
  const kept: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(submitted)) {
    const field = fields[name]
    if (field === undefined) kept[name] = value
    else if (field.type === 'file upload') {
      if (field.required || (value as Partial<UploadedFile>).content?.length !== 0) kept[name] = value
    } else if (!isEmpty(value)) kept[name] = field.type === 'list' ? withoutEmptyItems(field, value) : value
    else if (field.type === 'list') {
      if (!wasBlank.has(name) && method !== 'POST') kept[name] = withoutEmptyItems(field, value)
    } else if (field.schema.type === 'string' && field.type !== 'choice') {
      if (method === 'POST' ? field.required : !wasBlank.has(name)) kept[name] = value
    }
  }
  return kept
}

/** Removes the empty control for a new item; in lists of texts an empty item counts. */
const withoutEmptyItems = (field: Field, value: unknown): unknown =>
  itemType(field) === 'string' || !Array.isArray(value) ? value : value.filter(each => each !== '')
