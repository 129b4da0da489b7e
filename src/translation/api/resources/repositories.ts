import { type Field, help, nullable, optional, readOnly, shape, sometimes } from '#fields/field.ts'
import { anything, boolean, choice, integer, list, nested, text, webAddress } from '#fields/kinds.ts'
import { invalidField } from '#fields/problem.ts'
import { type ComponentParts, type ComponentRow, componentParts } from '../../catalogue/components.ts'
import type { LanguageRow } from '../../catalogue/languages.ts'
import type { GuardedPlace } from '../../catalogue/permissions.ts'
import { commitPending, pendingUnits } from '../../catalogue/repository.ts'
import { usesGit } from '../../catalogue/version-control.ts'
import { work } from '../../catalogue/work.ts'
import { FormatError } from '../../formats/index.ts'
import { operateAsTask } from '../../repositories/background.ts'
import { type Outcome, operateOn, type RepositoryOperation } from '../../repositories/operations.ts'
import { waitingRemovals } from '../../repositories/removed-files.ts'
import { RepositoryError } from '../../repositories/repository-error.ts'
import { rootOf } from '../../repositories/session.ts'
import { type RepositoryStatus, repositoryStatus } from '../../repositories/status.ts'
import { locked } from '../errors.ts'
import { componentSegment } from '../objects/component.ts'
import { act, type Operation, read, resource } from '../resource.ts'
import { type AnyCall, findComponent, findProject, findTranslation, needPlace } from './find.ts'

const number = readOnly(integer())
const PendingUnits = shape('PendingUnits', 'Number of pending strings.', {
  total: number,
  errors_skipped: number,
  commit_policy_skipped: number,
  eligible_for_commit: number,
})

/** Members that components and translations have, but projects do not. */
const detailOnly = <T>(field: Field<T>) => sometimes(readOnly(field))

const PullRequest = shape('PullRequest', 'A pull or merge request on the code host.', {
  number: readOnly(text()),
  url: readOnly(webAddress()),
  state: readOnly(choice({ open: 'Open', merged: 'Merged', closed: 'Closed' })),
  title: help(readOnly(text()), 'Title on the code host.'),
  source_branch: help(readOnly(text()), 'Branch with the translations.'),
  target_branch: help(readOnly(text()), 'Branch they should be merged into.'),
})

const Repository = shape('Repository', 'Status of the files and the repository.', {
  needs_commit: readOnly(boolean()),
  needs_merge: readOnly(boolean()),
  needs_push: readOnly(boolean()),
  url: readOnly(webAddress()),
  remote_commit: detailOnly(nullable(anything())),
  weblate_commit: detailOnly(nullable(anything())),
  status: detailOnly(nullable(text())),
  merge_failure: detailOnly(nullable(text())),
  outgoing_commits: detailOnly(integer()),
  missing_commits: detailOnly(integer()),
  pending_units: detailOnly(nested(PendingUnits)),
  pull_requests: help(detailOnly(list(nested(PullRequest))), 'Pull or merge requests, newest first.'),
})

const OutcomeShape = shape('RepositoryOutcome', 'Result of a repository operation.', {
  result: readOnly(boolean()),
  detail: detailOnly(text()),
  task_url: detailOnly(webAddress()),
})

const OPERATIONS = {
  commit: 'vcs.commit',
  push: 'vcs.push',
  pull: 'vcs.update',
  'pull-rebase': 'vcs.update',
  'pull-merge': 'vcs.update',
  'pull-merge-noff': 'vcs.update',
  reset: 'vcs.reset',
  'reset-keep': 'vcs.reset',
  cleanup: 'vcs.reset',
  'file-sync': 'vcs.reset',
  'file-scan': 'vcs.reset',
} as const satisfies Record<RepositoryOperation, string>

/** The status is for people who can do something about it. */
const OPERATING = [...new Set(Object.values(OPERATIONS))]

interface Scope {
  components: ComponentParts[]
  translation?: number
  /** Set if the scope is a single language. */
  language?: LanguageRow
  pending: number
  url: string
  /** Whether to include the details that components and translations have. */
  full: boolean
}

type FindScope = (call: AnyCall) => Promise<Scope>

