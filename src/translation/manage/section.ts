import type { Outcome } from '#html/form-outcome.ts'
import type { Sent, Tried } from '#html/forms.ts'
import type { Html } from '#html/html.ts'
import type { TextKey } from '#html/texts/index.ts'
import type { Reply } from '../api/ask.ts'
import type { ProjectPermission } from '../catalogue/permission-names.ts'
import type { Page } from '../pages/send-page.ts'
import type { Place, Visit } from './visit.ts'

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

/** What the API answered to a form: on to `go`, or back with its words beside the fields. */
export const outcomeOf = (reply: Reply<unknown>, go: string, form: string, typed: Sent): Outcome =>
  reply.ok ? { go } : { status: reply.status, tried: { form, problems: reply.problems, typed } }
