import { type Html, html } from '#web/html.ts'
import type { Field, Fields } from '../../fields/field.ts'
import type { UploadedFile } from '../../fields/kinds.ts'
import type { Method, Operation } from '../resource.ts'

/** Members of a form that say something about the form itself. */
const BLANK = '_blank'

type Values = Readonly<Record<string, unknown>>

/** Where a form stands, and what it is filled with. */
export interface FormPlace {
  path: string
  /** The object at this address, for the forms that change it. */
  current: unknown
  /** What a form sent that was refused. */
  typed: { readonly method: string; readonly values: Values } | null
  /** For forms sent with a session; null when the caller has none. */
  csrfToken: string | null
}

/** What can be sent to this address, to fill in by hand. A form that changes an object shows it as it is. */
export function form(view: FormPlace, method: Method, operation: Operation): Html {
  if (method === 'DELETE') return removal(view, operation)
  const current = method === 'POST' ? {} : ((view.current ?? {}) as Values)
  const offered = method === 'POST' ? undefined : operation.offers?.(current)
  const fields = Object.entries(operation.body ?? {}).filter(
    ([name, field]) => !field.readOnly && isFillable(field) && (offered?.includes(name) ?? true),
  )
  const upload = fields.some(([, field]) => field.type === 'file upload')
  // What somebody typed is not lost because one field of it was wrong.
  const shown = view.typed?.method === method ? { ...current, ...view.typed.values } : current
  const blank = fields.filter(([name]) => isEmpty(current[name])).map(([name]) => name)
  return html`<h2>${method}: ${operation.summary}</h2>
<form method="post" action="${view.path}?format=api" enctype="${upload ? 'multipart/form-data' : 'application/x-www-form-urlencoded'}">
${hidden(view, method)}<input type="hidden" name="${BLANK}" value="${blank.join(' ')}">
${fields.map(([name, field]) => input(`${method.toLowerCase()}-${name}`, name, field, shown[name], method !== 'PATCH' && field.required))}
<button>${method}</button></form>`
}

/** Removing cannot be undone, so it takes more than one click. */
const removal = (view: FormPlace, operation: Operation): Html => html`<h2>DELETE: ${operation.summary}</h2>
<details><summary>Remove this…</summary><form method="post" action="${view.path}?format=api">
${hidden(view, 'DELETE')}<label><input type="checkbox" name="_sure" required> Yes, remove it. This cannot be undone.</label>
<button>DELETE</button></form></details>`

const hidden = ({ csrfToken }: FormPlace, method: Method): Html =>
  html`<input type="hidden" name="_method" value="${method}">${csrfToken !== null && html`<input type="hidden" name="csrfmiddlewaretoken" value="${csrfToken}">`}`

/** What a list is a list of. */
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

const YES_NO: readonly Choice[] = [
  { value: true, display_name: 'yes' },
  { value: false, display_name: 'no' },
]

function input(id: string, name: string, field: Field, now: unknown, required: boolean): Html {
  const demand = required ? html` required` : ''
  const label = html`<label for="${id}">${name}${!required && html` <small>(optional)</small>`}</label>`
  const hint = field.help !== undefined && html` <small>${field.help}</small>`
  const choices = field.type === 'boolean' ? YES_NO : (field.about?.choices as readonly Choice[] | undefined)
  if (choices)
    return html`${label}<select id="${id}" name="${name}"${demand}>${!required && html`<option></option>`}${choices.map(
      ({ value, display_name }) =>
        html`<option value="${String(value)}"${String(value) === String(now) && html` selected`}>${display_name}</option>`,
    )}</select>${hint}`
  if (field.type === 'file upload') return html`${label}<input type="file" id="${id}" name="${name}"${demand}>${hint}`
  if (field.type === 'list') return html`${label}${items(id, name, field, now)}${hint}`
  return html`${label}<input id="${id}" name="${name}" value="${textOf(now)}"${demand}>${hint}`
}

/** One field for each item; lists of anything but texts, whose number is given, have room for one more. */
function items(id: string, name: string, field: Field, now: unknown): Html {
  const values = Array.isArray(now) ? now : isEmpty(now) ? [] : [now]
  const isText = itemType(field) === 'string'
  const shown = isText && values.length > 0 ? values : [...values, '']
  return html`${shown.map((value, i) => {
    const attributes = html`id="${i === 0 ? id : `${id}-${i}`}" name="${name}[]"${i > 0 && html` aria-label="${name}, item ${i + 1}"`}`
    return isText
      ? html`<textarea ${attributes} rows="3" dir="auto">
${textOf(value)}</textarea>`
      : html`<input ${attributes} value="${textOf(value)}">`
  })}`
}

const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

/**
 * A form sends every field it shows. What was left empty was not given, unless it had a value before; then a text is to be
 * empty, and a list has no items.
 */
export function withoutBlanks(fields: Fields, sent: unknown, method: string): unknown {
  if (typeof sent !== 'object' || sent === null) return sent
  const { [BLANK]: blank, ...given } = sent as Record<string, unknown>
  const wasBlank = new Set(typeof blank === 'string' ? blank.split(' ') : [])
  const kept: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(given)) {
    const field = fields[name]
    if (field === undefined) kept[name] = value
    else if (field.type === 'file upload') {
      if (field.required || (value as Partial<UploadedFile>).content?.length !== 0) kept[name] = value
    } else if (!isEmpty(value)) kept[name] = field.type === 'list' ? withoutSpares(field, value) : value
    else if (field.type === 'list') {
      if (!wasBlank.has(name) && method !== 'POST') kept[name] = withoutSpares(field, value)
    } else if (field.schema.type === 'string' && field.type !== 'choice') {
      if (method === 'POST' ? field.required : !wasBlank.has(name)) kept[name] = value
    }
  }
  return kept
}

/** The empty field at the end of a list was there to be filled; among texts an empty one counts. */
const withoutSpares = (field: Field, value: unknown): unknown =>
  itemType(field) === 'string' || !Array.isArray(value) ? value : value.filter(each => each !== '')
