import { helpPage } from '../../api/help-page.ts'
import { boolean, oneOf, string } from '../../api/params/kinds.ts'
import { metaModule } from '../../api/query/query-module.ts'
import type { Members } from '../../api/result/kinds.ts'
import { messageWriter } from '../../api/result/message-writer.ts'
import { askedOf, authenticationRequests, continuedRequests } from '../../content/authentication-requests.ts'
import { wordingOf } from '../../messages/wording.ts'
import { describeRequests, FIELD_MEMBERS, REQUEST_MEMBERS, type Write } from './described-requests.ts'

const authenticationMembers = {
  canauthenticatenow: 'boolean',
  cancreateaccounts: 'boolean',
  canlinkaccounts: 'boolean',
  'securitysensitiveoperationstatus?': 'string',
  'haspreservedstate?': 'boolean',
  'hasprimarypreservedstate?': 'boolean',
  'preservedusername?': 'string',
  'requests?': [REQUEST_MEMBERS],
  'fields?': { '*': FIELD_MEMBERS },
} as const satisfies Members

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
    const requests =
      a.requestsfor === undefined
        ? null
        : a.requestsfor === 'login-continue'
          ? await continuedRequests(q)
          : authenticationRequests(a.requestsfor, askedOf(q))
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
        ...describeRequests(account, requests, write, a.mergerequestfields),
      }),
    }
  },
})
