import type { ActionRun } from '../../api/action-run.ts'
import type { PageState } from '../../editing/page-state.ts'
import { fail } from '../../messages/message.ts'

interface Begun {
  readonly starttimestamp: number | undefined
  readonly recreate: boolean
}

/** Whoever began to write before the page was deleted must say that they want it back. */
export async function checkRecreation(run: ActionRun, state: PageState, a: Begun): Promise<void> {
  if (state.page !== null || a.recreate || a.starttimestamp === undefined) return
  const deletion = await run.db
    .selectFrom('log')
    .where('ns', '=', state.ns)
    .where('title', '=', state.title)
    .where('timestamp', '>=', a.starttimestamp)
    .where('type', '=', 'delete')
    .where('action', '=', 'delete')
    .select('id')
    .limit(1)
    .executeTakeFirst()
  if (deletion) fail('apierror-pagedeleted')
}
