import type { Members } from './kinds.ts'
import { messageMembers } from './message-formatter.ts'

/** An error or warning about part of the request. The oldest error format has the message key and a type. */
export const MESSAGE = { ...messageMembers, 'message?': 'string', 'type?': 'string' } as const satisfies Members

/** Members that the API itself adds to the response of any action. */
export const ENVELOPE = {
  'batchcomplete?': 'boolean',
  'continue?': { '*': 'string|integer' },
  'query-continue?': { '*': { '*': 'string|integer' } },
  'query-noncontinue?': { '*': { '*': 'string|integer' } },
  /** By module in the oldest error format. */
  'warnings?': [{ '*': { warnings: 'string' } }, '|', [{ ...messageMembers, module: 'string' }]],
  'limits?': { '*': 'integer' },
  'requestid?': 'string',
  'curtimestamp?': 'string',
  'servedby?': 'string',
  'uselang?': 'string',
  'errorlang?': 'string',
} as const satisfies Members

/** Members of any page, whatever its properties. */
export const PAGE = {
  'pageid?': 'integer',
  'ns?': 'integer',
  'title?': 'string',
  'missing?': 'boolean',
  'known?': 'boolean',
  'special?': 'boolean',
  'invalid?': 'boolean',
  'invalidreason?': ['string', '|', messageMembers],
} as const satisfies Members

const MISSING_REVISION = { revid: 'integer', missing: 'boolean' } as const satisfies Members

/** How the requested titles became pages. */
export const PAGE_SET = {
  'normalized?': [{ fromencoded: 'boolean', from: 'string', to: 'string' }],
  'converted?': [{ from: 'string', to: 'string' }],
  'interwiki?': [{ title: 'string', iw: 'string', 'url?': 'string' }],
  'redirects?': [{ from: 'string', to: 'string', 'tofragment?': 'string', 'tointerwiki?': 'string' }],
  /** Keyed by id, which PHP shows as a list if the ids are 0, 1, 2, …. */
  'badrevids?': [{ '*': MISSING_REVISION }, '|', [MISSING_REVISION]],
} as const satisfies Members

/** Requested pages in the responses of actions that change pages. */
export const REQUESTED_PAGE = {
  ...PAGE,
  'revid?': 'integer',
  'iw?': 'string',
  /** Rank among the results of a generator. */
  'index?': 'integer',
} as const satisfies Members
