import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Selectable } from 'kysely'
import type { Services } from '#core/services.ts'
import { LockTaken, takeLock } from '#store/lock.ts'
import type { Reader, Store, Writer } from '#store/store.ts'
import type { Database } from '#store/tables/database.ts'
import { type ComponentParts, type ComponentRow, componentParts } from '../catalogue/components.ts'
import { Addresses } from '../values/addresses.ts'
import type { Variables } from './commit-message.ts'
import { Copy, copiesFolder } from './copy.ts'
import { hasGit, NO_GIT } from './git.ts'
import { RepositoryError, readableTrouble } from './repository-error.ts'

export type RepositoryState = Selectable<Database['component_repository']>

/** A locked repository that one process works on. */
export interface Session {
  readonly services: Services
  /** The account that started it; null for the system. */
  readonly account: number | null
  readonly copy: Copy
  /** The component that owns the repository. */
  readonly root: ComponentParts
  /** All components in the repository, including the root. */
  readonly members: readonly ComponentParts[]
  /** The stored state of a member. */
  readonly state: (component: number) => Promise<RepositoryState>
  readonly signal: AbortSignal | undefined
  /** Percent. */
  readonly progress: (done: number) => Promise<void>
}

export interface SessionOptions {
  readonly account: number | null
  readonly signal?: AbortSignal | undefined
  readonly progress?: (done: number) => Promise<void>
}

export const rootOf = (component: ComponentRow): number => component.linked_component_id ?? component.id

const NOTHING = { upstream: '', head: '', remote: '', pushed: '', merge_failure: null, trouble: null, synced_at: 0 }
const EMPTY = { ...NOTHING, root_id: null, is_joining: 0 }

/**
 * The stored state of a component in the repository of `root`. An operation on its previous repository may still have
 * been running when it was switched; what that stored is of no use.
 */
export async function stateOf(db: Reader, component: number, root = component): Promise<RepositoryState> {
  const row = await db
    .selectFrom('component_repository')
    .selectAll()
    .where('component_id', '=', component)
    .executeTakeFirst()
  if (row === undefined) return { component_id: component, ...EMPTY }
  return row.root_id === null || row.root_id === root ? row : { ...row, ...EMPTY, is_joining: 1 }
}

export async function writeState(
  tx: Writer,
  component: number,
  state: Partial<Omit<RepositoryState, 'component_id' | 'root_id'>>,
  root = component,
): Promise<void> {
  const dropped = await tx
    .deleteFrom('component_repository')
    .where('component_id', '=', component)
    .where('root_id', '<>', root)
    .returning('component_id')
    .executeTakeFirst()
  const fresh = { ...EMPTY, is_joining: dropped === undefined ? 0 : 1 }
  await tx
    .insertInto('component_repository')
    .values({ component_id: component, ...fresh, ...state, root_id: root })
    .onConflict(conflict => conflict.column('component_id').doUpdateSet({ ...state, root_id: root }))
    .execute()
}

/** Commit message variables about the component. */
export function placeVariables({ config, face }: Services, { component, project }: ComponentParts): Variables {
  const addresses = new Addresses(config.siteUrl)
  return {
    component_name: component.name,
    component_slug: component.slug,
    component_remote_branch: component.branch,
    project_name: project.name,
    project_slug: project.slug,
    site_title: face.current.name,
    site_url: config.siteUrl,
    url: addresses.web('projects', project.slug, ...component.path.split('/')),
  }
}

/** The branch of the component. If not set, the remote's default branch is used and stored. */
export async function branchOf({ services, copy, root }: Session): Promise<string> {
  const { id, repo } = root.component
  const { branch: ownBranch } = await services.store.read
    .selectFrom('component')
    .select('branch')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (ownBranch !== '') return ownBranch
  const branch = await copy.remoteBranch(repo)
  await services.store.transaction(tx => tx.updateTable('component').set({ branch }).where('id', '=', id).execute())
  return branch
}

const PATIENCE_MS = 20_000
const PAUSE_MS = 100

/** Location of the repository locks. */
export const lockPlace = (store: Store, data: string) =>
  'database' in store.address ? store.address : { data: path.join(copiesFolder(data), 'locks') }

/** Lets one process at a time work on a repository, across servers. */
async function locked<T>(services: Services, root: number, task: () => Promise<T>): Promise<T> {
  const { store, config } = services
  for (const since = Date.now(); ; await sleep(PAUSE_MS)) {
    const lock = await takeLock(lockPlace(store, config.data), `repository-${root}`).catch((error: unknown) => {
      if (error instanceof LockTaken) return null
      throw readableTrouble(error)
    })
    if (lock !== null) return task().finally(() => lock.release())
    if (Date.now() - since > PATIENCE_MS)
      throw new RepositoryError('busy', 'Another operation is using the repository. Try again in a moment.')
  }
}

/** Runs work on a component's repository. An error is stored and shown until an operation succeeds. */
export async function withRepository<T>(
  services: Services,
  component: number,
  { account, signal, progress = async () => {} }: SessionOptions,
  task: (session: Session) => Promise<T>,
): Promise<T> {
  const { store, config } = services
  if (!(await hasGit())) throw new RepositoryError('no git', NO_GIT)
  return locked(services, component, async () => {
    const rows = await store.read
      .selectFrom('component')
      .selectAll()
      .where('vcs', '<>', 'local')
      .where(eb => eb.or([eb('id', '=', component), eb('linked_component_id', '=', component)]))
      .orderBy('id')
      .execute()
    const members = await componentParts(store.read, rows)
    const root = members.find(each => each.component.id === component)
    if (root === undefined) throw new RepositoryError('failed', 'The component has no repository.')
    const state = (id: number) => stateOf(store.read, id, component)
    const copy = new Copy({ data: config.data, component, rules: config }, signal)
    const noteTrouble = (trouble: string | null) => store.transaction(tx => writeState(tx, component, { trouble }))
    try {
      const result = await task({ services, account, copy, root, members, state, signal, progress })
      if ((await state(component)).trouble !== null) await noteTrouble(null)
      return result
    } catch (thrown) {
      const error = readableTrouble(thrown)
      if (error instanceof RepositoryError) await noteTrouble(error.message)
      throw error
    }
  })
}
