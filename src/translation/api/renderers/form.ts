import type { Field, Fields } from '#fields/field.ts'
import type { UploadedFile } from '#fields/kinds.ts'
import { type Html, html } from '#html/html.ts'
import type { Translator } from '#html/site-texts.ts'
import type { Method, Operation } from '../resource.ts'

/** Members of a form that say something about the form itself. */
const BLANK = '_blank'

type Values = Readonly<Record<string, unknown>>

/** What is wrong with a request, and with which member of it. */
export interface Problem {
  readonly attr: string | null
  readonly detail: string
}

/** Where a form stands, and what it is filled with. */
export interface FormPlace {
  path: string
  /** The object at this address, for the forms that change it. */
  current: unknown
  /** What a form sent that was refused. */
  typed: { readonly method: string; readonly values: Values } | null
  /** For forms sent with a session; null when the caller has none. */
  csrfToken: string | null
  readonly t: Translator
  /** Why the form was refused that was sent. */
  readonly problems: readonly Problem[]
  /** Where the sandbox has the same operation. */
  sandbox(method: Method): string | null
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
  const refused = view.typed?.method === method ? view.typed.values : null
  const shown = { ...current, ...refused }
  const blank = fields.filter(([name]) => isEmpty(current[name])).map(([name]) => name)
  const problemOf = (name: string): string | undefined =>
    refused ? view.problems.find(({ attr }) => attr === name || attr?.startsWith(`${name}.`))?.detail : undefined
  return section(
    view,
    method,
    operation,
    html`<form method="post" action="${view.path}?format=api" enctype="${upload ? 'multipart/form-data' : 'application/x-www-form-urlencoded'}">
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

/** Removing cannot be undone, so it takes more than one click. */
const removal = (view: FormPlace, operation: Operation): Html =>
  section(
    view,
    'DELETE',
    operation,
    html`<details><summary>${view.t('rest.remove')}</summary><form method="post" action="${view.path}?format=api">
${hidden(view, 'DELETE')}<label class="choice"><input type="checkbox" name="_sure" required> ${view.t('rest.sure')}</label>
<button class="button danger">DELETE</button></form></details>`,
  )

function section({ t, sandbox }: FormPlace, method: Method, { summary }: Operation, content: Html): Html {
  const id = `form-${method.toLowerCase()}`
  const link = sandbox(method)
  return html`<section class="card operation" aria-labelledby="${id}"><h2 id="${id}"><span class="chip">${method}</span> <span lang="en">${summary}</span></h2>${content}${link !== null && html`<p class="small"><a href="${link}" rel="nofollow">${t('rest.sandbox')}</a></p>`}</section>`
}

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

interface Input {
  readonly id: string
  readonly name: string
  readonly field: Field
  readonly now: unknown
  readonly required: boolean
  readonly problem: string | undefined
}

/** One field: its name, where one types, what it is for, and what is wrong with it. */
function input(t: Translator, own: Input): Html {
  const { id, name, field, required, problem } = own
  const described = [
    ...(field.help !== undefined ? [`${id}-hint`] : []),
    ...(problem !== undefined ? [`${id}-problem`] : []),
  ]
  const attributes = html`${described.length > 0 && html` aria-describedby="${described.join(' ')}"`}${problem !== undefined && html` aria-invalid="true"`}${required && html` required`}`
  return html`<div class="field"><label for="${id}">${name}${!required && html` <small>${t('rest.optional')}</small>`}</label>${control(t, own, attributes)}${field.help !== undefined && html`<small class="hint" id="${id}-hint" lang="en" dir="auto">${field.help}</small>`}${problem !== undefined && html`<span class="problem" id="${id}-problem" lang="en">${problem}</span>`}</div>`
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
        html`<option value="${String(value)}"${String(value) === String(now) && html` selected`}>${display_name}</option>`,
    )}${unknownChoice(choices, now)}</select>`
  if (field.type === 'file upload') return html`<input type="file" id="${id}" name="${name}"${attributes}>`
  if (field.type === 'list') return items(t, { id, name, field, now }, attributes)
  const isLong = Number(field.schema.maxLength ?? 0) > LONG_TEXT
  return isLong
    ? html`<textarea id="${id}" name="${name}" rows="3" dir="auto"${attributes}>
${textOf(now)}</textarea>`
    : html`<input id="${id}" name="${name}" value="${textOf(now)}"${attributes}>`
}

/** Texts that may be longer than this have several lines to stand in. */
const LONG_TEXT = 1000

/** What was sent though it is no choice stays to be seen, beside what is wrong with it. */
const unknownChoice = (choices: readonly Choice[], now: unknown): Html | false =>
  !isEmpty(now) &&
  !choices.some(({ value }) => String(value) === String(now)) &&
  html`<option value="${String(now)}" selected>${String(now)}</option>`

/** One field for each item; lists of anything but texts, whose number is given, have room for one more. */
function items(
  t: Translator,
  { id, name, field, now }: Pick<Input, 'id' | 'name' | 'field' | 'now'>,
  attributes: Html,
): Html {
  const values = Array.isArray(now) ? now : isEmpty(now) ? [] : [now]
  const isText = itemType(field) === 'string'
  const shown = isText && values.length > 0 ? values : [...values, '']
  return html`${shown.map((value, i) => {
    const own = html`id="${i === 0 ? id : `${id}-${i}`}" name="${name}[]"${i > 0 && html` aria-label="${t('rest.item', { name, count: i + 1 })}"`}${attributes}`
    return isText
      ? html`<textarea ${own} rows="3" dir="auto">
${textOf(value)}</textarea>`
      : html`<input ${own} value="${textOf(value)}">`
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
