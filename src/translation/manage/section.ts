import type { Outcome } from '#html/form-outcome.ts'
import type { Sent, Tried } from '#html/forms.ts'
import type { Html } from '#html/html.ts'
import type { TextKey } from '#html/texts/index.ts'
import type { Reply } from '../api/ask.ts'
import type { ProjectPermission } from '../catalogue/permission-names.ts'
import type { Page } from '../pages/send-page.ts'
import type { Place, Visit } from './visit.ts'

/** Content of a section's page. */
export interface Shown extends Pick<Page, 'needs' | 'texts'> {
  readonly content: Html
}

/** A management section of a project or component, with its forms. */
export interface Section {
  /** Its name in the URL: `/manage/<name>/…`. */
  readonly name: string
  readonly title: TextKey
  /** A sentence below the title. */
  readonly lead: TextKey
  readonly where: 'project' | 'component' | 'both'
  /** Any of these permissions opens it; the API checks each action. */
  readonly opens: (place: Place) => readonly ProjectPermission[]
  /** Hides it where it does not apply. */
  readonly fits?: (place: Place) => boolean
  readonly show: (visit: Visit, place: Place, tried: Tried | null) => Promise<Shown>
  /** `reveal` is shown only in this response. Undefined for an unknown form. */
  readonly take?: (
    visit: Visit,
    place: Place,
    form: string,
    sent: Sent,
  ) => Promise<Outcome | { readonly reveal: Html } | undefined>
}

/** The outcome of a form: redirect to `go`, or show the API's errors beside the fields. */
export const outcomeOf = (reply: Reply<unknown>, go: string, form: string, typed: Sent): Outcome =>
  reply.ok ? { go } : { status: reply.status, tried: { form, problems: reply.problems, typed } }
