import { Html, html, type Piece } from '#html/html.ts'
import type { Refusal } from '../../api/ask.ts'
import type { ResultOf } from '../../api/result/kinds.ts'
import type { messageMembers } from '../../api/result/message-formatter.ts'
import type { Visit } from '../visit.ts'
import { having } from './items.ts'

interface Common {
  readonly name: string
  readonly label: Piece
  readonly hint?: Piece
  readonly value?: string
}

interface Line extends Common {
  readonly kind?: 'text' | 'title' | 'user' | 'number' | 'date' | 'url' | 'email' | 'search'
  readonly required?: boolean
  readonly max?: number
}

interface Options extends Common {
  readonly options: readonly (readonly [value: string, text: string])[]
}

interface Choice extends Options {
  readonly kind: 'choice'
}

export type Field =
  | Line
  | (Common & { readonly kind: 'long'; readonly rows?: number; readonly required?: boolean })
  | (Common & { readonly kind: 'box'; readonly checked?: boolean })
  | Choice
  | (Options & { readonly kind: 'radio' })
  | (Common & { readonly kind: 'file'; readonly accept?: string })
  | { readonly kind: 'hidden'; readonly name: string; readonly value: string }
  | { readonly kind: 'html'; readonly content: Piece }

/** Value of a field: the rejected input, the URL parameter, or the current value. */
function shownValue(visit: Visit, name: string, now: string | undefined): string {
  return visit.tried?.sent.text(name) ?? visit.search.get(name) ?? now ?? ''
}

/** Whether a checkbox is checked. A submitted form without it means no. */
function isTicked(visit: Visit, { name, value = '1' }: Common, checked: boolean): boolean {
  if (visit.tried) return visit.tried.sent.all(name).includes(value)
  return visit.search.has(name) ? visit.search.getAll(name).includes(value) : checked
}

export const hiddenField = (name: string, value: string | number): Html =>
  html`<input type="hidden" name="${name}" value="${value}">`

/** CSRF token of a form. */
export const tokenField = (visit: Visit): Html => hiddenField('csrfmiddlewaretoken', visit.token)

export function fieldView(visit: Visit, field: Field): Html {
  if (field.kind === 'html') return html`${field.content}`
  if (field.kind === 'hidden') return hiddenField(field.name, field.value)
  const { name, label, hint } = field
  const id = `f-${name}`
  const about = hint !== undefined && html` aria-describedby="${id}-hint"`
  const below = hint !== undefined && html`<small class="hint" id="${id}-hint">${hint}</small>`
  if (field.kind === 'box') {
    const { value = '1', checked = false } = field
    return html`<div class="field"><label class="choice"><input type="checkbox" name="${name}" value="${value}"${
      isTicked(visit, field, checked) && html` checked`
    }${about}><span>${label}</span></label>${below}</div>`
  }
  const value = shownValue(visit, name, field.value)
  if (field.kind === 'radio')
    return html`<fieldset class="field plain-set"><legend>${label}</legend>${field.options.map(
      ([each, text]) =>
        html`<label class="choice"><input type="radio" name="${name}" value="${each}"${
          each === value && html` checked`
        }><span>${text}</span></label>`,
    )}${below}</fieldset>`
  const top = html`<label for="${id}">${label}</label>`
  if (field.kind === 'choice')
    return html`<div class="field">${top}<select id="${id}" name="${name}"${about}>${field.options.map(
      ([each, text]) => html`<option value="${each}"${each === value && html` selected`}>${text}</option>`,
    )}</select>${below}</div>`
  if (field.kind === 'long')
    return html`<div class="field">${top}<textarea id="${id}" name="${name}" rows="${field.rows ?? 6}" dir="auto"${
      field.required && html` required`
    }${about}>
${value}</textarea>${below}</div>`
  if (field.kind === 'file')
    return html`<div class="field">${top}<input type="file" id="${id}" name="${name}"${
      field.accept !== undefined && html` accept="${field.accept}"`
    }${about}>${below}</div>`
  const { kind = 'text', required = false, max } = field
  const isPlain = kind === 'text' || kind === 'title' || kind === 'user' || kind === 'search'
  return html`<div class="field">${top}<input id="${id}" name="${name}" type="${
    isPlain ? 'text' : kind
  }" value="${value}"${isPlain && html` dir="auto"`}${
    (kind === 'title' || kind === 'user') &&
    html` autocapitalize="none" spellcheck="false" autocomplete="off" data-suggest="${kind}"`
  }${required && html` required`}${max !== undefined && html` maxlength="${max}"`}${about}>${below}</div>`
}

/** Errors that the API reports inside a result, as HTML like all errors of our requests. */
export const refusalsIn = (messages: readonly ResultOf<typeof messageMembers>[]): Refusal[] =>
  having(messages, 'html').map(({ code, html: text, data }) => ({ code, html: text, ...(data && { data }) }))

/** Errors of the API. */
export const problems = (errors: readonly Refusal[] | undefined): Piece =>
  errors !== undefined &&
  errors.length > 0 &&
  html`<div class="note wrong" role="alert">${errors.map(
    error => html`<p data-code="${error.code}">${new Html(error.html)}</p>`,
  )}</div>`

interface FormOptions {
  readonly fields: readonly Field[]
  readonly submit: Piece
  readonly danger?: boolean
  /** Additional buttons. */
  readonly buttons?: Piece
  /** Target URL, if not this page. */
  readonly action?: string
  readonly id?: string
}

/** A form that posts to the current page, whose `take` calls the API. Errors appear above it. */
export function postForm(visit: Visit, { fields, submit, danger = false, buttons, action, id }: FormOptions): Html {
  const isUpload = fields.some(field => field.kind === 'file')
  const inputs = [tokenField(visit), fields.map(field => fieldView(visit, field))]
  const button = html`<button class="button ${danger ? 'danger' : 'first'}">${submit}</button>`
  return html`${problems(visit.tried?.errors)}<form class="wiki-form" method="post" action="${action ?? visit.here()}"${
    id !== undefined && html` id="${id}"`
  }${isUpload && html` enctype="multipart/form-data"`}>${inputs}<p class="buttons">${button}${buttons}</p></form>`
}

/** A filter form, whose values go into the URL. */
export function filterForm(visit: Visit, title: string, fields: readonly Field[], submit: Piece): Html {
  const inputs = [hiddenField('title', title), fields.map(field => fieldView(visit, field))]
  const button = html`<p class="buttons"><button class="button">${submit}</button></p>`
  return html`<form class="filters" method="get" action="${visit.site.script}">${inputs}${button}</form>`
}

/** Namespace selector; `all` adds an option for all namespaces. */
export function namespaceField(visit: Visit, name = 'namespace', all = true): Choice {
  const { words, site } = visit
  const namespaces = site.namespaces.holdingPages
  const options = namespaces.map(
    id => [String(id), id === 0 ? words.text('blanknamespace') : site.namespaces.nameOf(id)] as const,
  )
  const first = all ? ([['', words.text('namespacesall')]] as const) : []
  return { kind: 'choice', name, label: words.text('namespace'), options: [...first, ...options] }
}

/** Namespace in the URL; undefined for all. */
export function namespaceOf(visit: Visit, name = 'namespace'): number | undefined {
  const requested = visit.search.get(name) ?? ''
  return /^\d{1,9}$/.test(requested) && visit.site.namespaces.has(Number(requested)) ? Number(requested) : undefined
}
