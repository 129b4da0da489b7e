import type { ActionRun } from '../api/action-run.ts'
import { boolean, oneOf, string } from '../api/params/kinds.ts'
import type { AuthenticationRequest } from '../content/authentication-requests.ts'
import { fail, plaintext, textList } from '../messages/message.ts'

/** Parameters that control a multi-step form, and their help. The form fields come in addition. */
export const FORM_PARAMS = {
  requests: string({ multi: true }),
  messageformat: oneOf(['html', 'none', 'raw', 'wikitext'], { default: 'wikitext' }),
  mergerequestfields: boolean(),
  preservestate: boolean(),
  returnurl: string(),
  continue: boolean(),
  token: string({ required: true, sensitive: true }),
}
export const FORM_HELP = {
  preservestate: { words: 'Keep the state of an earlier, failed login attempt.' },
  returnurl: { words: 'URL to return to after authentication with a third-party service.' },
  continue: { words: 'Continue after returning from a third-party service.' },
}

/** Submitted fields of a login, account creation or credential change. */
export interface SubmittedForm {
  /** Whether every required field of an authentication request was sent. */
  has(id: string): boolean
  /** Whether a field was sent at all, which is what checks a checkbox. */
  sent(field: string): boolean
  /** The submitted value; empty if missing. */
  value(field: string): string
}

/** Reads the fields of these requests, or of the selected ones. Rejects passwords in the URL. */
export function submittedForm(
  run: ActionRun,
  module: string,
  requests: readonly AuthenticationRequest[],
  wanted: readonly string[] | undefined,
): SubmittedForm {
  const selected = wanted ? requests.filter(({ id }) => wanted.includes(id)) : requests
  const fields = new Map(selected.flatMap(({ fields }) => Object.entries(fields)))
  const values = new Map<string, string>()
  for (const [name, field] of fields) {
    const value = field.sensitive ? run.request.params.get(name) : run.raw(name, module)
    if (value !== undefined) values.set(name, value)
  }
  run.markUsed(values.keys())
  const open = [...fields].flatMap(([name, field]) => (field.sensitive && run.request.inUrl.has(name) ? [name] : []))
  if (open.length > 0) fail('apierror-mustpostparams', [open.join(', '), open.length])
  const isComplete = ({ fields }: AuthenticationRequest) =>
    Object.entries(fields).every(([name, { type, optional }]) =>
      type === 'checkbox'
        ? optional || values.has(name)
        : optional
          ? values.has(name)
          : (values.get(name) ?? '') !== '',
    )
  const complete = new Set(selected.filter(isComplete).map(({ id }) => id))
  return { has: id => complete.has(id), sent: field => values.has(field), value: field => values.get(field) ?? '' }
}

interface ReturnArgs {
  readonly returnurl: string | undefined
  readonly continue: boolean
}

/** A flow either starts with a return URL or continues. */
export function checkReturnUrl(run: ActionRun, prefix: string, a: ReturnArgs): void {
  if (a.returnurl === undefined && !a.continue)
    fail('apierror-missingparam-at-least-one-of', [textList([`${prefix}continue`, `${prefix}returnurl`]), { num: 2 }])
  if (a.returnurl === undefined || isAddress(run, a.returnurl)) return
  const name = `${prefix}returnurl`
  fail('apierror-badurl', [plaintext(name), plaintext(a.returnurl)], { code: `badurl_${name}` })
}

/** Whether the text is an absolute URL with a protocol this wiki allows. */
const isAddress = ({ wiki }: ActionRun, text: string): boolean =>
  URL.canParse(text) && wiki.site.info.protocols.some(protocol => protocol !== '//' && text.startsWith(protocol))
