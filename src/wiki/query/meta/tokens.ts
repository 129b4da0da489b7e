import { issueToken, needsSession } from '#accounts/tokens.ts'
import { lacksSameOrigin } from '../../api/cross-origin.ts'
import { helpPage } from '../../api/help-page.ts'
import { manyOf } from '../../api/params/kinds.ts'
import { metaModule } from '../../api/query/query-module.ts'
import type { Members, ResultOf } from '../../api/result/kinds.ts'

const TOKENS = {
  'csrftoken?': 'string',
  'watchtoken?': 'string',
  'patroltoken?': 'string',
  'rollbacktoken?': 'string',
  'userrightstoken?': 'string',
  'logintoken?': 'string',
  'createaccounttoken?': 'string',
} as const satisfies Members

export const tokens = metaModule({
  name: 'tokens',
  prefix: '',
  classname: 'ApiQueryTokens',
  readRights: false,
  summary: 'Get the tokens required by data-modifying actions.',
  helpUrls: [helpPage('Tokens')],
  help: {
    examples: [
      ['action=query&meta=tokens', 'simple'],
      ['action=query&meta=tokens&type=watch|patrol', 'types'],
    ],
    params: { type: { words: 'Types of token to return.' } },
  },
  result: { tokens: TOKENS },
  params: {
    type: manyOf(['createaccount', 'csrf', 'login', 'patrol', 'rollback', 'userrights', 'watch'], {
      default: ['csrf'],
      takesAll: true,
    }),
  },

  async answer(q, a) {
    if (lacksSameOrigin(q.run.request)) {
      q.warn('apiwarn-tokens-origin')
      return undefined
    }
    const { callers, clock } = q.wiki.services
    if (a.type.some(needsSession)) q.run.caller = await callers.withSession(q.run.caller)
    const tokens: ResultOf<typeof TOKENS> = {}
    for (const type of a.type) tokens[`${type}token`] = issueToken(q.run.caller, type, clock)
    return tokens
  },
})
