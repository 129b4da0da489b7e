import { plaintext } from '../messages/message.ts'
import type { Endpoint } from './endpoint.ts'
import { RestError } from './rest-error.ts'

export interface Match {
  readonly endpoint: Endpoint
  /** Values in the path, decoded. */
  readonly inPath: ReadonlyMap<string, string>
}

/** The endpoint of a path, which is split before it is decoded: `%2F` belongs to a title. */
export function match(endpoints: readonly Endpoint[], method: string, path: string): Match {
  const parts = path.split('/')
  const wanted = method === 'HEAD' ? 'GET' : method
  const fitting = endpoints.filter(endpoint => fits(endpoint.path.split('/'), parts))
  const endpoint = fitting.find(each => each.method === wanted)
  if (endpoint) return { endpoint, inPath: valuesIn(endpoint.path.split('/'), parts) }
  const allowed = methodsOf(fitting)
  if (allowed.length === 0) throw new RestError(404, { key: 'rest-no-match', params: [plaintext(path)] })
  const params = [plaintext(method), { list: allowed.map(plaintext), type: 'comma' } as const, { num: allowed.length }]
  throw new RestError(405, { key: 'rest-wrong-method', params }, {}, { allow: allowed.join(', ') })
}

/** Methods of a path, for preflights. */
export const allowedMethods = (endpoints: readonly Endpoint[], path: string): string[] =>
  methodsOf(endpoints.filter(endpoint => fits(endpoint.path.split('/'), path.split('/'))))

const methodsOf = (endpoints: readonly Endpoint[]): string[] => {
  const methods = [...new Set(endpoints.map(({ method }) => method))]
  return methods.includes('GET') ? ['HEAD', ...methods] : methods
}

const fits = (template: readonly string[], parts: readonly string[]): boolean =>
  template.length === parts.length && template.every((part, at) => isVariable(part) || part === parts[at])

const isVariable = (part: string): boolean => part.startsWith('{')

const valuesIn = (template: readonly string[], parts: readonly string[]): Map<string, string> =>
  new Map(template.flatMap((part, at) => (isVariable(part) ? [[part.slice(1, -1), decode(parts[at]!)]] : [])))

/** Invalid escapes become replacement characters, which no title contains. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part.replace(/%[0-9a-f]{2}/gi, '\ufffd')
  }
}
