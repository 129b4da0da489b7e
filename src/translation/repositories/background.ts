// Repository operations in the background.

import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Services } from '#core/services.ts'
import type { Jobs } from '#events/jobs.ts'
import { microseconds } from '#fields/timestamp.ts'
import { type Clock, seconds } from '#store/clock.ts'
import type { Writer } from '#store/store.ts'
import { usesGit } from '../catalogue/version-control.ts'
import { startTask, type TaskHandler } from '../tasks/tasks.ts'
import { copiesFolder } from './copy.ts'
import { type Outcome, operateOn, type RepositoryOperation } from './operations.ts'
import { removedFiles } from './removed-files.ts'
import { RepositoryError } from './repository-error.ts'
import { rootOf } from './session.ts'

/** A lane of its own, since repository operations can take long. */
export const REPOSITORY_LANE = 'repositories'
export const REPOSITORY_JOB = 'translation-repository'
export const REPOSITORY_TASK_JOB = 'translation-repository-task'
export const COMMIT_JOB = 'translation-commit-pending'

const HOUR = 3600

/** Concurrent repositories per server, so that a large one does not block all others. */
export const REPOSITORIES_AT_ONCE = 3

/** Operations of one project run in order, independently of other projects. */
export const repositoryQueue = (project: number): string => `repositories-${project}`

/** The queue of the project that owns the repository; the component may share one of another project. */
async function queueOf(tx: Writer, component: number): Promise<string | null> {
  const root = await tx
    .selectFrom('component')
    .innerJoin('component as root', join =>
      join.on(eb => eb('root.id', '=', eb.fn.coalesce('component.linked_component_id', 'component.id'))),
    )
    .select('root.project_id')
    .where('component.id', '=', component)
    .executeTakeFirst()
  return root === undefined ? null : repositoryQueue(root.project_id)
}

/** Enqueues an operation, unless the same one is already waiting. */
export const operateLater = async (
  tx: Writer,
  jobs: Jobs,
  component: number,
  operation: RepositoryOperation,
): Promise<void> => {
  const queue = await queueOf(tx, component)
  if (queue === null) return
  const what = { kind: REPOSITORY_JOB, key: `${component}-${operation}`, payload: { component, operation } }
  await jobs.enqueue(tx, { ...what, queue })
}

/** Enqueues the job that commits pending changes. */
export const commitLater = (tx: Writer, jobs: Jobs, clock: Clock): Promise<void> =>
  jobs.enqueue(tx, { kind: COMMIT_JOB, key: '', runAt: seconds(clock) + HOUR })

const componentById = (services: Services, id: number) =>
  services.store.read.selectFrom('component').selectAll().where('id', '=', id).executeTakeFirst()

/** Runs an enqueued operation. Errors that a person has to fix are recorded instead of retried. */
export async function operateNow(
  services: Services,
  payload: Record<string, unknown>,
  signal: AbortSignal,
): Promise<void> {
  const component = await componentById(services, Number(payload.component))
  if (component === undefined || !usesGit(component)) return
  const operation = payload.operation as RepositoryOperation
  try {
    await operateOn(services, component, operation, { account: null, signal })
  } catch (error) {
    if (!(error instanceof RepositoryError)) throw error
    if (error.kind === 'away' || error.kind === 'busy') throw error
    services.log('repository.failed', { component: component.id, operation, reason: error.message })
  }
}

/** Operations to run in order on the repository of each component. */
interface RepositoryRequest {
  readonly components: readonly number[]
  readonly operations: readonly RepositoryOperation[]
}

/** Starts a background task with visible progress and returns its id. */
export const operateAsTask = async (
  tx: Writer,
  services: Services,
  request: RepositoryRequest & { account: number | null; project: number },
): Promise<string> => {
  const { components, operations, account, project } = request
  const [component, ...others] = components
  const place = { project, component: others.length === 0 ? (component ?? null) : null }
  const payload = { components, operations }
  const own = place.component === null ? null : await queueOf(tx, place.component)
  const how = { kind: 'repository', job: REPOSITORY_TASK_JOB, queue: own ?? repositoryQueue(project) }
  return startTask(tx, services, { ...how, payload, account, ...place })
}

/** Runs repository operations as a task. */
export const repositoryTask: TaskHandler = async (services, run) => {
  const { components, operations } = run.payload as unknown as RepositoryRequest
  const end = (result: unknown) => services.store.transaction(tx => run.finish(tx, result))
  const options = { account: run.task.account_id, progress: run.progress }
  const outcomes: Outcome[] = []
  try {
    for (const id of components) {
      const component = await componentById(services, id)
      if (component === undefined || !usesGit(component))
        throw new RepositoryError('failed', 'The component has no repository.')
      for (const operation of operations) outcomes.push(await operateOn(services, component, operation, options))
    }
    const details = outcomes.flatMap(each => each.detail ?? [])
    return end({
      result: outcomes.every(each => each.result),
      ...(details.length > 0 && { detail: details.join('\n') }),
    })
  } catch (error) {
    if (!(error instanceof RepositoryError) || error.kind === 'busy') throw error
    return end({ error: error.message })
  }
}

/** Commits changes older than their component's commit age. Repeats hourly while there are repositories. */
export async function commitWhatIsDue(services: Services): Promise<void> {
  const { store, jobs, clock } = services
  const rows = await store.read.selectFrom('component').selectAll().where('vcs', '<>', 'local').orderBy('id').execute()
  const due = new Set<number>()
  for (const component of rows) {
    const oldest = await store.read
      .selectFrom('unit')
      .innerJoin('translation', 'translation.id', 'unit.translation_id')
      .select('unit.updated_at')
      .where('translation.component_id', '=', component.id)
      .where('unit.pending', '=', 1)
      .orderBy('unit.updated_at')
      .limit(1)
      .executeTakeFirst()
    const age = component.commit_pending_age * HOUR * 1_000_000
    const removed = (await removedFiles(store.read, component.id)).filter(file => file.is_committed === 0)
    const times = [oldest?.updated_at, ...removed.map(file => file.removed_at)]
    if (times.some(time => time !== undefined && time <= microseconds(clock) - age)) due.add(rootOf(component))
  }
  await deleteOrphanedCopies(services, new Set(rows.filter(row => row.linked_component_id === null).map(row => row.id)))
  await store.transaction(async tx => {
    for (const id of due) await operateLater(tx, jobs, id, 'commit')
    if (rows.length > 0) await commitLater(tx, jobs, clock)
  })
}

/** Deletes copies of components without a repository of their own, and temporary copies left behind by a crash. */
async function deleteOrphanedCopies({ config }: Services, owners: ReadonlySet<number>): Promise<void> {
  for (const name of await readdir(copiesFolder(config.data)).catch(() => [])) {
    const folder = path.join(copiesFolder(config.data), name)
    const [, id, look] = /^(?:(\d+)|(look-.+))\.git$/.exec(name) ?? []
    const isGone = id !== undefined && !owners.has(Number(id))
    const changed = look === undefined ? null : await stat(folder).catch(() => null)
    const isLeft = changed !== null && changed.mtimeMs < Date.now() - HOUR * 1000
    if (isGone || isLeft) await rm(folder, { recursive: true, force: true })
  }
}
