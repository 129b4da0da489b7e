import type { ActionRun } from '../../api/action-run.ts'
import { commentMembers, suppressedMembers } from '../../api/result/common.ts'
import type { Members, ResultOf } from '../../api/result/kinds.ts'
import { actorsById } from '../../content/actors.ts'
import { pagesByName } from '../../content/pages.ts'
import { parsedSummaries } from '../../content/parsed-summaries.ts'
import { summaryTexts } from '../../content/summaries.ts'
import { canSee, type HiddenPart, isHidden, isSuppressed } from '../../site/hidden-parts.ts'
import { isoTimestamp } from '../../site/timestamp.ts'
import type { ComparedRevision } from './compared-revision.ts'

const REVISION = {
  /** Page id; 0 if the page is deleted. */
  'id?': 'integer',
  'revid?': 'integer',
  'ns?': 'integer',
  'title?': 'string',
  'size?': 'integer|null',
  'timestamp?': 'string',
  'texthidden?': 'boolean',
  'userhidden?': 'boolean',
  'user?': 'string',
  'userid?': 'integer',
  ...commentMembers,
  ...suppressedMembers,
  'archive?': 'boolean',
} as const satisfies Members

type Prefixed<S extends string> = {
  readonly [N in keyof typeof REVISION as `${S}${N}`]: (typeof REVISION)[N]
}

const prefixed = (side: string, members: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [side + name, value]))

export const sideMembers = <S extends 'from' | 'to'>(side: S): Prefixed<S> => prefixed(side, REVISION) as Prefixed<S>

/** Fields about the revision on one side, prefixed with the name of the side. */
export async function revisionFields<S extends 'from' | 'to'>(
  run: ActionRun,
  side: S,
  revision: ComparedRevision | null,
  prop: ReadonlySet<string>,
): Promise<ResultOf<Prefixed<S>>> {
  const fields = revision === null ? {} : await fieldsOf(run, revision, prop)
  return prefixed(side, fields) as ResultOf<Prefixed<S>>
}

async function fieldsOf(
  run: ActionRun,
  revision: ComparedRevision,
  prop: ReadonlySet<string>,
): Promise<ResultOf<typeof REVISION>> {
  const { ns, title, deleted } = revision
  const hides = (part: HiddenPart) => isHidden(deleted, part)
  const sees = (part: HiddenPart) => canSee(deleted, part, run.caller)
  const [page] = prop.has('ids') ? await pagesByName(run.db, [{ ns, title }]) : []
  const hidesAny = (['text', 'user', 'comment'] as const).some(hides)
  return {
    ...(prop.has('ids') && { id: page?.id ?? 0, revid: revision.id }),
    ...(prop.has('title') && run.pageName(ns, title)),
    ...(prop.has('size') && { size: revision.length }),
    ...(prop.has('timestamp') && { timestamp: isoTimestamp(revision.timestamp) }),
    ...(hides('text') && { texthidden: true }),
    ...(hides('user') && { userhidden: true }),
    ...(prop.has('user') && sees('user') && (await userFields(run, revision))),
    ...(hides('comment') && { commenthidden: true }),
    ...(sees('comment') && (await commentFields(run, revision, prop))),
    ...(hidesAny && isSuppressed(deleted) && { suppressed: true }),
    ...(revision.isDeleted && { archive: true }),
  }
}

async function userFields({ db }: ActionRun, { actor_id }: ComparedRevision) {
  const actor = (await actorsById(db, [actor_id])).get(actor_id)
  return { user: actor?.name ?? '', userid: actor?.account_id ?? 0 }
}

/** Asking for the comment also returns it as HTML. */
async function commentFields(run: ActionRun, revision: ComparedRevision, prop: ReadonlySet<string>) {
  if (!prop.has('comment') && !prop.has('parsedcomment')) return {}
  const text = (await summaryTexts(run.db, [revision.summary_id])).get(revision.summary_id) ?? ''
  const [parsedcomment] = await parsedSummaries(run, [{ text, page: revision }])
  return { ...(prop.has('comment') && { comment: text }), parsedcomment }
}
