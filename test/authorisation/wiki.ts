import { multipart } from '#translation/api/testing.ts'
import type { ActionModule } from '#wiki/api/module.ts'
import type { QueryModule } from '#wiki/api/query/query-module.ts'
import { PICTURE } from './furnish.ts'
import type { Answer, House, Person } from './house.ts'

export type Kind = keyof House['apps']
type Request = Readonly<Record<string, string>>

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

/** Asks the Action API. */
export function ask(house: House, kind: Kind, who: Person, request: Request): Promise<Answer> {
  const query = new URLSearchParams({ format: 'json', formatversion: '2', ...request })
  return house.send(who, 'GET', `/api.php?${query}`, {}, house.apps[kind])
}

/** `ok`, or the code of the error, when somebody asks for an action: with its token, and by POST where it writes. */
export async function outcomeOf(
  house: House,
  kind: Kind,
  who: Person,
  module: ActionModule,
  request: Request,
  picture?: string,
) {
  const given = { action: module.name, format: 'json', formatversion: '2', ...request }
  if (!module.mustBePosted && module.token === undefined) return codeOf(await ask(house, kind, who, given))
  const { token, headers } = await house.token(who, module.token ?? 'csrf')
  const form = { ...given, ...(module.token && { [`${module.prefix}token`]: token }) }
  const sent = picture
    ? multipart(form, { name: picture, filename: 'sent.png', content: PICTURE })
    : { headers: FORM, body: new URLSearchParams(form).toString() }
  const wish = { headers: { ...headers, ...sent.headers }, body: sent.body }
  return codeOf(await house.send(who, 'POST', '/api.php', wish, house.apps[kind]))
}

const codeOf = ({ status, json }: Answer): string =>
  status === 200 ? (json?.error?.code ?? json?.errors?.[0]?.code ?? 'ok') : String(status)

/** A request that has a module tell all that it can tell of the pages of the house. */
export function everything(module: QueryModule): Request {
  const given: Record<string, string> = {
    action: 'query',
    [module.group]: module.name,
    titles: 'Main Page|Hidden|MediaWiki:Edit|User:Plain',
  }
  for (const [name, { type, options }] of Object.entries(module.params)) {
    const wire = `${module.prefix}${name}`
    if (Array.isArray(type) && options.multi && !['show', 'type'].includes(name)) given[wire] = type.join('|')
    else if (type === 'limit') given[wire] = 'max'
    else if (options.required) given[wire] = REQUIRED[name] ?? (Array.isArray(type) ? type[0] : 'Main Page')
  }
  return { ...given, ...ALSO[module.name] }
}

const REQUIRED: Readonly<Record<string, string>> = { search: 'qq', user: 'Boss' }
const ALSO: Readonly<Record<string, Request>> = {
  allusers: { auprop: 'blockinfo|groups|rights|editcount|registration' },
  users: { ususers: 'Plain|Other|Boss' },
  usercontribs: { ucuser: 'Boss' },
  revisions: { rvslots: '*', titles: 'Hidden' },
  allmessages: { ammessages: 'edit|qqmessage' },
}
