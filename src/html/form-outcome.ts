import type { FormView, Sent, Tried } from './forms.ts'
import type { Reader } from './page.ts'

/** The request for a page with forms, and its reader. */
interface Visit {
  readonly reader: Reader
  readonly search: URLSearchParams
  readonly request: { readonly url: string }
}

/** Result of a form: a redirect, or the form again with its problems. */
export type Outcome = { readonly go: string } | { readonly status: number; readonly tried: Tried }

/** Properties shared by all forms of a page. */
export const viewOf = (visit: Visit, form: string, group: string, tried: Tried | null): FormView => ({
  t: visit.reader.t,
  token: visit.reader.token,
  form,
  group,
  tried,
})

/** URL of the form's own page, with a message about what was done. */
export function here(visit: Visit, done: string, anchor = '', keep: readonly string[] = []): string {
  const search = new URLSearchParams()
  for (const name of keep) {
    const value = visit.search.get(name)
    if (value !== null) search.set(name, value)
  }
  search.set('done', done)
  return `${visit.request.url.split('?')[0]}?${search}${anchor && `#${anchor}`}`
}

/** A form rejected by the page itself. */
export const refused = (form: string, typed: Sent, attr: string | null, detail: string): Outcome => ({
  status: 400,
  tried: { form, typed, problems: [{ attr, code: 'invalid', detail }] },
})
