import type { Html } from '#web/html.ts'
import type { TextKey } from '#web/texts/index.ts'
import type { Reply } from '../api/ask.ts'
import type { ProjectPermission } from '../catalogue/permission-names.ts'
import type { Page } from '../pages/send-page.ts'
import type { FormView, Sent, Tried } from './forms.ts'
import type { Place, Visit } from './visit.ts'

/** What a form led to: the way on, or what is wrong with it. */
export type Outcome = { readonly go: string } | { readonly status: number; readonly tried: Tried }

/** What stands on the page of a section. */
export interface Shown extends Pick<Page, 'needs' | 'texts'> {
  readonly content: Html
}

/** One part of managing a project or a component: its page, and what its forms do. */
export interface Section {
  /** Its word in the address: `/manage/<name>/…`. */
  readonly name: string
  readonly title: TextKey
  /** A sentence below the title. */
  readonly lead: TextKey
  readonly where: 'project' | 'component' | 'both'
  /** One of these opens it; what of it somebody may do, the API says. */
  readonly opens: (place: Place) => readonly ProjectPermission[]
  /** Left out where it makes no sense. */
  readonly fits?: (place: Place) => boolean
  readonly show: (visit: Visit, place: Place, tried: Tried | null) => Promise<Shown>
  readonly take?: (visit: Visit, place: Place, form: string, sent: Sent) => Promise<Outcome>
}

/** What all forms of a section's page have in common. */
export const viewOf = (visit: Visit, form: string, group: string, tried: Tried | null): FormView => ({
  t: visit.t,
  token: visit.reader.token,
  form,
  group,
  tried,
})

/** The page that the form stood on, saying what was done. */
export function here(visit: Visit, done: string, anchor = '', keep: readonly string[] = []): string {
  const search = new URLSearchParams()
  for (const name of keep) {
    const value = visit.search.get(name)
    if (value !== null) search.set(name, value)
  }
  search.set('done', done)
  return `${visit.request.url.split('?')[0]}?${search}${anchor && `#${anchor}`}`
}

/** What the API answered to a form: on to `go`, or back with its words beside the fields. */
export const outcomeOf = (reply: Reply<unknown>, go: string, form: string, typed: Sent): Outcome =>
  reply.ok ? { go } : { status: reply.status, tried: { form, problems: reply.problems, typed } }

/** A form that is refused by the page itself. */
export const refused = (form: string, typed: Sent, attr: string | null, detail: string): Outcome => ({
  status: 400,
  tried: { form, typed, problems: [{ attr, code: 'invalid', detail }] },
})
