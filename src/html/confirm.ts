import { type FormView, hidden, type Sent, textIn, wholeProblems } from './forms.ts'
import { type Html, html, type Piece } from './html.ts'
import type { TextKey } from './texts/index.ts'

/** The field for the name that confirms a permanent deletion. */
const CONFIRM = 'confirm'

interface Removal {
  /** The name to type. */
  readonly name: string
  readonly submit: string
  /** Label of the summary that opens the form. */
  readonly opens: string
  /** What will be deleted. */
  readonly warning: Piece
  readonly hidden?: Readonly<Record<string, string | number>>
  /** Distinguishes several forms on one page. */
  readonly id?: string | number
  /** One of many, so its button is less prominent. */
  readonly isQuiet?: boolean
}

/** Deletion is permanent, so the form asks for the name of what is deleted. */
export function removalForm(view: FormView, { name, submit, opens, warning, isQuiet = false, ...more }: Removal): Html {
  const { t } = view
  const id = `${view.form}-${more.id ?? ''}confirm`
  const tried =
    view.tried?.form === view.form && (more.id === undefined || textIn(view.tried.typed, 'id') === String(more.id))
      ? view.tried
      : null
  const problem = tried?.problems.find(each => each.attr === CONFIRM)
  const shown = { ...view, tried }
  return html`<details class="removal"${tried && html` open`}>
    <summary class="button ${isQuiet ? 'plain' : 'danger'}">${opens}</summary>
    <form method="post">
      ${hidden(view, { ...more.hidden, ...(more.id !== undefined && { id: more.id }) })}
      ${wholeProblems(shown, [CONFIRM])}
      <p>${warning}</p>
      <div class="field">
        <label for="${id}">${t.html('manage.type_name', { name: html`<code>${name}</code>` })}</label>
        <input type="text" id="${id}" name="${CONFIRM}" autocomplete="off" autocapitalize="none" spellcheck="false"
          value="${tried ? textIn(tried.typed, CONFIRM) : ''}"
          required${problem && html` aria-invalid="true" aria-describedby="${id}-problem"`}>
        ${problem && html`<span class="problem" id="${id}-problem">${problem.detail}</span>`}
      </div>
      <p class="buttons"><button class="button danger">${submit}</button></p>
    </form>
  </details>`
}

/** Form problem for a name that does not match, or null. */
export const isConfirmed = (sent: Sent, name: string): boolean => textIn(sent, CONFIRM).trim() === name

export const CONFIRM_FIELD = CONFIRM

/** A form with a single button. `about` distinguishes several buttons for screen readers. */
export const actionButton = (
  view: FormView,
  text: string,
  values: Readonly<Record<string, string | number>> = {},
  { kind = '', about }: { kind?: 'first' | 'danger' | 'plain' | ''; about?: string } = {},
): Html =>
  html`<form method="post" class="in-line">
    ${hidden(view, values)}
    <button class="button ${kind}">${text}${about !== undefined && html`<span class="aside"> ${about}</span>`}</button>
  </form>`

export const notConfirmed: TextKey = 'manage.name_differs'
