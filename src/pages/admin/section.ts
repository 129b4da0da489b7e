import { appendChange } from '#events/change-log.ts'
import type { Outcome } from '#html/form-outcome.ts'
import type { Sent, Tried } from '#html/forms.ts'
import { type Html, html, type Piece } from '#html/html.ts'
import type { Reader } from '#html/page.ts'
import { SOURCE_TEXTS, type TextKey } from '#html/texts/index.ts'
import type { Writer } from '#store/store.ts'
import type { Permissions } from '#translation/catalogue/permissions.ts'
import type { Shown } from '#translation/manage/section.ts'
import type { Visit } from '#translation/manage/visit.ts'

export type { Visit } from '#translation/manage/visit.ts'

/** Result of a form. `reveal` is shown only in this response. */
export type AdminOutcome = Outcome | { readonly reveal: Html }

/** A section of the administration: its page and form handlers. */
export interface AdminSection {
  /** Name in the URL, `/admin/<name>/`; empty for the overview. */
  readonly name: string
  readonly title: TextKey
  /** A sentence below the title. */
  readonly lead: TextKey
  readonly opens: (permissions: Permissions) => boolean
  readonly show: (visit: Visit, tried: Tried | null) => Promise<Shown>
  readonly take?: (visit: Visit, form: string, sent: Sent) => Promise<AdminOutcome | undefined>
}

export const sectionAddress = ({ name }: Pick<AdminSection, 'name'>): string =>
  name === '' ? '/admin/' : `/admin/${name}/`

/** Whether the user is a site administrator. */
export const manages = (permissions: Permissions): boolean => permissions.onSite('management.use')

/** Tabs for the states of a list, with counts. */
export const stateTabs = <S extends string>(
  label: string,
  states: readonly { readonly state: S; readonly text: string; readonly count: string }[],
  current: S,
): Html =>
  html`<nav class="tabs" aria-label="${label}">${states.map(
    ({ state, text, count }) =>
      html`<a href="?state=${state}"${state === current && html` aria-current="page"`}>${text}
        <span class="quiet num">${count}</span></a>`,
  )}</nav>`

export const numberOf = ({ language }: Pick<Reader, 'language'>, value: number): string =>
  new Intl.NumberFormat(language).format(value)

/** A description list. */
export const facts = (rows: readonly (readonly [name: string, value: Piece] | false)[]): Html =>
  html`<dl class="facts">${rows.map(row => row && html`<div><dt>${row[0]}</dt><dd>${row[1]}</dd></div>`)}</dl>`

/** A query parameter with known values; the first one by default. */
export const chosen = <S extends string>(visit: Visit, name: string, states: readonly S[]): S =>
  states.find(each => each === visit.search.get(name)) ?? states[0]!

export const idIn = (text: string | null): number | null =>
  text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null

/** Logs an administrator's action that has no API equivalent. */
export const note = (tx: Writer, visit: Visit, kind: string, subject: string): Promise<number> =>
  appendChange(tx, visit.services.clock, { area: 'site', kind, accountId: visit.caller.account!.id, subject })

/** Success message, from the URL. */
export function doneNote({ search, t }: Visit): Html | null {
  const done = search.get('done')
  const key = [`admin.done_${done}`, `manage.done_${done}`].find(each => SOURCE_TEXTS[each] !== undefined)
  return key === undefined ? null : html`<p class="note good" role="status">${t(key as TextKey)}</p>`
}
