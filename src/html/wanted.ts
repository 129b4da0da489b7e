import type { IncomingMessage } from 'node:http'

/** Forms by request: the URL alone does not identify what a POST asks for. */
const forms = new WeakMap<IncomingMessage, ReadonlyMap<string, string>>()

/** Fields that identify an API call. Other fields may be secret. */
const DESCRIBING = ['action', 'list', 'prop', 'meta', 'generator']
const LONGEST = 100

/** Remembers the form of a request while it is being processed. */
export const noteForm = (request: IncomingMessage, form: ReadonlyMap<string, string>): void => {
  forms.set(request, form)
}

/** Description of a request's form, for logs; '' if unknown. */
export function wantedBy(request: IncomingMessage): string {
  const form = forms.get(request)
  const fields = DESCRIBING.flatMap(name => (form?.has(name) ? [`${name}=${form.get(name)!.slice(0, LONGEST)}`] : []))
  return fields.length > 0 ? ` ${fields.join('&')}` : ''
}
