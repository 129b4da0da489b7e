// Validates the repository settings of a component before anything is stored.

import { invalid, invalidField } from '#fields/problem.ts'
import { type ComponentParts, type ComponentRow, componentByPath, projectBySlug } from '../../catalogue/components.ts'
import { isMask } from '../../catalogue/filemask.ts'
import { usesGit } from '../../catalogue/version-control.ts'
import { isBranch, isHiddenAddress, readAddress, shownAddress } from '../../repositories/address.ts'
import { hasGit, NO_GIT } from '../../repositories/git.ts'
import { checkHosted } from '../../repositories/hosted.ts'
import { RepositoryError } from '../../repositories/repository-error.ts'
import { isInside } from '../../values/file-path.ts'
import type { AnyCall } from './find.ts'

interface RepositorySettings {
  vcs?: string
  repo?: string
  branch?: string
  push?: string
  push_branch?: string
  filemask?: string
  template?: string
  new_base?: string
}

interface RepositoryColumns {
  vcs?: string
  repo?: string
  branch?: string
  push?: string
  push_branch?: string
  linked_component_id?: number | null
}

const NOT_HERE = 'Set this in the component whose repository is shared.'
const LINK = /^weblate:\/\/([^/]+)\/(.+)$/

/** Converts a repository error into an error of a field. */
function asFieldError<T>(attr: string, task: () => T): T {
  try {
    return task()
  } catch (error) {
    throw error instanceof RepositoryError ? invalidField(attr, 'invalid', error.message) : error
  }
}

/** Validates the settings and returns the columns to store; `before` is the current component. */
export async function repositoryColumns(
  call: AnyCall,
  settings: RepositorySettings,
  before: ComponentRow | null,
): Promise<RepositoryColumns> {
  const vcs = settings.vcs ?? before?.vcs ?? 'local'
  if (before !== null && usesGit({ vcs }) !== usesGit(before))
    throw invalidField('vcs', 'invalid', 'A component cannot start or stop using a repository after it was created.')
  if (vcs === 'local') return localColumns(settings)
  if (!(await hasGit())) throw invalidField('vcs', 'invalid', NO_GIT)
  checkPaths(settings, before)
  const staysLinked = before?.linked_component_id && (settings.repo === undefined || LINK.test(settings.repo))
  if (staysLinked && vcs !== before.vcs) throw invalidField('vcs', 'invalid', NOT_HERE)
  if (staysLinked && settings.repo === undefined) {
    rejectOwn(settings, before)
    return {}
  }
  const repo = settings.repo === undefined ? before?.repo : withStoredPassword('repo', settings.repo, before?.repo)
  if (repo === undefined || repo === '' || repo === 'local:')
    throw invalidField('repo', 'required', 'A git component needs a repository URL.')
  const link = LINK.exec(repo)
  if (link) return linkedColumns(call, settings, repo, before)
  const { config } = call.services
  if (settings.repo !== undefined) asFieldError('repo', () => readAddress(repo, config))
  if (settings.repo !== undefined || settings.vcs !== undefined)
    asFieldError('repo', () => checkHosted(vcs, repo, config))
  const push = settings.push === undefined ? undefined : withStoredPassword('push', settings.push, before?.push)
  if (push) asFieldError('push', () => readAddress(push, config))
  for (const name of ['branch', 'push_branch'] as const)
    if (settings[name] && !isBranch(settings[name]))
      throw invalidField(name, 'invalid', `"${settings[name]}" is not a valid branch name.`)
  const branch = settings.branch || before?.branch || ''
  const leaves = before?.linked_component_id ? { linked_component_id: null } : {}
  return { vcs, repo, branch, ...(push !== undefined && { push }), ...leaves }
}

/** A URL that is sent back with its password hidden refers to the stored one. */
function withStoredPassword(attr: string, address: string, stored: string | undefined): string {
  if (stored !== undefined && address === shownAddress(stored)) return stored
  if (isHiddenAddress(address))
    throw invalidField(attr, 'invalid', 'The password in the URL is hidden. Enter it again.')
  return address
}

