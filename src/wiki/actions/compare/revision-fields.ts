import type { ActionRun } from '../../api/action-run.ts'
import type { Row } from '../../api/result/shape.ts'
import { actorsById } from '../../content/actors.ts'
import { pagesByName } from '../../content/pages.ts'
import { parsedSummaries } from '../../content/parsed-summaries.ts'
import { summaryTexts } from '../../content/summaries.ts'
import { canSee, type HiddenPart, isHidden, isSuppressed } from '../../site/hidden-parts.ts'
import { isoTimestamp } from '../../site/timestamp.ts'
import type { ComparedRevision } from './compared-revision.ts'

/** Fields about the revision on one side, prefixed with the name of the side. */
export async function revisionFields(
  run: ActionRun,
  side: 'from' | 'to',
  revision: ComparedRevision | null,
  prop: ReadonlySet<string>,
): Promise<Row> {
  if (revision === null) return {}
  const fields = await fieldsOf(run, revision, prop)
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [side + name, value]))
}

async function fieldsOf(run: ActionRun, revision: ComparedRevision, prop: ReadonlySet<string>): Promise<Row> {
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

async function userFields({ db }: ActionRun, { actor_id }: ComparedRevision): Promise<Row> {
  const actor = (await actorsById(db, [actor_id])).get(actor_id)
  return { user: actor?.name ?? '', userid: actor?.account_id ?? 0 }
}

/** Asking for the comment also returns it as HTML. */
async function commentFields(run: ActionRun, revision: ComparedRevision, prop: ReadonlySet<string>): Promise<Row> {
  if (!prop.has('comment') && !prop.has('parsedcomment')) return {}
  const text = (await summaryTexts(run.db, [revision.summary_id])).get(revision.summary_id) ?? ''
  const [parsedcomment] = await parsedSummaries(run, [{ text, page: revision }])
  return { ...(prop.has('comment') && { comment: text }), parsedcomment }
}
