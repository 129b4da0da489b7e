import { type FormView, hidden, type Sent, textIn, wholeProblems } from './forms.ts'
import { type Html, html, type Piece } from './html.ts'
import type { TextKey } from './texts/index.ts'

/** The field in which a name is typed before something goes for good. */
const CONFIRM = 'confirm'

interface Removal {
  /** What is to be typed. */
  readonly name: string
  readonly submit: string
  /** Opens the question. */
  readonly opens: string
  /** What will be gone. */
  readonly warning: Piece
  readonly hidden?: Readonly<Record<string, string | number>>
  /** Tells several on one page apart. */
  readonly id?: string | number
  /** One of many: its button stands back. */
  readonly isQuiet?: boolean
}

/** Removing cannot be undone, so it asks for the name of what goes. */
export function removalForm(view: FormView, { name, submit, opens, warning, isQuiet = false, ...more }: Removal): Html {
  const { t } = view
  const id = `${view.form}-${more.id ?? ''}confirm`
  const tried =
    view.tried?.form === view.form && (more.id === undefined || textIn(view.tried.typed, 'id') === String(more.id))
      ? view.tried
      : null
  const problem = tried?.problems.find(each => each.attr === CONFIRM)
  const shown = { ...view, tried }
  return html`<details class="removal"${tried && html` open`}><summary class="button ${isQuiet ? 'plain' : 'danger'}">${opens}</summary><form method="post">${hidden(view, { ...more.hidden, ...(more.id !== undefined && { id: more.id }) })}${wholeProblems(shown, [CONFIRM])}<p>${warning}</p><div class="field"><label for="${id}">${t.html('manage.type_name', { name: html`<code>${name}</code>` })}</label><input type="text" id="${id}" name="${CONFIRM}" autocomplete="off" autocapitalize="none" spellcheck="false" value="${tried ? textIn(tried.typed, CONFIRM) : ''}" required${problem && html` aria-invalid="true" aria-describedby="${id}-problem"`}>${problem && html`<span class="problem" id="${id}-problem">${problem.detail}</span>`}</div><p class="buttons"><button class="button danger">${submit}</button></p></form></details>`
}

/** What is wrong with the typed name, in the words for the form; null when it is right. */
export const isConfirmed = (sent: Sent, name: string): boolean => textIn(sent, CONFIRM).trim() === name

export const CONFIRM_FIELD = CONFIRM

/** A button that does one thing at once, as a form of its own. `about` tells several of them apart for those who hear them. */
export const actionButton = (
  view: FormView,
  text: string,
  values: Readonly<Record<string, string | number>> = {},
  { kind = '', about }: { kind?: 'first' | 'danger' | 'plain' | ''; about?: string } = {},
): Html =>
  html`<form method="post" class="in-line">${hidden(view, values)}<button class="button ${kind}">${text}${about !== undefined && html`<span class="aside"> ${about}</span>`}</button></form>`

export const notConfirmed: TextKey = 'manage.name_differs'
