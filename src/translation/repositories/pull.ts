// Imports upstream changes. Conflicts are resolved per string in the database; commits follow from the result.

import { seconds } from '#store/clock.ts'
import { settleAlert } from '../catalogue/alerts.ts'
import { ACTION } from '../catalogue/change-actions.ts'
import type { ComponentParts } from '../catalogue/components.ts'
import { work } from '../catalogue/work.ts'
import { siteAuthor } from './authors.ts'
import { commitMessage } from './commit-message.ts'
import { commitPending } from './commit-pending.ts'
import type { TreeFile } from './copy.ts'
import type { Renames } from './moved-files.ts'
import { findLanding, noteLanded, publishedFiles } from './published.ts'
import { mergeCommits, refreshBeforePull } from './pull-requests.ts'
import { placeVariables, type Session, writeState } from './session.ts'
import { type Arrival, filesOf, nothingTaken, type TakenIn, takeIn } from './take-in.ts'
import type { Winner } from './three-way-merge.ts'
import { fetchRemote, noteReports } from './trouble.ts'

export type MergeStyle = 'merge' | 'rebase' | 'merge_noff'

/** The commits a repository is at. */
export interface Position {
  /** Our newest commit. */
  readonly head: string
  readonly upstream: string
}

export interface Pulled extends Position {
  readonly taken: TakenIn
}

const NONE = new Map<string, TreeFile>()

/** Ensures that the local copy matches the database; a lost copy is fetched again. */
export async function position(session: Session): Promise<Pulled> {
  const { copy, root } = session
  const { head, upstream } = await session.state(root.component.id)
  if ((await copy.has(head)) && (await copy.has(upstream)))
    return { head, upstream, taken: await importNewMembers(session, { head, upstream }) }
  const remote = await fetchRemote(session)
  const isKnown = await copy.has(upstream)
  // Commits that existed only in the lost copy are recreated from the database.
  return rebaseOnto(session, { head: isKnown ? upstream : '', upstream: isKnown ? upstream : '' }, remote, 'everything')
}

/** Imports files for components that joined the repository since the last operation. */
async function importNewMembers(session: Session, { head, upstream }: Position): Promise<TakenIn> {
  const { copy, services, account } = session
  const all = nothingTaken()
  for (const parts of session.members) {
    if ((await session.state(parts.component.id)).upstream !== '') continue
    const { files: theirs, others } = await copy.files(head)
    const taken = await takeIn(session, parts, { base: null, theirs, others, also: new Set() })
    await work(services, account, async piece => {
      const place = { project_id: parts.project.id, component_id: parts.component.id }
      await writeState(piece.tx, parts.component.id, { upstream }, session.root.component.id)
      await noteReports(piece, taken.reports)
      if (taken.unreadable.length > 0)
        piece.record(ACTION.parsingFailed, place, { details: { error: listed(taken.unreadable) } })
    })
    add(all, taken)
  }
  return all
}

/** The newest files of the repository were read. */
async function haveJoined({ members, state, services, root }: Session): Promise<void> {
  for (const { component } of members) {
    if ((await state(component.id)).is_joining === 0) continue
    await services.store.transaction(tx => writeState(tx, component.id, { is_joining: 0 }, root.component.id))
  }
}

/** Fetches and imports upstream changes. */
export async function pull(
  session: Session,
  style: MergeStyle = session.root.component.merge_style as MergeStyle,
): Promise<Pulled> {
  await refreshBeforePull(session)
  const remote = await fetchRemote(session)
  await session.progress(20)
  const now = await stepToLanding(session, await position(session), remote)
  if (now.upstream === remote) {
    await haveJoined(session)
    return now
  }
  const rest = await pullFrom(session, now, remote, style)
  add(rest.taken, now.taken)
  return rest
}

/**
 * Advances to where the followed branch took over what we proposed, so that later changes of both sides are compared
 * with that and not with the state before our request.
 */
async function stepToLanding(session: Session, now: Pulled, remote: string): Promise<Pulled> {
  const landing = await findLanding(session, now.upstream, remote, await mergeCommits(session))
  if (landing === null) return now
  const stepped = landing.at === now.upstream ? now : await rebaseOnto(session, now, landing.at, 'what changed')
  await session.services.store.transaction(tx => noteLanded(tx, session.root.component.id, landing.upTo))
  if (stepped !== now) add(stepped.taken, now.taken)
  return stepped
}

