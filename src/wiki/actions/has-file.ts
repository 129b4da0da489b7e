import type { ActionRun } from '../api/action-run.ts'
import type { PageName } from '../content/pages.ts'
import { NS } from '../site/namespaces.ts'

/** Whether a page is that of a file that is really there. */
export async function hasFile({ db }: ActionRun, { ns, title }: PageName): Promise<boolean> {
  if (ns !== NS.file) return false
  return (await db.selectFrom('file').where('name', '=', title).select('name').executeTakeFirst()) !== undefined
}
