import type { ActionRun } from '../api/action-run.ts'
import { outputOthers } from '../api/query/output-pages.ts'
import type { PageSet } from '../api/query/page-set.ts'
import type { REQUESTED_PAGE } from '../api/result/envelope.ts'
import type { ResultOf } from '../api/result/kinds.ts'

/** A requested page in the response of an action. */
export type RequestedPage = ResultOf<typeof REQUESTED_PAGE>

type Kind = 'invalid' | 'special' | 'missingIds' | 'missingRevisions' | 'missing' | 'interwiki'

/** Response rows for requested pages that the action cannot change, in this order of kinds. */
export async function untouchedPages(run: ActionRun, pages: PageSet, kinds: readonly Kind[]): Promise<RequestedPage[]> {
  await outputOthers(run, pages)
  const shown = (entries: readonly { readonly key: number }[]) =>
    entries.map(({ key }) => pages.output(key) as RequestedPage)
  const rows: Readonly<Record<Kind, () => RequestedPage[]>> = {
    invalid: () => shown(pages.invalid),
    special: () => shown(pages.special.toSorted((a, b) => a.ns - b.ns)),
    missingIds: () => pages.missingIds.map(pageid => ({ pageid, missing: true })),
    missingRevisions: () => [...new Set(pages.missingRevisions)].map(revid => ({ revid, missing: true })),
    missing: () => shown(pages.missing),
    interwiki: () => [...pages.interwiki] as RequestedPage[],
  }
  return kinds.flatMap(kind => rows[kind]())
}
