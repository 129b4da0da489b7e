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

/** What a form led to; `reveal` is shown once, on this answer, and nowhere else. */
export type AdminOutcome = Outcome | { readonly reveal: Html }

/** One part of the administration: its page, and what its forms do. */
export interface AdminSection {
  /** Its word in the address, `/admin/<name>/`; empty for the first page. */
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

/** Who looks after the site as a whole. */
export const manages = (permissions: Permissions): boolean => permissions.onSite('management.use')

/** Ways between the states of what a section lists, each with its number. */
export const stateTabs = <S extends string>(
  label: string,
  states: readonly { readonly state: S; readonly text: string; readonly count: string }[],
  current: S,
): Html =>
  html`<nav class="tabs" aria-label="${label}">${states.map(
    ({ state, text, count }) =>
      html`<a href="?state=${state}"${state === current && html` aria-current="page"`}>${text} <span class="quiet num">${count}</span></a>`,
  )}</nav>`

export const numberOf = ({ language }: Pick<Reader, 'language'>, value: number): string =>
  new Intl.NumberFormat(language).format(value)

/** A list of names and what they are. */
export const facts = (rows: readonly (readonly [name: string, value: Piece] | false)[]): Html =>
  html`<dl class="facts">${rows.map(row => row && html`<div><dt>${row[0]}</dt><dd>${row[1]}</dd></div>`)}</dl>`

/** One of several words in the address; the first when it says something else. */
export const chosen = <S extends string>(visit: Visit, name: string, states: readonly S[]): S =>
  states.find(each => each === visit.search.get(name)) ?? states[0]!

export const idIn = (text: string | null): number | null =>
  text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null

/** Notes in the change log that an administrator did something that no API does. */
export const note = (tx: Writer, visit: Visit, kind: string, subject: string): Promise<number> =>
  appendChange(tx, visit.services.clock, { area: 'site', kind, accountId: visit.caller.account!.id, subject })

/** What was just done, when the address says so. */
export function doneNote({ search, t }: Visit): Html | null {
  const key = `admin.done_${search.get('done')}`
  return SOURCE_TEXTS[key] === undefined ? null : html`<p class="note good" role="status">${t(key as TextKey)}</p>`
}
