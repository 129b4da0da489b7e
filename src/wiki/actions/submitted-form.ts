import type { ActionRun } from '../api/action-run.ts'
import { boolean, oneOf, string } from '../api/params/kinds.ts'
import type { AuthenticationRequest } from '../content/authentication-requests.ts'
import { fail, plaintext, textList } from '../messages/message.ts'

/** What leads such a conversation, and words for it; the fields of the form come beside. */
export const FORM_PARAMS = {
  requests: string({ multi: true }),
  messageformat: oneOf(['html', 'none', 'raw', 'wikitext'], { default: 'wikitext' }),
  mergerequestfields: boolean(),
  preservestate: boolean(),
  returnurl: string(),
  continue: boolean(),
  token: string({ required: true, sensitive: true }),
}
export const FORM_WORDS = {
  preservestate: { words: 'Keep what the person already gave in an earlier, failed attempt to log in.' },
  returnurl: { words: 'Where another service should lead the person back to.' },
  continue: { words: 'Go on after the service that was named has sent the person back.' },
}

/** What somebody sent to log in, to open an account or to change how they log in. */
export interface SubmittedForm {
  /** Whether everything was sent that a request needs. */
  has(id: string): boolean
  /** Whether a field was sent at all: that is what ticks a box. */
  sent(field: string): boolean
  /** What was sent; empty where nothing was. */
  value(field: string): string
}

/** Reads the fields of these requests, or of those of them that were asked for. Secrets do not belong into addresses. */
export function submittedForm(
  run: ActionRun,
  module: string,
  requests: readonly AuthenticationRequest[],
  wanted: readonly string[] | undefined,
): SubmittedForm {
  const asked = wanted ? requests.filter(({ id }) => wanted.includes(id)) : requests
  const fields = new Map(asked.flatMap(({ fields }) => Object.entries(fields)))
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
  const complete = new Set(asked.filter(isComplete).map(({ id }) => id))
  return { has: id => complete.has(id), sent: field => values.has(field), value: field => values.get(field) ?? '' }
}

interface WayBack {
  readonly returnurl: string | undefined
  readonly continue: boolean
}

/** Such a conversation either begins, and says where to come back to, or goes on. */
export function checkWayBack(run: ActionRun, prefix: string, a: WayBack): void {
  if (a.returnurl === undefined && !a.continue)
    fail('apierror-missingparam-at-least-one-of', [textList([`${prefix}continue`, `${prefix}returnurl`]), { num: 2 }])
  if (a.returnurl === undefined || isAddress(run, a.returnurl)) return
  const name = `${prefix}returnurl`
  fail('apierror-badurl', [plaintext(name), plaintext(a.returnurl)], { code: `badurl_${name}` })
}

/** Whole, and with a protocol that addresses have on this wiki. */
const isAddress = ({ wiki }: ActionRun, text: string): boolean =>
  URL.canParse(text) && wiki.site.info.protocols.some(protocol => protocol !== '//' && text.startsWith(protocol))
