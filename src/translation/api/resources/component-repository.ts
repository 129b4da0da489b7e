// What a request says about the repository of a component, made sure of before anything is stored.

import { invalidField } from '#fields/problem.ts'
import { type ComponentRow, componentByPath, projectBySlug } from '../../catalogue/components.ts'
import { isMask } from '../../catalogue/filemask.ts'
import { isBranch, isHiddenAddress, readAddress, shownAddress } from '../../repositories/address.ts'
import { hasGit, NO_GIT } from '../../repositories/git.ts'
import { RepositoryError } from '../../repositories/repository-error.ts'
import { isInside } from '../../values/file-path.ts'
import type { AnyCall } from './find.ts'

interface Wish {
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
  linked_component_id?: number | null
}

const LINK = /^weblate:\/\/([^/]+)\/(.+)$/

/** Tells a sentence about a repository as one about a member of the request. */
function about<T>(attr: string, task: () => T): T {
  try {
    return task()
  } catch (error) {
    throw error instanceof RepositoryError ? invalidField(attr, 'invalid', error.message) : error
  }
}

/** Checks what is wished, and answers the columns that it means; `before` is the component as it is. */
export async function repositoryColumns(
  call: AnyCall,
  wish: Wish,
  before: ComponentRow | null,
): Promise<RepositoryColumns> {
  const vcs = wish.vcs ?? before?.vcs ?? 'local'
  if (before !== null && wish.vcs !== undefined && wish.vcs !== before.vcs)
    throw invalidField('vcs', 'invalid', 'A component keeps the kind of repository that it was made with.')
  if (vcs === 'local') return localColumns(wish)
  if (!(await hasGit())) throw invalidField('vcs', 'invalid', NO_GIT)
  checkPaths(wish, before)
  const repo = wish.repo === undefined ? before?.repo : known('repo', wish.repo, before?.repo)
  if (repo === undefined || repo === '' || repo === 'local:')
    throw invalidField('repo', 'required', 'A component of the kind "git" needs the address of its repository.')
  const link = LINK.exec(repo)
  if (before !== null && wish.repo !== undefined && (LINK.test(before.repo) || link) && repo !== before.repo)
    throw invalidField('repo', 'invalid', 'A component keeps sharing the repository that it was made with.')
  if (link) return linkedColumns(call, wish, repo, before)
  const { config } = call.services
  if (wish.repo !== undefined) about('repo', () => readAddress(repo, config))
  const push = wish.push === undefined ? undefined : known('push', wish.push, before?.push)
  if (push) about('push', () => readAddress(push, config))
  for (const name of ['branch', 'push_branch'] as const)
    if (wish[name] && !isBranch(wish[name]))
      throw invalidField(name, 'invalid', `"${wish[name]}" cannot be the name of a branch.`)
  const branch = wish.branch || before?.branch || ''
  return { vcs, repo, branch, ...(push !== undefined && { push }) }
}

/** An address that was read here comes back with its password hidden, and means the one that is stored. */
function known(attr: string, given: string, stored: string | undefined): string {
  if (stored !== undefined && given === shownAddress(stored)) return stored
  if (isHiddenAddress(given))
    throw invalidField(attr, 'invalid', 'The password in the address is hidden; please write it out again.')
  return given
}

function localColumns(wish: Wish): RepositoryColumns {
  const NO_REPOSITORY = 'Files live in the database, so there is no repository to set up; for one, vcs is "git".'
  if (wish.repo && wish.repo !== 'local:') throw invalidField('repo', 'invalid', NO_REPOSITORY)
  if (wish.branch && wish.branch !== 'main') throw invalidField('branch', 'invalid', NO_REPOSITORY)
  for (const name of ['push', 'push_branch'] as const)
    if (wish[name]) throw invalidField(name, 'invalid', NO_REPOSITORY)
  return { vcs: 'local', repo: 'local:', branch: 'main' }
}

function checkPaths(wish: Wish, before: ComponentRow | null): void {
  const filemask = wish.filemask ?? before?.filemask ?? ''
  if (!isMask(filemask))
    throw invalidField('filemask', 'invalid', 'The file mask needs one star, where the language stands.')
  for (const name of ['filemask', 'template', 'new_base'] as const)
    if (wish[name] && !isInside(wish[name]))
      throw invalidField(name, 'invalid', 'It has to be a path inside the repository.')
}

/** Sharing a repository needs the right to look after the component that it belongs to. */
async function linkedColumns(
  call: AnyCall,
  wish: Wish,
  repo: string,
  before: ComponentRow | null,
): Promise<RepositoryColumns> {
  const [, slug = '', path = ''] = LINK.exec(repo)!
  const project = await projectBySlug(call.db, slug)
  const permissions = await call.permissions()
  const component = project && permissions.sees(project) ? await componentByPath(call.db, project.id, path) : null
  if (project === null || component === null || !permissions.seesComponent(project, component))
    throw invalidField('repo', 'does_not_exist', 'There is no such component to share the repository of.')
  if (before === null && !permissions.inProject(project, 'component.edit'))
    throw invalidField('repo', 'invalid', 'Sharing the repository of a component needs the right to look after it.')
  if (component.vcs !== 'git' || component.linked_component_id !== null || component.id === before?.id)
    throw invalidField('repo', 'invalid', 'That component has no repository of its own.')
  for (const name of ['branch', 'push', 'push_branch'] as const)
    if (wish[name]) throw invalidField(name, 'invalid', 'It belongs to the component whose repository is shared.')
  return { vcs: 'git', repo, branch: '', push: '', linked_component_id: component.id }
}
