import type { Entry } from '../../../api/query/page-set.ts'
import type { QueryRun } from '../../../api/query/query-run.ts'
import type { Members, ResultOf } from '../../../api/result/kinds.ts'
import { messageMembers } from '../../../api/result/message-formatter.ts'
import { list } from '../../../api/result/shape.ts'
import type { Denial } from '../../../content/permission-facts.ts'
import { Permissions } from '../../../content/permissions.ts'
import { blockFacts, blockMembers, timeWriter } from '../people.ts'
import { modelOf } from './page-facts.ts'

/** Reason for a denied action. */
const denialMembers = {
  ...messageMembers,
  'data?': { 'blockinfo?': blockMembers, '*': 'any' },
} as const satisfies Members

/** By action: whether it is allowed, or with more detail the reasons against it. */
export const actionMembers = {
  'actions?': { '*': ['boolean', '|', [denialMembers]] },
} as const satisfies Members

type Detail = 'boolean' | 'full' | 'quick'

/** Tests whether the caller may perform actions on each page, until the response is full. */
export class ActionTests {
  readonly #q: QueryRun
  readonly #actions: readonly string[]
  readonly #detail: Detail
  readonly #permissions: Permissions
  readonly #writeTime: (seconds: number) => string
  #left: number

  private constructor(
    q: QueryRun,
    actions: readonly string[],
    detail: Detail,
    permissions: Permissions,
    writeTime: (seconds: number) => string,
  ) {
    this.#q = q
    this.#actions = actions
    this.#detail = detail
    this.#permissions = permissions
    this.#writeTime = writeTime
    this.#left = q.run.highLimits ? 500 : 50
  }

  static async load(
    q: QueryRun,
    entries: readonly Entry[],
    actions: readonly string[],
    detail: Detail,
  ): Promise<ActionTests> {
    // Reasons are rendered synchronously later, so load the messages now.
    if (detail !== 'boolean') await q.run.wiki.messages.catchUp()
    return new ActionTests(q, actions, detail, await Permissions.load(q.run, entries), await timeWriter(q))
  }

  get exhausted(): boolean {
    return this.#left <= 0
  }

  facts(entry: Entry): ResultOf<typeof actionMembers> {
    this.#left -= this.#actions.length
    const page = { ...entry, model: modelOf(this.#q, entry) }
    const results = this.#actions.map(action => {
      if (this.#detail === 'boolean') return [action, this.#permissions.can(action, page)] as const
      const denials = this.#permissions.denials(action, page, this.#detail)
      return [
        action,
        list(
          'error',
          denials.map(denial => this.#shown(denial)),
        ),
      ] as const
    })
    return { actions: Object.fromEntries(results) }
  }

  #shown({ block, ...message }: Denial): ResultOf<typeof denialMembers> {
    const data = block && { data: { blockinfo: blockFacts(block, this.#writeTime) } }
    return Object.assign(this.#q.run.formatter.entry(message), data)
  }
}
