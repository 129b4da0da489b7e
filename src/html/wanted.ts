import type { IncomingMessage } from 'node:http'

/** Forms by their request: the address of a form alone does not say what it asks for. */
const forms = new WeakMap<IncomingMessage, ReadonlyMap<string, string>>()

/** What tells one use of an API from another. Other fields may be secret. */
const TELLING = ['action', 'list', 'prop', 'meta', 'generator']
const LONGEST = 100

/** Remembers the form of a request while it is under way. */
export const noteForm = (request: IncomingMessage, form: ReadonlyMap<string, string>): void => {
  forms.set(request, form)
}

/** What the form of a request asks for, for those who look after the server; '' where that is not known. */
export function wantedBy(request: IncomingMessage): string {
  const form = forms.get(request)
  const told = TELLING.flatMap(name => (form?.has(name) ? [`${name}=${form.get(name)!.slice(0, LONGEST)}`] : []))
  return told.length > 0 ? ` ${told.join('&')}` : ''
}
