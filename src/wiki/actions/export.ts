import type { ActionRun } from '../api/action-run.ts'
import type { PageSet } from '../api/query/page-set.ts'

/** The pages as an XML dump, inside the answer (`export`) or instead of it (`exportnowrap`). */
export async function exportPages(
  _run: ActionRun,
  _args: { readonly exportnowrap: boolean },
  _pages: PageSet,
): Promise<void> {}
