import type { ComponentParts } from './components.ts'
import type { Permissions } from './permissions.ts'

/** Which addresses of repositories a caller may see: those of the component, and of the owner of a shared repository. */
export interface RepositoryView {
  readonly component: boolean
  /** Same as `component`, if the repository is its own. */
  readonly owner: boolean
}

export function repositoryView(
  permissions: Permissions,
  { project, component, owner, ownerProject }: Pick<ComponentParts, 'project' | 'component' | 'owner' | 'ownerProject'>,
): RepositoryView {
  const isOpen = permissions.inPlace({ project, component }, 'vcs.view')
  if (component.linked_component_id === null) return { component: isOpen, owner: isOpen }
  const seesOwner =
    owner !== undefined &&
    ownerProject !== undefined &&
    permissions.seesComponent(ownerProject, owner) &&
    permissions.inPlace({ project: ownerProject, component: owner }, 'vcs.view')
  return { component: isOpen, owner: isOpen && seesOwner }
}
