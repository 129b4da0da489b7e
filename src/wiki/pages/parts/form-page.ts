import { type Html, html, type Piece } from '#html/html.ts'
import type { ResponseTo } from '../../actions/results.ts'
import type { Question, Refusal } from '../../api/ask.ts'
import type { UploadedFile } from '../../api/request.ts'
import type { Title } from '../../site/titles.ts'
import type { Outcome, Shown, Special, View } from '../page.ts'
import type { Sent, Visit } from '../visit.ts'
import { type Field, postForm } from './form.ts'

interface Form extends Omit<Shown, 'content'> {
  readonly fields: readonly Field[]
  readonly submit: string
  readonly danger?: true
  /** The page around the form; by default there is nothing but the form. */
  content?(form: Html): Html
}

/** A form that calls one action of the API. `Target` is the page of a view, or the subpage part of a special page. */
interface Submission<Target, Q extends Question> {
  /** The form, or another page if there is nothing to submit. */
  form(visit: Visit, target: Target): Form | Shown | Promise<Form | Shown>
  /** What is wrong with a submitted form, before it is sent. */
  invalid?(visit: Visit, target: Target, sent: Sent): string | null
  /** The request to send for a submitted form. */
  request(visit: Visit, target: Target, sent: Sent): Q
  /** Files to send with the request, by parameter. */
  files?(sent: Sent): ReadonlyMap<string, UploadedFile>
  /** Errors that the API reports inside a successful result. */
  failures?(result: ResponseTo<Q>): readonly Refusal[]
  /** Where the reader goes on. */
  done(visit: Visit, target: Target, sent: Sent, result: ResponseTo<Q>): Outcome
}

type Declared<Page, Target, Q extends Question> = Omit<Page, 'show' | 'take'> & Submission<Target, Q>

/**
 * Declares a page with a form: what it asks, which request it sends and where it leads. The router checks the token
 * first, and shows the form again if there are errors.
 */
export function formPage<const Q extends Question>(page: Declared<View, Title, Q>): View
export function formPage<const Q extends Question>(page: Declared<Special, string, Q>): Special
export function formPage<Target, Q extends Question>(declared: Submission<Target, Q>): object {
  const { form, invalid, request, files, failures, done, ...page } = declared
  return {
    ...page,
    async show(visit: Visit, target: Target): Promise<Shown> {
      const shown = await form(visit, target)
      if (!('fields' in shown)) return shown
      const { fields, submit, danger = false, content, ...rest } = shown
      const view = postForm(visit, { fields, submit, danger })
      return { ...rest, content: content ? content(view) : view }
    },
    async take(visit: Visit, target: Target, sent: Sent) {
      const wrong = invalid?.(visit, target, sent) ?? null
      if (wrong !== null) return { tried: { sent, errors: [{ code: 'invalid', html: html`${wrong}`.text }] } }
      const answer = await visit.post(request(visit, target, sent), files?.(sent))
      const errors = answer.ok ? (failures?.(answer.result) ?? []) : answer.errors
      if (!answer.ok || errors.length > 0) return { tried: { sent, errors } }
      return done(visit, target, sent, answer.result)
    },
  }
}

/** A page that confirms what was done. */
export const success = (title: string, message: Piece, more?: Piece): Shown => ({
  title,
  content: html`<p class="note good" role="status">${message}</p>${more}`,
})

/** A file of a form as a parameter of the API. */
export function fileParam(sent: Sent, field: string, param: string): ReadonlyMap<string, UploadedFile> {
  const file = sent.files.get(field)
  return new Map(file === undefined ? [] : [[param, file]])
}
