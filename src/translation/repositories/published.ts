// Commits that were sent to a branch of our own, and when the followed branch has their content.

import type { Selectable } from 'kysely'
import type { Reader, Writer } from '#store/store.ts'
import type { Database } from '#store/tables/database.ts'
import type { TreeFile } from './copy.ts'
import type { Session } from './session.ts'
import { filesOf } from './take-in.ts'

export type Published = Selectable<Database['component_published']>
type Files = ReadonlyMap<string, TreeFile>

/** How many commits to remember, and how many of them to compare strings with. */
const MOST_KEPT = 50
const MOST_COMPARED = 10

/** The commits of a component, newest first. */
export const publishedBy = (db: Reader, component: number): Promise<Published[]> =>
  db
    .selectFrom('component_published')
    .selectAll()
    .where('component_id', '=', component)
    .orderBy('published_at', 'desc')
    .execute()

const refOf = (revision: string): string => `refs/parlance/published/${revision}`

/** Remembers a commit before it is pushed, so that a crash in between does not make it look like that of others. */
export async function notePublished({ services, copy, root }: Session, revision: string, at: number): Promise<void> {
  const { store } = services
  const { id } = root.component
  const rows = await publishedBy(store.read, id)
  if (rows[0]?.revision === revision && rows[0].is_landed === 0) return
  await copy.line(['update-ref', refOf(revision), revision])
  const published_at = Math.max(at, (rows[0]?.published_at ?? 0) + 1)
  const old = rows.filter(row => row.revision !== revision).slice(MOST_KEPT - 1)
  await store.transaction(async tx => {
    await tx
      .insertInto('component_published')
      .values({ component_id: id, revision, published_at, is_landed: 0 })
      .onConflict(conflict =>
        conflict.columns(['component_id', 'revision']).doUpdateSet({ published_at, is_landed: 0 }),
      )
      .execute()
    for (const row of old)
      await tx
        .deleteFrom('component_published')
        .where('component_id', '=', id)
        .where('revision', '=', row.revision)
        .execute()
  })
  for (const row of old) await copy.line(['update-ref', '-d', refOf(row.revision)])
}

export const noteLanded = async (tx: Writer, component: number, upTo: number): Promise<void> => {
  await tx
    .updateTable('component_published')
    .set({ is_landed: 1 })
    .where('component_id', '=', component)
    .where('published_at', '<=', upTo)
    .execute()
}

/** Commits whose content the followed branch may still take over, as far as the copy has them. */
export async function waitingToLand({ services, copy, root }: Session): Promise<Published[]> {
  const rows = (await publishedBy(services.store.read, root.component.id)).filter(row => row.is_landed === 0)
  const here: Published[] = []
  for (const row of rows) if (await copy.has(row.revision)) here.push(row)
  return here
}

/** The files of these commits, to recognize our own texts in the followed branch. */
export async function publishedFiles(session: Session): Promise<Files[]> {
  const rows = (await waitingToLand(session)).slice(0, MOST_COMPARED)
  return Promise.all(rows.map(async row => (await session.copy.files(row.revision)).files))
}

/** A point on the followed branch that has what we published up to a time. */
export interface Landing {
  readonly at: string
  readonly upTo: number
}

/**
 * Finds where the followed branch took over a published commit: by a merge, by equal files (after a squash or a rebase),
 * or at the commit that the code host names.
 */
export async function findLanding(
  session: Session,
  upstream: string,
  remote: string,
  mergeCommits: readonly string[],
): Promise<Landing | null> {
  const { copy } = session
  const waiting = await waitingToLand(session)
  if (waiting.length === 0 || !(await copy.isAncestor(upstream, remote))) return null
  const steps = await firstParents(session, upstream, remote, [])
  const fits = async (at: string) => at === upstream || copy.isAncestor(upstream, at)
  for (const { revision, published_at: upTo } of waiting) {
    const at = (await copy.isAncestor(revision, upstream))
      ? upstream
      : (await copy.isAncestor(revision, remote))
        ? await firstWith(session, revision, steps)
        : await firstEqual(session, revision, upstream, remote)
    if (at !== null && (await fits(at))) return { at, upTo }
  }
  for (const at of mergeCommits)
    if (steps.includes(at) && (await fits(at))) return { at, upTo: waiting[0]!.published_at }
  return null
}

const MOST_STEPS = 2000
/** Paths that fit on a command line. */
const MOST_NAMED = 500

/** Commits of the followed branch after `from`, oldest first, or only those that change some files. */
async function firstParents({ copy }: Session, from: string, to: string, paths: readonly string[]): Promise<string[]> {
  const range = ['rev-list', '--first-parent', `--max-count=${MOST_STEPS}`, `${from}..${to}`]
  const output = await copy.line([...range, '--', ...paths])
  return output === '' ? [] : output.split('\n').reverse()
}

/** The first step that contains a commit. All later ones do too. */
async function firstWith({ copy }: Session, revision: string, steps: readonly string[]): Promise<string | null> {
  let [low, high] = [0, steps.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (await copy.isAncestor(revision, steps[middle]!)) high = middle
    else low = middle + 1
  }
  return steps[low] ?? null
}

/** The first commit, starting with `upstream`, that has all our files as they were published. */
async function firstEqual(
  session: Session,
  revision: string,
  upstream: string,
  remote: string,
): Promise<string | null> {
  const { copy, members } = session
  const fork = await copy.fork(revision, upstream)
  if (fork === null) return null
  const before = (await copy.files(fork)).files
  const { files } = await copy.files(revision)
  const names = new Set([...before.keys(), ...files.keys()])
  const paths = new Set<string>()
  for (const parts of members)
    for (const { path } of filesOf(parts, names)) if (before.get(path)?.blob !== files.get(path)?.blob) paths.add(path)
  if (paths.size === 0) return null
  const named = paths.size > MOST_NAMED ? [] : [...paths]
  for (const step of [upstream, ...(await firstParents(session, upstream, remote, named))]) {
    const theirs = (await copy.files(step)).files
    if ([...paths].every(path => theirs.get(path)?.blob === files.get(path)?.blob)) return step
  }
  return null
}
