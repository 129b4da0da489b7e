import { type Html, html } from '#web/html.ts'
import type { Field, Fields } from '../fields/field.ts'
import type { UploadedFile } from '../fields/kinds.ts'
import type { Method, Operation } from '../resource.ts'
import type { BrowsableView } from './browsable.ts'

/** What can be sent to this address, to fill in by hand. A form that changes an object shows it as it is. */
export function form(view: BrowsableView, method: Method, operation: Operation): Html {
  const fields = Object.entries(operation.body ?? {}).filter(([, field]) => !field.readOnly)
  const upload = fields.some(([, field]) => field.type === 'file upload')
  const now = method !== 'POST' && view.status < 400 ? ((view.body ?? {}) as Record<string, unknown>) : {}
  return html`<h2>${method}: ${operation.summary}</h2>
<form method="post" action="${view.path}?format=api" enctype="${upload ? 'multipart/form-data' : 'application/x-www-form-urlencoded'}">
<input type="hidden" name="_method" value="${method}">
${view.csrfToken !== null && html`<input type="hidden" name="csrfmiddlewaretoken" value="${view.csrfToken}">`}
${fields.map(([name, field]) => input(`${method.toLowerCase()}-${name}`, name, field, now[name], method !== 'PATCH' && field.required))}
<button>${method}</button></form>`
}

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
        html`<option value="${String(value)}"${value === now && html` selected`}>${display_name}</option>`,
    )}</select>${hint}`
  if (field.type === 'file upload') return html`${label}<input type="file" id="${id}" name="${name}"${demand}>${hint}`
  const shown = typeof now === 'string' || typeof now === 'number' ? String(now) : ''
  return html`${label}<input id="${id}" name="${name}" value="${shown}"${demand}>${hint}`
}

/** A form sends what was left empty as empty text, which only a text can be; the others were not given then. */
export function withoutBlanks(fields: Fields, sent: unknown, method: string): unknown {
  if (typeof sent !== 'object' || sent === null) return sent
  const isBlank = (name: string, value: unknown): boolean => {
    const field = fields[name]
    if (field === undefined) return false
    if (field.type === 'file upload') return !field.required && (value as Partial<UploadedFile>).content?.length === 0
    if (value !== '') return false
    return field.schema.type !== 'string' || field.type === 'choice' || (method === 'POST' && !field.required)
  }
  return Object.fromEntries(Object.entries(sent).filter(([name, value]) => !isBlank(name, value)))
}
