// Members that several modules return.
import type { Members } from './kinds.ts'

/** A page by name. */
export const titleMembers = { ns: 'integer', title: 'string' } as const satisfies Members

/** A page by name; one that does not exist has no id. */
export const pageMembers = { 'pageid?': 'integer', ...titleMembers } as const satisfies Members

/** A page that exists. */
export const existingPageMembers = { pageid: 'integer', ...titleMembers } as const satisfies Members

/** A page whose members depend on `prop`. */
export const optionalPageMembers = {
  'pageid?': 'integer',
  'ns?': 'integer',
  'title?': 'string',
} as const satisfies Members

export const commentMembers = {
  'comment?': 'string',
  'parsedcomment?': 'string',
  'commenthidden?': 'boolean',
} as const satisfies Members

export const authorMembers = {
  'user?': 'string',
  'userid?': 'integer',
  'anon?': 'boolean',
  'userhidden?': 'boolean',
} as const satisfies Members

/** Hidden even from administrators. */
export const suppressedMembers = { 'suppressed?': 'boolean' } as const satisfies Members