async function pullFrom(session: Session, now: Position, remote: string, style: MergeStyle): Promise<Pulled> {
  const { copy } = session
  const isOurs = now.head !== now.upstream
  // A force-pushed branch dropped commits on purpose; merging would bring them back. Translations made here become pending
  // again.
  const isRewritten = !(await copy.isAncestor(now.upstream, remote))
  if (isOurs && !isRewritten && style !== 'rebase' && !(await copy.isAncestor(now.head, remote)))
    return mergeWith(session, now, remote)
  if (!isOurs && !isRewritten && style === 'merge_noff') return mergeWith(session, now, remote)
  const fork = isRewritten ? await filesAtFork(session, now.upstream, remote) : undefined
  return rebaseOnto(session, now, remote, 'what changed', fork)
}

/** The files at the merge base of two histories; none when they are unrelated. */
async function filesAtFork({ copy }: Session, one: string, other: string): Promise<ReadonlyMap<string, TreeFile>> {
  const fork = await copy.fork(one, other)
  return fork === null ? NONE : (await copy.files(fork)).files
}

/** Renames between two commits, detected lazily. */
function renamesBetween({ copy }: Session, from: string, to: string): () => Promise<Renames> {
  let renames: Promise<Renames> | undefined
  return () => {
    renames ??= from === '' ? Promise.resolve(new Map()) : copy.renames(from, to)
    return renames
  }
}

/** Imports everything from the repository and discards pending changes. */
export async function takeTheirs(session: Session): Promise<Pulled> {
  const { copy, root } = session
  const remote = await fetchRemote(session)
  const { files: theirs, others } = await copy.files(remote)
  const { upstream } = await session.state(root.component.id)
  const upstreamFiles = (await copy.has(upstream)) ? (await copy.files(upstream)).files : null
  const also = new Set([...theirs.keys(), ...(upstreamFiles?.keys() ?? [])])
  const renames = renamesBetween(session, upstreamFiles === null ? '' : upstream, remote)
  const taken = await takeAll(session, { base: upstreamFiles ?? NONE, theirs, others, also, renames, dropOurs: true })
  await settled(session, { head: remote, upstream: remote }, taken, ACTION.repositoryReset)
  return { head: remote, upstream: remote, taken }
}

/** Imports every file again, whether it changed or not. */
export async function scanAll(session: Session): Promise<Pulled> {
  const now = await position(session)
  const { files, others } = await session.copy.files(now.head)
  const taken = await takeAll(session, { base: files, theirs: files, others, also: new Set(files.keys()) })
  await settled(session, now, taken, ACTION.resourceUpdated)
  return { ...now, taken }
}

/** Recreates our commits on top of upstream: everything that differs becomes pending. */
export async function rebaseOnto(
  session: Session,
  now: Position,
  remote: string,
  extent: 'what changed' | 'everything',
  fork?: ReadonlyMap<string, TreeFile>,
): Promise<Pulled> {
  const { copy } = session
  const { files: theirs, others } = await copy.files(remote)
  const ours = now.head === '' ? NONE : (await copy.files(now.head)).files
  const base = now.upstream === '' ? null : (await copy.files(now.upstream)).files
  const isOurChange = (path: string) => ours.get(path)?.blob !== (base ?? NONE).get(path)?.blob
  const also = new Set([...ours.keys(), ...theirs.keys()].filter(path => extent === 'everything' || isOurChange(path)))
  const renames = renamesBetween(session, now.upstream, remote)
  const taken = await takeAll(session, { base, theirs, fork, others, also, renames })
  const isReplayed = now.head !== now.upstream && now.head !== ''
  await settled(session, { head: remote, upstream: remote }, taken, isReplayed ? ACTION.rebased : ACTION.merged)
  if (!isReplayed) return { head: remote, upstream: remote, taken }
  const { head } = await commitPending(session, remote)
  return { head, upstream: remote, taken }
}

/**
 * Takes over commits that others added to our branch after `since`. They are kept if they follow upstream's newest
 * commit; otherwise, their strings are committed again on top of it.
 */
export async function absorb(session: Session, now: Position, since: string, tip: string): Promise<string> {
  const { copy } = session
  const base = (await copy.files(since)).files
  const ours = (await copy.files(now.head)).files
  const { files: theirs, others } = await copy.files(tip)
  const names = new Set([...ours.keys(), ...base.keys()])
  const also = new Set([...names].filter(path => ours.get(path)?.blob !== base.get(path)?.blob))
  const taken = await takeAll(session, { base, theirs, others, also, renames: renamesBetween(session, since, tip) })
  const { upstream } = now
  await settled(session, { head: tip, upstream }, taken, ACTION.merged)
  if (await copy.isAncestor(upstream, tip)) return (await commitPending(session, tip)).head
  return (await rebaseOnto(session, { head: tip, upstream }, upstream, 'what changed')).head
}