const ofProject: FindScope = async call => {
  const project = await findProject(call)
  const rows = await call.db
    .selectFrom('component')
    .selectAll()
    .where('project_id', '=', project.id)
    .orderBy('id')
    .execute()
  return {
    components: await componentParts(call.db, rows),
    pending: await pendingUnits(call.db, { project: project.id }),
    url: call.addresses.api('projects', project.slug, 'repository'),
    full: false,
  }
}

const ofComponent: FindScope = async call => {
  const statuses = await findComponent(call)
  return {
    components: [statuses],
    pending: await pendingUnits(call.db, { component: statuses.component.id }),
    url: call.addresses.api(
      'components',
      statuses.project.slug,
      componentSegment(statuses.component.path),
      'repository',
    ),
    full: true,
  }
}

const ofTranslation: FindScope = async call => {
  const statuses = await findTranslation(call)
  const at = [statuses.project.slug, componentSegment(statuses.component.path), statuses.language.code]
  return {
    components: [statuses],
    translation: statuses.translation.id,
    language: statuses.language,
    pending: await pendingUnits(call.db, { translation: statuses.translation.id }),
    url: call.addresses.api('translations', ...at, 'repository'),
    full: true,
  }
}

/**
 * Where the caller needs permission for an operation. A repository has files of all languages, and perhaps of the
 * component that owns it, so permission in one language is not enough.
 */
async function affectedPlaces(
  call: AnyCall,
  { project, component, owner }: ComponentParts,
  language: LanguageRow | undefined,
): Promise<GuardedPlace[]> {
  const owners = owner === undefined ? [] : await componentParts(call.db, [owner])
  return [{ project, component, language }, { project, component }, ...owners]
}

const status = (find: FindScope): Operation =>
  read({
    summary: 'Get the repository status',
    answer: Repository,
    allow: async call => {
      const { components, language } = await find(call)
      const permissions = await call.permissions()
      const [component] = components
      if (component === undefined) return
      await needPlace(call, { ...component, language }, 'vcs.view')
      const places = await affectedPlaces(call, component, language)
      if (!OPERATING.some(each => places.every(place => permissions.inPlace(place, each))))
        for (const place of places) await needPlace(call, place, 'vcs.update')
    },
    handle: async call => {
      const { components, pending, url, full } = await find(call)
      const roots = rootsOf(components)
      const statuses: RepositoryStatus[] = []
      for (const root of roots) statuses.push(await repositoryStatus(call.services, root, full ? 'full' : 'short'))
      const members = full ? components : components.filter(each => usesGit(each.component))
      const removals = await waitingRemovals(
        call.db,
        members.map(each => each.component.id),
      )
      const short = {
        needs_commit: pending > 0 || removals > 0,
        needs_merge: statuses.some(each => each.needsMerge),
        needs_push: statuses.some(each => each.needsPush),
        url,
        outgoing_commits: statuses.reduce((sum, each) => sum + each.outgoing, 0),
        missing_commits: statuses.reduce((sum, each) => sum + each.missing, 0),
        pending_units: { total: pending, errors_skipped: 0, commit_policy_skipped: 0, eligible_for_commit: pending },
      }
      if (!full) return { ...short, remote_commit: null, weblate_commit: null, status: null, merge_failure: null }
      const [status] = statuses
      const isConflict = roots[0] !== undefined && (await hasConflict(call, rootOf(roots[0])))
      // Files that could not be imported are no conflict.
      const notes = [status?.trouble, isConflict ? null : status?.mergeFailure].filter(Boolean)
      const fileStatus =
        pending === 0
          ? 'All changes are written to the files.'
          : `${pending} changed strings have not been written to the files yet.`
      const [newest] = status?.pullRequests ?? []
      const requestStatus =
        newest === undefined ? '' : `\nPull request ${newest.number} (${newest.state}): ${newest.url}`
      return {
        ...short,
        pull_requests: (status?.pullRequests ?? []).map(each => ({
          number: each.number,
          url: each.url,
          state: each.state as 'open' | 'merged' | 'closed',
          title: each.title,
          source_branch: each.source_branch,
          target_branch: each.target_branch,
        })),
        remote_commit: status?.remoteCommit ?? null,
        weblate_commit: status?.ownCommit ?? null,
        status: `${[...notes, fileStatus].join('\n')}${requestStatus}`,
        merge_failure: isConflict ? (status?.mergeFailure ?? null) : null,
      }
    },
  })

