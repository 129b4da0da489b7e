import { multipart } from '#translation/api/testing.ts'
import type { ActionModule } from '#wiki/api/module.ts'
import type { QueryModule } from '#wiki/api/query/query-module.ts'
import { PICTURE } from './fixtures.ts'
import type { Answer, Person, TestServer } from './test-server.ts'

export type Kind = keyof TestServer['apps']
type Request = Readonly<Record<string, string>>

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

/** Sends a GET request to the Action API. */
export function ask(server: TestServer, kind: Kind, who: Person, request: Request): Promise<Answer> {
  const query = new URLSearchParams({ format: 'json', formatversion: '2', ...request })
  return server.send(who, 'GET', `/api.php?${query}`, {}, server.apps[kind])
}

/** Sends an action with its token, by POST if it writes. Returns `ok` or the error code. */
export async function outcomeOf(
  server: TestServer,
  kind: Kind,
  who: Person,
  module: ActionModule,
  request: Request,
  picture?: string,
) {
  const params = { action: module.name, format: 'json', formatversion: '2', ...request }
  if (!module.mustBePosted && module.token === undefined) return codeOf(await ask(server, kind, who, params))
  const { token, headers } = await server.token(who, module.token ?? 'csrf')
  const form = { ...params, ...(module.token && { [`${module.prefix}token`]: token }) }
  const sent = picture
    ? multipart(form, { name: picture, filename: 'sent.png', content: PICTURE })
    : { headers: FORM, body: new URLSearchParams(form).toString() }
  const options = { headers: { ...headers, ...sent.headers }, body: sent.body }
  return codeOf(await server.send(who, 'POST', '/api.php', options, server.apps[kind]))
}

const codeOf = ({ status, json }: Answer): string =>
  status === 200 ? (json?.error?.code ?? json?.errors?.[0]?.code ?? 'ok') : String(status)

/** A request for all properties that a module can return for the test pages. */
export function everything(module: QueryModule): Request {
  const params: Record<string, string> = {
    action: 'query',
    [module.group]: module.name,
    titles: 'Main Page|Hidden|MediaWiki:Edit|User:Plain',
  }
  for (const [name, { type, options }] of Object.entries(module.params)) {
    const wire = `${module.prefix}${name}`
    if (Array.isArray(type) && options.multi && !['show', 'type'].includes(name)) params[wire] = type.join('|')
    else if (type === 'limit') params[wire] = 'max'
    else if (options.required) params[wire] = REQUIRED[name] ?? (Array.isArray(type) ? type[0] : 'Main Page')
  }
  return { ...params, ...ALSO[module.name] }
}

const REQUIRED: Readonly<Record<string, string>> = { search: 'qq', user: 'Boss' }
const ALSO: Readonly<Record<string, Request>> = {
  allusers: { auprop: 'blockinfo|groups|rights|editcount|registration' },
  users: { ususers: 'Plain|Other|Boss' },
  usercontribs: { ucuser: 'Boss' },
  revisions: { rvslots: '*', titles: 'Hidden' },
  allmessages: { ammessages: 'edit|qqmessage' },
}
