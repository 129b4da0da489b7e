// Sends our commits to a branch of our own, and opens a pull request where the code host has them.

import { microseconds } from '#fields/timestamp.ts'
import type { Reader } from '#store/store.ts'
import { writtenSince } from './authors.ts'
import { commitPending } from './commit-pending.ts'
import { type Hosted, repositoryOn, withLogin } from './hosted.ts'
import type { HostedRepository } from './hosts/host.ts'
import { notePublished, publishedBy } from './published.ts'
import { absorb, pull } from './pull.ts'
import { currentRequest, ensureRequest, refreshRequest } from './pull-requests.ts'
import { RepositoryError } from './repository-error.ts'
import type { Session } from './session.ts'
import { filesOf } from './take-in.ts'

/** A branch that only this site pushes to. */
export interface OwnBranch {
  readonly to: string
  readonly branch: string
  /** The branch that the component follows. */
  readonly target: string
  /** The code host to open requests on; null for a plain push. */
  readonly hosted: Hosted | null
  /** Push options for servers that open requests without an API. */
  readonly pushOptions: readonly string[]
}

/** Where a component with a code host pushes: to its push branch, or to a fork without one. */
export async function hostedBranch(session: Session, hosted: Hosted, target: string): Promise<OwnBranch> {
  const { component, project } = session.root
  const { push, repo, push_branch } = component
  const isFork = push_branch === '' || push_branch === target
  const to = withLogin(isFork ? await forkOf(hosted) : push || repo, hosted)
  const branch = isFork ? `parlance-${project.slug}-${component.slug}` : push_branch
  return { to, branch, target, hosted, pushOptions: [] }
}

async function forkOf({ host, client, to, login }: Hosted): Promise<string> {
  const address = await host.fork(client, to, login)
  if (address === '') throw new RepositoryError('failed', 'The code host did not return the address of the fork.')
  return address
}

const TRIES = 3

/** Publishes our commits; returns the published one, or why nothing was sent. */
export async function publish(session: Session, own: OwnBranch): Promise<{ sent: string } | { detail: string }> {
  const { copy } = session
  const { to, branch, target, hosted, pushOptions } = own
  for (let tries = 1; ; tries++) {
    // Work that arrives from here on may not be in what is published now.
    const startedAt = microseconds(session.services.clock)
    const pulled = await pull(session)
    let { head } = await commitPending(session, pulled.head)
    const request = hosted && (await refreshRequest(session, hosted))
    if (request?.state === 'closed' && !(await hasNewWork(session)))
      return { detail: `Request ${request.number} was closed. The next translation opens a new one.` }
    const isEmpty = await hasSameFiles(session, pulled.upstream, head)
    // An open request is emptied, so that merging it does not bring old strings back.
    if (isEmpty && hosted !== null && request?.state !== 'open') return { sent: head }
    const tip = await copy.remoteTip(to, branch)
    if (tip !== null && tip !== head && request?.state !== 'merged')
      head = await withWorkOfOthers(session, own, { head, upstream: pulled.upstream }, tip)
    try {
      if (tip !== head) {
        await notePublished(session, head, startedAt)
        await copy.push(to, head, branch, pushOptions, tip)
      }
    } catch (error) {
      if (!(error instanceof RepositoryError && error.kind === 'moved') || tries >= TRIES) throw error
      continue
    }
    if (hosted !== null && !(await hasSameFiles(session, pulled.upstream, head)))
      await ensureRequest(session, hosted, await currentRequest(session, hosted), {
        from: sourceOf(session, hosted, to),
        source: branch,
        target,
      })
    return { sent: head }
  }
}

function sourceOf({ services }: Session, { host }: Hosted, to: string): HostedRepository {
  return repositoryOn(host, to, services.config)
}

/** Whether someone worked here, or removed a language, since we last published. */
async function hasNewWork({ services, members, root }: Session): Promise<boolean> {
  const db: Reader = services.store.read
  const [last] = await publishedBy(db, root.component.id)
  const since = last?.published_at ?? 0
  const components = members.map(({ component }) => component.id)
  const removed = await db
    .selectFrom('component_removed_file')
    .select('component_id')
    .where('component_id', 'in', components)
    .where('removed_at', '>=', since)
    .limit(1)
    .execute()
  return removed.length > 0 || writtenSince(db, components, since)
}

const hasSameFiles = async ({ copy }: Session, one: string, other: string): Promise<boolean> =>
  one === other ||
  (await copy.line(['rev-parse', `${one}^{tree}`])) === (await copy.line(['rev-parse', `${other}^{tree}`]))

/** Takes over commits that others added to our branch, and returns our new head. Commits of theirs are never dropped. */
async function withWorkOfOthers(
  session: Session,
  { to, branch }: OwnBranch,
  now: { head: string; upstream: string },
  tip: string,
): Promise<string> {
  const { copy, services, root, members } = session
  const published = await publishedBy(services.store.read, root.component.id)
  if (published.some(row => row.revision === tip)) return now.head
  await copy.fetchOwn(to, branch)
  if (!(await copy.has(tip))) return now.head
  if (await copy.isAncestor(tip, now.head)) return now.head
  let since: string | null = null
  for (const { revision } of published)
    if (since === null && (await copy.has(revision)) && (await copy.isAncestor(revision, tip))) since = revision
  since ??= await copy.fork(tip, now.upstream)
  if (since === null)
    throw new RepositoryError('denied', `The branch "${branch}" has another history. Use another push branch.`)
  const changed = (await copy.line(['diff-tree', '-r', '-z', '--name-only', '--no-renames', since, tip]))
    .split('\0')
    .filter(name => name !== '')
  const own = new Set(members.flatMap(parts => filesOf(parts, changed).map(({ path }) => path)))
  const foreign = changed.find(name => !own.has(name))
  if (foreign !== undefined && !(await copy.isAncestor(now.upstream, tip)))
    throw new RepositoryError(
      'denied',
      `Others changed "${foreign}" in the branch "${branch}". Merge that branch, or use another push branch.`,
    )
  return absorb(session, now, since, tip)
}
