import { type Field, help, nullable, optional, readOnly, shape, sometimes } from '#fields/field.ts'
import { anything, boolean, choice, integer, nested, text, webAddress } from '#fields/kinds.ts'
import { invalidField } from '#fields/problem.ts'
import { type ComponentParts, type ComponentRow, componentParts } from '../../catalogue/components.ts'
import type { LanguageRow } from '../../catalogue/languages.ts'
import { commitPending, pendingUnits } from '../../catalogue/repository.ts'
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
const PendingUnits = shape('PendingUnits', 'Changed strings that are not in the files yet.', {
  total: number,
  errors_skipped: number,
  commit_policy_skipped: number,
  eligible_for_commit: number,
})

/** Projects tell less than components and translations. */
const more = <T>(field: Field<T>) => sometimes(readOnly(field))

const Repository = shape(
  'Repository',
  'Whether what is in the database is in the files, and those in the remote repository.',
  {
    needs_commit: readOnly(boolean()),
    needs_merge: readOnly(boolean()),
    needs_push: readOnly(boolean()),
    url: readOnly(webAddress()),
    remote_commit: more(nullable(anything())),
    weblate_commit: more(nullable(anything())),
    status: more(text()),
    merge_failure: more(nullable(text())),
    outgoing_commits: more(integer()),
    missing_commits: more(integer()),
    pending_units: more(nested(PendingUnits)),
  },
)

const OutcomeShape = shape('RepositoryOutcome', 'How it went.', {
  result: readOnly(boolean()),
  detail: more(text()),
  task_url: more(webAddress()),
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

interface Scope {
  components: ComponentParts[]
  translation?: number
  /** Where it is about one language alone. */
  language?: LanguageRow
  pending: number
  url: string
  /** Components and translations tell more than a project does. */
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
  const found = await findComponent(call)
  return {
    components: [found],
    pending: await pendingUnits(call.db, { component: found.component.id }),
    url: call.addresses.api('components', found.project.slug, componentSegment(found.component.path), 'repository'),
    full: true,
  }
}

const ofTranslation: FindScope = async call => {
  const found = await findTranslation(call)
  const at = [found.project.slug, componentSegment(found.component.path), found.language.code]
  return {
    components: [found],
    translation: found.translation.id,
    language: found.language,
    pending: await pendingUnits(call.db, { translation: found.translation.id }),
    url: call.addresses.api('translations', ...at, 'repository'),
    full: true,
  }
}

const status = (find: FindScope): Operation =>
  read({
    summary: 'State of the files',
    answer: Repository,
    allow: async call => {
      const { components, language } = await find(call)
      for (const { project } of components.slice(0, 1)) await needPlace(call, { project, language }, 'vcs.view')
    },
    handle: async call => {
      const { components, pending, url, full } = await find(call)
      const roots = rootsOf(components)
      const found: RepositoryStatus[] = []
      for (const root of roots) found.push(await repositoryStatus(call.services, root, full ? 'full' : 'short'))
      const members = full ? components : components.filter(each => each.component.vcs === 'git')
      const removals = await waitingRemovals(
        call.db,
        members.map(each => each.component.id),
      )
      const short = {
        needs_commit: pending > 0 || removals > 0,
        needs_merge: found.some(each => each.needsMerge),
        needs_push: found.some(each => each.needsPush),
        url,
        outgoing_commits: found.reduce((sum, each) => sum + each.outgoing, 0),
        missing_commits: found.reduce((sum, each) => sum + each.missing, 0),
        pending_units: { total: pending, errors_skipped: 0, commit_policy_skipped: 0, eligible_for_commit: pending },
      }
      if (!full) return short
      const [status] = found
      const written =
        pending === 0 ? 'All changes are in the files.' : `${pending} changed strings are not in the files yet.`
      return {
        ...short,
        remote_commit: status?.remoteCommit ?? null,
        weblate_commit: status?.ownCommit ?? null,
        status: status?.trouble ? `${status.trouble}\n${written}` : written,
        merge_failure: status?.mergeFailure ?? null,
      }
    },
  })

/** Components whose repositories these are, each once; those that share one have it in common. */
const rootsOf = (components: readonly ComponentParts[]): ComponentRow[] => [
  ...new Map(
    components.filter(each => each.component.vcs === 'git').map(({ component }) => [rootOf(component), component]),
  ).values(),
]

const NO_REMOTE = 'The files of this component live in the database; there is no remote repository.'

/** Each repository in its turn, then files that live in the database alone. */
async function perform(
  call: AnyCall,
  scope: Scope,
  operation: RepositoryOperation,
): Promise<{ result: boolean; detail?: string }> {
  const outcomes: Outcome[] = []
  for (const root of rootsOf(scope.components)) outcomes.push(await inRepository(call, root, operation))
  const local = scope.components.filter(each => each.component.vcs !== 'git')
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

/** Writing files is real; what concerns a remote is refused or has nothing to do, and says so. */
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
    summary: 'Do something with the files',
    body: {
      operation: choice(new Map(Object.keys(OPERATIONS).map(name => [name as RepositoryOperation, name]))),
      background: help(
        optional(boolean(), false),
        'Answer at once, with the address of a task that does it; for components with a repository.',
      ),
    },
    answer: OutcomeShape,
    // Git may take its time, and nobody else is to wait for it.
    hold: null,
    handle: async call => {
      const scope = await find(call)
      for (const { project } of scope.components)
        await needPlace(call, { project, language: scope.language }, OPERATIONS[call.body.operation])
      if (!call.body.background) return perform(call, scope, call.body.operation)
      const roots = rootsOf(scope.components)
      if (roots.length === 0) throw invalidField('background', 'invalid', NO_REMOTE)
      const wish = { components: roots.map(root => root.id), operations: [call.body.operation] }
      const who = { account: call.accountId(), project: scope.components[0]!.project.id }
      const { store } = call.services
      const task = await store.transaction(tx => operateAsTask(tx, call.services, { ...wish, ...who }))
      return { result: true, task_url: call.addresses.api('tasks', task) }
    },
  })

const repository = (path: string, name: string, find: FindScope) =>
  resource({
    path,
    name,
    description: 'Whether changes are written to the files, and writing them.',
    operations: { GET: status(find), POST: operate(find) },
  })

export const repositoryResources = [
  repository('/projects/:project/repository/', 'Project repository', ofProject),
  repository('/components/:project/:component/repository/', 'Component repository', ofComponent),
  repository('/translations/:project/:component/:language/repository/', 'Translation repository', ofTranslation),
]