/** Merges both histories. Pending changes are committed first, so that they keep their authors. */
async function mergeWith(session: Session, now: Position, remote: string): Promise<Pulled> {
  const { copy, root, services } = session
  const { head } = now.head === now.upstream ? now : await commitPending(session, now.head)
  const base = (await copy.files(now.upstream)).files
  const ours = (await copy.files(head)).files
  const { files: theirs, others } = await copy.files(remote)
  const renames = renamesBetween(session, now.upstream, remote)
  const taken = await takeAll(session, { base, theirs, others, also: new Set(), renames })
  const kept = new Map<string, TreeFile | null>()
  for (const parts of session.members)
    for (const { path } of filesOf(parts, new Set([...ours.keys(), ...base.keys()])))
      if (theirs.get(path)?.blob === base.get(path)?.blob) kept.set(path, ours.get(path) ?? null)
  const { component } = root
  const merge = await copy.commit({
    parents: [head, remote],
    tree: remote,
    files: kept,
    message: commitMessage('merge_message', component.merge_message, placeVariables(services, root)),
    author: siteAuthor(services),
    committer: siteAuthor(services),
    time: seconds(services.clock),
  })
  await settled(session, { head: merge, upstream: remote }, taken, ACTION.merged)
  const after = head === now.upstream ? { head: merge } : await commitPending(session, merge)
  return { head: after.head, upstream: remote, taken }
}

function add(all: TakenIn, more: TakenIn): void {
  for (const key of ['files', 'clashes', 'unreadable'] as const) all[key].push(...more[key])
  all.reports.push(...more.reports)
}

async function takeAll(session: Session, arrival: Arrival): Promise<TakenIn> {
  const all = nothingTaken()
  const published = arrival.dropOurs ? [] : await publishedFiles(session)
  for (const parts of session.members) {
    const taken = await takeIn(session, parts, { ...arrival, published })
    add(all, taken)
  }
  return all
}

const MOST_NAMED = 20

const listed = (lines: readonly string[]): string =>
  [...lines.slice(0, MOST_NAMED), ...(lines.length > MOST_NAMED ? [`and ${lines.length - MOST_NAMED} more`] : [])].join(
    '\n',
  )

const OUTCOMES: Readonly<Record<Winner, string>> = {
  theirs: 'The repository versions were applied; ours are kept as suggestions',
  ours: 'Our versions were kept; those of the repository are kept as suggestions',
}

export const winnerOf = ({ component }: ComponentParts): Winner =>
  component.clash_style === 'ours' ? 'ours' : 'theirs'

/** Records that the database is in sync with the repository. */
async function settled(
  { services, account, copy, root, members }: Session,
  { head, upstream }: Position,
  { clashes, unreadable, reports }: TakenIn,
  action: typeof ACTION.merged | typeof ACTION.rebased | typeof ACTION.repositoryReset | typeof ACTION.resourceUpdated,
): Promise<void> {
  await copy.keep(head)
  const failure = [
    ...(clashes.length === 0
      ? []
      : [
          `${counted(clashes, 'string was', 'strings were')} changed both here and in the repository. ${OUTCOMES[winnerOf(root)]}:\n${listed(clashes)}`,
        ]),
    ...(unreadable.length === 0
      ? []
      : [`${counted(unreadable, 'file', 'files')} could not be imported:\n${listed(unreadable)}`]),
  ].join('\n')
  await work(services, account, async piece => {
    const place = { project_id: root.project.id, component_id: root.component.id }
    await writeState(piece.tx, root.component.id, { head, merge_failure: failure || null })
    for (const { component } of members)
      await writeState(piece.tx, component.id, { upstream, is_joining: 0 }, root.component.id)
    if (action !== ACTION.resourceUpdated) piece.record(action, place, { target: upstream })
    // Alerts are recorded before the failure, so that nobody is notified of both.
    await settleAlert(piece, place, 'MergeFailure', clashes.length === 0 ? null : { error: listed(clashes) })
    await noteReports(piece, reports)
    if (clashes.length > 0) piece.record(ACTION.mergeFailed, place, { details: { error: listed(clashes) } })
    if (unreadable.length > 0) piece.record(ACTION.parsingFailed, place, { details: { error: listed(unreadable) } })
  })
}

/** A count with the singular or plural noun. */
export const counted = (all: readonly unknown[], one: string, many: string): string =>
  `${all.length} ${all.length === 1 ? one : many}`