function localColumns(settings: RepositorySettings): RepositoryColumns {
  const NO_REPOSITORY =
    'This component stores its files in the database and has no repository. Set vcs to "git" to use one.'
  if (settings.repo && settings.repo !== 'local:') throw invalidField('repo', 'invalid', NO_REPOSITORY)
  if (settings.branch && settings.branch !== 'main') throw invalidField('branch', 'invalid', NO_REPOSITORY)
  for (const name of ['push', 'push_branch'] as const)
    if (settings[name]) throw invalidField(name, 'invalid', NO_REPOSITORY)
  return { vcs: 'local', repo: 'local:', branch: 'main' }
}

function checkPaths(settings: RepositorySettings, before: ComponentRow | null): void {
  const filemask = settings.filemask ?? before?.filemask ?? ''
  if (!isMask(filemask))
    throw invalidField('filemask', 'invalid', 'The file mask needs exactly one * in place of the language code.')
  for (const name of ['filemask', 'template', 'new_base'] as const)
    if (settings[name] && !isInside(settings[name]))
      throw invalidField(name, 'invalid', 'Enter a path inside the repository.')
}

/** Rejects settings that a component with a shared repository does not have. They can be sent back as they were. */
function rejectOwn(settings: RepositorySettings, before: ComponentRow | null): void {
  for (const name of ['branch', 'push', 'push_branch'] as const)
    if (settings[name] && settings[name] !== shownAddress(before?.[name] ?? ''))
      throw invalidField(name, 'invalid', NOT_HERE)
}

/** Sharing a repository requires permission to edit the component that owns it. */
async function linkedColumns(
  call: AnyCall,
  settings: RepositorySettings,
  repo: string,
  before: ComponentRow | null,
): Promise<RepositoryColumns> {
  const [, slug = '', path = ''] = LINK.exec(repo)!
  const project = await projectBySlug(call.db, slug)
  const permissions = await call.permissions()
  const component = project && permissions.sees(project) ? await componentByPath(call.db, project.id, path) : null
  if (project === null || component === null || !permissions.seesComponent(project, component))
    throw invalidField('repo', 'does_not_exist', 'The component whose repository you want to share does not exist.')
  const isNew = component.id !== before?.linked_component_id
  if (isNew && !permissions.inPlace({ project, component }, 'component.edit'))
    throw invalidField(
      'repo',
      'invalid',
      'To share the repository of a component, you need permission to edit that component.',
    )
  if (!usesGit(component) || component.linked_component_id !== null || component.id === before?.id)
    throw invalidField('repo', 'invalid', 'That component does not have its own repository.')
  rejectOwn(settings, before)
  if (before !== null && isNew && (await isShared(call, before)))
    throw invalidField('repo', 'invalid', 'Other components share the repository of this component. Change them first.')
  const own = { branch: '', push: '', push_branch: '' }
  return { vcs: 'git', repo: `weblate://${project.slug}/${component.path}`, ...own, linked_component_id: component.id }
}

const isShared = async (call: AnyCall, { id }: ComponentRow): Promise<boolean> =>
  (await call.db.selectFrom('component').select('id').where('linked_component_id', '=', id).executeTakeFirst()) !==
  undefined

interface OwnerSettings {
  push_on_commit?: boolean
  commit_pending_age?: number
  auto_lock_error?: boolean
}

/**
 * Removes the settings that a component takes from the owner of its repository. They can be sent back as shown, but not
 * changed here. A component that stops sharing a repository keeps those that it had.
 */
export function leaveOwnerSettings(
  settings: OwnerSettings,
  { component, owner = component }: Pick<ComponentParts, 'component' | 'owner'>,
  { linked_component_id = component.linked_component_id }: RepositoryColumns,
): void {
  if (linked_component_id === null) {
    if (owner === component) return
    settings.push_on_commit ??= owner.push_on_commit === 1
    settings.commit_pending_age ??= owner.commit_pending_age
    settings.auto_lock_error ??= owner.auto_lock_error === 1
    return
  }
  const names = ['push_on_commit', 'commit_pending_age', 'auto_lock_error'] as const
  const different = names.filter(name => settings[name] !== undefined && Number(settings[name]) !== owner[name])
  if (different.length > 0)
    throw invalid(
      ...different.map(attr => ({
        code: 'invalid',
        detail: NOT_HERE,
        attr,
      })),
    )
  for (const name of names) delete settings[name]
}
