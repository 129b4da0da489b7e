// User information shared by users, allusers and userinfo.
import { optionsOf } from '#accounts/options.ts'
import { dateTimeFormat } from '#languages/date-format.ts'
import type { ActionRun } from '../../api/action-run.ts'
import type { QueryRun } from '../../api/query/query-run.ts'
import type { Members, ResultOf } from '../../api/result/kinds.ts'
import { asObject, list } from '../../api/result/shape.ts'
import type { ActiveBlock } from '../../content/active-blocks.ts'
import type { Person } from '../../content/people.ts'
import { minutesAhead } from '../../content/time-correction.ts'
import { wordingOf } from '../../messages/wording.ts'
import { isoTimestamp } from '../../site/timestamp.ts'
import { formatTime } from '../../wikitext/functions/time-format.ts'

/** An account. */
export const accountMembers = {
  'hidden?': 'boolean',
  'editcount?': 'integer',
  'groups?': ['string'],
  'implicitgroups?': ['string'],
  'rights?': ['string'],
} as const satisfies Members

/** A block in force. */
export const blockMembers = {
  blockid: 'integer|null',
  blockedby: 'string',
  blockedbyid: 'integer',
  blockreason: 'string',
  blockedtimestamp: 'string',
  blockexpiry: 'string',
  blockpartial: 'boolean',
  blocknocreate: 'boolean',
  blockanononly: 'boolean',
  blockedtimestampformatted: 'string',
  'blockexpiryformatted?': 'string',
  'blockexpiryrelative?': 'string',
} as const satisfies Members

/** Where an account exists. */
export const centralMembers = {
  'centralids?': { local: 'integer' },
  'attachedlocal?': { local: 'boolean' },
  'attachedwiki?': { local: 'boolean' },
} as const satisfies Members

/** Membership in a group. */
export const membershipMembers = { group: 'string', expiry: 'string' } as const satisfies Members

/** The reader of a response and their language. */
type Reading = Pick<QueryRun, 'wiki'> & { readonly run: Pick<ActionRun, 'language' | 'caller'> }

/** Formats a time in the caller's language: `23:36, 8 November 2026`. */
export async function timeWriter({ wiki, run }: Reading): Promise<(seconds: number) => string> {
  const wording = await wordingOf(wiki.messages, run.language)
  const host = { message: (key: string) => wording.text(key) ?? null }
  const own = run.caller.account ? await optionsOf(wiki.db, run.caller.account.id) : new Map<string, string | null>()
  const format = dateTimeFormat(run.language, own.get('date') ?? undefined)
  const shift = (seconds: number) => seconds + 60 * minutesAhead(own.get('timecorrection') ?? '', seconds)
  return seconds => formatTime(host, format, new Date(shift(seconds) * 1000))
}

export function blockFacts(block: ActiveBlock, write: (seconds: number) => string): ResultOf<typeof blockMembers> {
  return {
    // A composite block has no id.
    blockid: block.id || null,
    blockedby: block.byName,
    blockedbyid: block.byId,
    blockreason: block.reason,
    blockedtimestamp: isoTimestamp(block.timestamp),
    blockexpiry: block.expiresAt === null ? 'infinite' : isoTimestamp(block.expiresAt),
    blockpartial: !block.sitewide,
    blocknocreate: block.noCreate,
    blockanononly: block.anonOnly,
    blockedtimestampformatted: write(block.timestamp),
    ...(block.expiresAt !== null && {
      blockexpiryformatted: write(block.expiresAt),
      // A future time is always written in full.
      blockexpiryrelative: write(block.expiresAt),
    }),
  }
}

/** There is a single wiki, so an account is attached to it or to none. Ids of hidden accounts are not revealed. */
export function centralFacts(
  q: QueryRun,
  id: number,
  attachedWiki: string | undefined,
  hidden = false,
): ResultOf<typeof centralMembers> {
  return {
    centralids: { local: hidden ? 0 : id },
    attachedlocal: asObject({ local: id > 0 }),
    ...(attachedWiki !== undefined && {
      attachedwiki: asObject({ local: id > 0 && attachedWiki === q.site.info.general.wikiid }),
    }),
  }
}

export const memberFacts = ({ memberships }: Pick<Person, 'memberships'>): ResultOf<typeof membershipMembers>[] =>
  list(
    'groupmembership',
    memberships.map(({ group, expiresAt }) => ({
      group,
      expiry: expiresAt === null ? 'infinity' : isoTimestamp(expiresAt),
    })),
  )

export const groupNames = (person: Person): string[] => person.memberships.map(({ group }) => group)