/** Whether the last merge kept only one version of some strings. `root` is the component with the repository. */
const hasConflict = async (call: AnyCall, root: number): Promise<boolean> => {
  const alerts = call.db.selectFrom('alert').select('id').where('component_id', '=', root)
  return (await alerts.where('name', '=', 'MergeFailure').executeTakeFirst()) !== undefined
}

/** One component for each git repository; components that share a repository count once. */
const rootsOf = (components: readonly ComponentParts[]): ComponentRow[] => [
  ...new Map(
    components.filter(each => usesGit(each.component)).map(({ component }) => [rootOf(component), component]),
  ).values(),
]

const NO_REMOTE = 'This component stores its files in the database and has no remote repository.'

/** Runs the operation in each repository, then for the files stored only in the database. */
async function perform(
  call: AnyCall,
  scope: Scope,
  operation: RepositoryOperation,
): Promise<{ result: boolean; detail?: string }> {
  const outcomes: Outcome[] = []
  for (const root of rootsOf(scope.components)) outcomes.push(await inRepository(call, root, operation))
  const local = scope.components.filter(each => !usesGit(each.component))
  if (local.length > 0) outcomes.push(await inDatabase(call, local, scope.translation, operation))
  const details = [...new Set(outcomes.flatMap(each => each.detail ?? []))]
  return {
    result: outcomes.every(each => each.result),
    ...(details.length > 0 && { detail: details.join('\n') }),
  }
}

async function inRepository(call: AnyCall, component: ComponentRow, operation: RepositoryOperation): Promise<Outcome> {
  try {
    return await operateOn(call.services, component, operation, { account: call.accountId(), signal: call.signal })
  } catch (error) {
    if (error instanceof RepositoryError) {
      if (error.kind === 'busy') throw locked('repository-locked', error.message)
      return { result: false, detail: error.message }
    }
    if (error instanceof FormatError) return { result: false, detail: error.message }
    throw error
  }
}

/** Writes the files; operations on a remote fail or report that there is nothing to do. */
async function inDatabase(
  call: AnyCall,
  components: readonly ComponentParts[],
  translation: number | undefined,
  operation: RepositoryOperation,
): Promise<Outcome> {
  if (operation === 'push' || operation === 'reset' || operation === 'reset-keep')
    return { result: false, detail: NO_REMOTE }
  if (operation !== 'commit' && operation !== 'file-sync')
    return { result: true, detail: `Nothing to do: ${NO_REMOTE}` }
  try {
    await work(call.services, call.accountId(), async piece => {
      for (const parts of components) await commitPending(piece, parts, translation)
    })
    return { result: true }
  } catch (error) {
    if (error instanceof FormatError) return { result: false, detail: error.message }
    throw error
  }
}

const operate = (find: FindScope): Operation =>
  act({
    summary: 'Run a repository operation',
    body: {
      operation: choice(new Map(Object.keys(OPERATIONS).map(name => [name as RepositoryOperation, name]))),
      background: help(
        optional(boolean(), false),
        'Run in the background and return the URL of a task immediately. Only for components with a repository.',
      ),
    },
    answer: OutcomeShape,
    // Git can be slow, so do not hold any locks.
    hold: null,
    keyed: true,
    handle: async call => {
      const scope = await find(call)
      for (const component of scope.components)
        for (const place of await affectedPlaces(call, component, scope.language))
          await needPlace(call, place, OPERATIONS[call.body.operation])
      if (!call.body.background) return perform(call, scope, call.body.operation)
      const roots = rootsOf(scope.components)
      if (roots.length === 0) throw invalidField('background', 'invalid', NO_REMOTE)
      const request = { components: roots.map(root => root.id), operations: [call.body.operation] }
      const who = { account: call.accountId(), project: scope.components[0]!.project.id }
      const { store } = call.services
      const task = await store.transaction(tx => operateAsTask(tx, call.services, { ...request, ...who }))
      return { result: true, task_url: call.addresses.api('tasks', task) }
    },
  })

const repository = (path: string, name: string, find: FindScope) =>
  resource({
    path,
    name,
    description: 'Repository status and operations.',
    operations: { GET: status(find), POST: operate(find) },
  })

export const repositoryResources = [
  repository('/projects/:project/repository/', 'Project repository', ofProject),
  repository('/components/:project/:component/repository/', 'Component repository', ofComponent),
  repository('/translations/:project/:component/:language/repository/', 'Translation repository', ofTranslation),
]
