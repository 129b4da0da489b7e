import type { ActionRun } from '../api/action-run.ts'
import type { MESSAGE } from '../api/result/envelope.ts'
import type { Members, ResultOf } from '../api/result/kinds.ts'
import { messageMembers } from '../api/result/message-formatter.ts'
import { optionalMembers } from '../api/result/optional-members.ts'
import type { ApiMessage } from '../messages/message.ts'

/** A message as part of a result, in the error format of the request. */
export type ResultMessage = ResultOf<typeof MESSAGE>

export const resultError = ({ formatter }: ActionRun, message: ApiMessage, type?: 'error' | 'warning'): ResultMessage =>
  formatter.partial(message, type) as ResultMessage

/** Errors about parts of a request that otherwise succeeded. */
export const resultErrors = ({ formatter }: ActionRun, messages: readonly ApiMessage[]): ResultMessage[] =>
  formatter.partials(messages) as ResultMessage[]

type Reason = string | ResultOf<typeof messageMembers>

/** Why the action did nothing; in the oldest error format plain text. */
export const resultReason = ({ formatter }: ActionRun, message: ApiMessage): Reason =>
  formatter.outcome(message) as Reason

/** An error among the other members of an item. The oldest error format adds its data to them, too. */
export const FAULT = { ...optionalMembers(messageMembers), 'info?': 'string' } as const satisfies Members

export const resultFault = ({ formatter }: ActionRun, message: ApiMessage): ResultOf<typeof FAULT> =>
  formatter.single(message) as ResultOf<typeof FAULT>
