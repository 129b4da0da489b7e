// The deprecated `token` parameter of info, revisions and recentchanges, from before meta=tokens.
import { issueToken, type TokenType } from '#accounts/tokens.ts'
import type { QueryRun } from '../../api/query/query-run.ts'
import { apiMessage } from '../../messages/message.ts'

interface OlderToken {
  readonly type: TokenType
  allowed(q: QueryRun): boolean
}

const byRight = (...rights: readonly string[]): OlderToken => ({
  type: 'csrf',
  allowed: q => rights.some(right => q.caller.can(right)),
})

const OLDER_TOKENS = {
  block: byRight('block'),
  delete: byRight('delete'),
  edit: byRight('edit'),
  email: { type: 'csrf', allowed: q => q.caller.account !== null && q.caller.can('sendemail') },
  import: byRight('import', 'importupload'),
  move: byRight('move'),
  patrol: { type: 'patrol', allowed: q => q.caller.can('patrol') || q.caller.can('patrolmarks') },
  protect: byRight('protect'),
  rollback: { type: 'rollback', allowed: q => q.caller.can('rollback') },
  unblock: byRight('block'),
  watch: { type: 'watch', allowed: q => q.caller.account !== null },
} as const satisfies Readonly<Record<string, OlderToken>>

type TokenName = keyof typeof OLDER_TOKENS
type Tokens<N extends TokenName> = { [name in `${N}token`]?: string }

/** `<name>token` for each token the caller may have, with warnings for others. Cross-origin callers get none. */
export function olderTokens<N extends TokenName>(q: QueryRun, names: readonly N[] | undefined): Tokens<N> {
  if (!names || q.run.request.params.has('callback') || q.run.request.params.get('origin') === '*') return {}
  const tokens: Tokens<N> = {}
  for (const name of names) {
    const { type, allowed } = OLDER_TOKENS[name]
    if (allowed(q)) tokens[`${name}token`] = issueToken(q.caller, type, q.wiki.services.clock)
    else q.run.warn(q.path, apiMessage('apiwarn-tokennotallowed', [name]))
  }
  return tokens
}
