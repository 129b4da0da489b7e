import { helpPage } from '../../api/help-page.ts'
import { boolean, oneOf, string } from '../../api/params/kinds.ts'
import { metaModule } from '../../api/query/query-module.ts'
import { messageWriter } from '../../api/result/message-writer.ts'
import { asObject, list, type Row } from '../../api/result/shape.ts'
import { type AuthenticationRequest, askedOf, authenticationRequests } from '../../content/authentication-requests.ts'
import { wordingOf } from '../../messages/wording.ts'

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

type Write = (key: string, params?: readonly (string | null | { num: number })[]) => unknown

const present = (row: Row): Row => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined))

function describe(account: string | null, request: AuthenticationRequest, write: Write, withFields: boolean): Row {
  return present({
    id: request.id,
    metadata: asObject({}),
    required: request.required,
    provider: request.provider === null ? write('$1', [request.id]) : write(request.provider),
    account: write('$1', [request.provider === null ? request.id : account]),
    fields: withFields ? asObject(fieldsOf(request, write)) : undefined,
  })
}

/** Any one of several primary requests is enough, so fields of only one of them are optional, as are those of optional requests. */
function mergedFields(requests: readonly AuthenticationRequest[], write: Write): Row {
  const ways = requests.filter(({ required }) => required === 'primary-required')
  const others = requests.filter(request => !ways.includes(request))
  const merged: Row = {}
  for (const request of requests)
    for (const [name, field] of Object.entries(fieldsOf(request, write))) {
      const isSpared =
        ways.length > 1 && ways.some(way => !(name in way.fields)) && others.every(each => !(name in each.fields))
      merged[name] ??= isSpared || request.required === 'optional' ? { ...(field as Row), optional: true } : field
    }
  return merged
}

function fieldsOf({ fields }: AuthenticationRequest, write: Write): Row {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      present({
        type: field.type,
        label: write(field.label, field.labelNumber === undefined ? [] : [{ num: field.labelNumber }]),
        help: write(field.help),
        optional: field.optional ?? false,
        sensitive: field.sensitive ?? false,
      }),
    ]),
  )
}
