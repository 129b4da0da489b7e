import { helpPage } from '../../api/help-page.ts'
import { boolean, oneOf, string } from '../../api/params/kinds.ts'
import { metaModule } from '../../api/query/query-module.ts'
import type { Members, ResultOf } from '../../api/result/kinds.ts'
import { messageWriter } from '../../api/result/message-writer.ts'
import { asObject, list } from '../../api/result/shape.ts'
import { type AuthenticationRequest, askedOf, authenticationRequests } from '../../content/authentication-requests.ts'
import { wordingOf } from '../../messages/wording.ts'

/** The format depends on `messageformat`. */
const message = ['string', '|', { key: 'string', params: [['string|null', '|', { num: 'integer' }]] }] as const

const fieldMembers = {
  type: 'string',
  'label?': message,
  'help?': message,
  optional: 'boolean',
  sensitive: 'boolean',
} as const satisfies Members

const requestMembers = {
  id: 'string',
  metadata: {},
  required: 'string',
  'provider?': message,
  'account?': message,
  'fields?': { '*': fieldMembers },
} as const satisfies Members

const authenticationMembers = {
  canauthenticatenow: 'boolean',
  cancreateaccounts: 'boolean',
  canlinkaccounts: 'boolean',
  'securitysensitiveoperationstatus?': 'string',
  'haspreservedstate?': 'boolean',
  'hasprimarypreservedstate?': 'boolean',
  'preservedusername?': 'string',
  'requests?': [requestMembers],
  'fields?': { '*': fieldMembers },
} as const satisfies Members

type Message = ResultOf<typeof message>
type Field = ResultOf<typeof fieldMembers>
type Request = ResultOf<typeof requestMembers>

export const authmanagerinfo = metaModule({
  name: 'authmanagerinfo',
  prefix: 'ami',
  classname: 'ApiQueryAuthManagerInfo',
  readRights: false,
  summary: 'Get the authentication requests for login, account creation or credential changes.',
  helpUrls: [helpPage('Authmanagerinfo')],
  help: {
    examples: [
      ['action=query&meta=authmanagerinfo&amirequestsfor=login', 'login'],
      ['action=query&meta=authmanagerinfo&amirequestsfor=login&amimergerequestfields=1', 'login-merged'],
      ['action=query&meta=authmanagerinfo&amisecuritysensitiveoperation=foo', 'securitysensitiveoperation'],
    ],
    params: {
      securitysensitiveoperation: { words: 'Report whether this operation requires a recent login.' },
      requestsfor: { words: 'Return the authentication requests for this operation.' },
      mergerequestfields: { key: 'api-help-authmanagerhelper-mergerequestfields' },
      messageformat: { key: 'api-help-authmanagerhelper-messageformat' },
    },
  },
  result: { authmanagerinfo: authenticationMembers },
  params: {
    securitysensitiveoperation: string(),
    requestsfor: oneOf([
      'change',
      'create',
      'create-continue',
      'link',
      'link-continue',
      'login',
      'login-continue',
      'remove',
      'unlink',
    ]),
    mergerequestfields: boolean(),
    messageformat: oneOf(['html', 'none', 'raw', 'wikitext'], { default: 'wikitext' }),
  },

  async answer(q, a) {
    const requests = a.requestsfor === undefined ? null : authenticationRequests(a.requestsfor, askedOf(q))
    // Account creation does not concern the current account.
    const account = a.requestsfor === 'create' ? null : (q.caller.account?.name ?? null)
    const writeMessage = messageWriter(a.messageformat, await wordingOf(q.wiki.messages, q.run.language))
    const write: Write = (key, params = []) => writeMessage({ key, params })
    return {
      canauthenticatenow: true,
      cancreateaccounts: true,
      canlinkaccounts: false,
      ...(a.securitysensitiveoperation !== undefined && {
        securitysensitiveoperationstatus: q.caller.account ? 'ok' : 'reauth',
      }),
      ...(requests && {
        haspreservedstate: false,
        hasprimarypreservedstate: false,
        preservedusername: '',
        requests: list(
          '_v',
          requests.map(request => describe(account, request, write, !a.mergerequestfields)),
        ),
        ...(a.mergerequestfields && {
          fields: asObject(mergedFields(requests, write)),
        }),
      }),
    }
  },
})

type Write = (key: string, params?: readonly (string | null | { num: number })[]) => Message | undefined

function describe(account: string | null, request: AuthenticationRequest, write: Write, withFields: boolean): Request {
  const provider = request.provider === null ? write('$1', [request.id]) : write(request.provider)
  const shownAccount = write('$1', [request.provider === null ? request.id : account])
  return {
    id: request.id,
    metadata: asObject({}),
    required: request.required,
    ...(provider !== undefined && { provider }),
    ...(shownAccount !== undefined && { account: shownAccount }),
    ...(withFields && { fields: asObject(fieldsOf(request, write)) }),
  }
}

/** Any one of several primary requests is enough, so fields of only one of them are optional, as are those of optional requests. */
function mergedFields(requests: readonly AuthenticationRequest[], write: Write): Record<string, Field> {
  const ways = requests.filter(({ required }) => required === 'primary-required')
  const others = requests.filter(request => !ways.includes(request))
  const merged: Record<string, Field> = {}
  for (const request of requests)
    for (const [name, field] of Object.entries(fieldsOf(request, write))) {
      const isSpared =
        ways.length > 1 && ways.some(way => !(name in way.fields)) && others.every(each => !(name in each.fields))
      merged[name] ??= isSpared || request.required === 'optional' ? { ...field, optional: true } : field
    }
  return merged
}

const fieldsOf = ({ fields }: AuthenticationRequest, write: Write): Record<string, Field> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, shownField(field, write)]))

function shownField(field: AuthenticationRequest['fields'][string], write: Write): Field {
  const label = write(field.label, field.labelNumber === undefined ? [] : [{ num: field.labelNumber }])
  const help = write(field.help)
  return {
    type: field.type,
    ...(label !== undefined && { label }),
    ...(help !== undefined && { help }),
    optional: field.optional ?? false,
    sensitive: field.sensitive ?? false,
  }
}
