import { type ComponentParts, componentParts } from '../../catalogue/components.ts'
import type { LanguageRow } from '../../catalogue/languages.ts'
import { commitPending, pendingUnits } from '../../catalogue/repository.ts'
import { type Field, nullable, readOnly, shape, sometimes } from '../../fields/field.ts'
import { anything, boolean, choice, integer, nested, text, webAddress } from '../../fields/kinds.ts'
import { FormatError } from '../../formats/index.ts'
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
  'Whether what is in the database is in the files. Files live in the database too: there is no remote.',
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

const Outcome = shape('RepositoryOutcome', 'How it went.', {
  result: readOnly(boolean()),
  detail: more(text()),
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
} as const

type OperationName = keyof typeof OPERATIONS

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
      const { pending, url, full } = await find(call)
      const short = {
        needs_commit: pending > 0,
        needs_merge: false,
        needs_push: false,
        url,
        outgoing_commits: 0,
        missing_commits: 0,
        pending_units: { total: pending, errors_skipped: 0, commit_policy_skipped: 0, eligible_for_commit: pending },
      }
      if (!full) return short
      return {
        ...short,
        remote_commit: null,
        weblate_commit: null,
        status:
          pending === 0 ? 'All changes are in the files.' : `${pending} changed strings are not in the files yet.`,
        merge_failure: null,
      }
    },
  })

const NO_REMOTE = 'The files of this component live in the database; there is no remote repository.'

/** Writing files is real; what concerns a remote is refused or has nothing to do, and says so. */
async function perform(
  call: AnyCall,
  scope: Scope,
  operation: OperationName,
): Promise<{ result: boolean; detail?: string }> {
  if (operation === 'push' || operation === 'reset' || operation === 'reset-keep')
    return { result: false, detail: NO_REMOTE }
  if (operation !== 'commit' && operation !== 'file-sync')
    return { result: true, detail: `Nothing to do: ${NO_REMOTE}` }
  try {
    await call.work(async piece => {
      for (const parts of scope.components) await commitPending(piece, parts, scope.translation)
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
    body: { operation: choice(new Map(Object.keys(OPERATIONS).map(name => [name as OperationName, name]))) },
    answer: Outcome,
    handle: async call => {
      const scope = await find(call)
      for (const { project } of scope.components)
        await needPlace(call, { project, language: scope.language }, OPERATIONS[call.body.operation])
      return perform(call, scope, call.body.operation)
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
