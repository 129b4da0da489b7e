/** Permissions for the whole site. */
export const SITE_PERMISSIONS = [
  'management.use',
  'project.add',
  'language.add',
  'language.edit',
  'user.view',
  'user.edit',
  'group.view',
  'group.edit',
  'role.view',
  'role.edit',
  'componentlist.edit',
  'announcement.add',
  'announcement.delete',
  'memory.manage',
] as const

/** Permissions for a project, or for the languages a team is limited to. */
export const PROJECT_PERMISSIONS = [
  'announcement.add',
  'announcement.delete',
  'change.download',
  'comment.add',
  'comment.delete',
  'comment.resolve',
  'component.edit',
  'component.lock',
  'glossary.add',
  'glossary.delete',
  'glossary.edit',
  'glossary.terminology',
  'glossary.upload',
  'label.edit',
  'machinery.view',
  'memory.delete',
  'memory.edit',
  'project.edit',
  'project.permissions',
  'reports.view',
  'screenshot.add',
  'screenshot.delete',
  'screenshot.edit',
  'source.edit',
  'suggestion.accept',
  'suggestion.add',
  'suggestion.delete',
  'suggestion.vote',
  'translation.add',
  'translation.add_more',
  'translation.auto',
  'translation.delete',
  'translation.download',
  'unit.add',
  'unit.bulk_edit',
  'unit.check',
  'unit.delete',
  'unit.edit',
  'unit.flag',
  'unit.override',
  'unit.review',
  'unit.template',
  'upload.overwrite',
  'upload.perform',
  'vcs.access',
  'vcs.commit',
  'vcs.push',
  'vcs.reset',
  'vcs.update',
  'vcs.view',
] as const

export type SitePermission = (typeof SITE_PERMISSIONS)[number]
export type ProjectPermission = (typeof PROJECT_PERMISSIONS)[number]
export type Permission = SitePermission | ProjectPermission

const inGroup = (prefix: string): ProjectPermission[] => PROJECT_PERMISSIONS.filter(name => name.startsWith(prefix))

const repositoryAccess: ProjectPermission[] = ['vcs.access', 'vcs.view', 'translation.download']
const translating: ProjectPermission[] = [
  'suggestion.add',
  'translation.download',
  'comment.add',
  'machinery.view',
  'suggestion.accept',
  'suggestion.vote',
  'unit.check',
  'unit.edit',
  'upload.perform',
  'upload.overwrite',
]
const reviewing: ProjectPermission[] = [
  ...translating,
  'unit.review',
  'suggestion.delete',
  'comment.resolve',
  'unit.override',
]
const powerful: ProjectPermission[] = [
  ...translating,
  'vcs.access',
  'vcs.view',
  'glossary.add',
  'glossary.delete',
  'glossary.edit',
  'glossary.upload',
  'translation.add',
  'unit.template',
  'unit.add',
]

const distinct = (permissions: readonly Permission[]): readonly Permission[] => [...new Set(permissions)]

/** Roles and teams of a new site, named as in Weblate; from then on administrators manage them. */
export const DEFAULT_ROLES: Record<string, readonly Permission[]> = {
  'Add suggestion': ['suggestion.add'],
  'Access repository': repositoryAccess,
  'Power user': powerful,
  'Translation coordinator': distinct([
    ...powerful,
    ...reviewing,
    ...repositoryAccess,
    ...inGroup('glossary.'),
    ...inGroup('screenshot.'),
    'announcement.add',
    'announcement.delete',
  ]),
  Translate: translating,
  'Edit source': [...translating, 'source.edit', 'unit.template', 'unit.flag', 'screenshot.add', 'screenshot.edit'],
  'Manage languages': ['translation.add', 'translation.add_more', 'translation.delete', 'translation.download'],
  'Automatic translation': ['translation.auto'],
  'Manage glossary': inGroup('glossary.'),
  'Manage translation memory': inGroup('memory.'),
  'Manage screenshots': inGroup('screenshot.'),
  'Bulk editing': ['unit.bulk_edit'],
  'Review strings': reviewing,
  'Manage repository': inGroup('vcs.'),
  Administration: PROJECT_PERMISSIONS,
  'Add new projects': ['project.add'],
}

/** Which projects a team applies to. */
export const PROJECT_SELECTION = { asDefined: 0, all: 1, componentList: 2, allPublic: 3, allProtected: 4 } as const

export const GUESTS = 'Guests'
export const USERS = 'Users'
export const VIEWERS = 'Viewers'

interface DefaultTeam {
  name: string
  projectSelection: number
  roles: readonly string[]
}

export const DEFAULT_TEAMS: readonly DefaultTeam[] = [
  { name: GUESTS, projectSelection: PROJECT_SELECTION.allPublic, roles: ['Add suggestion', 'Access repository'] },
  { name: VIEWERS, projectSelection: PROJECT_SELECTION.allProtected, roles: [] },
  { name: USERS, projectSelection: PROJECT_SELECTION.allPublic, roles: ['Power user'] },
  { name: 'Reviewers', projectSelection: PROJECT_SELECTION.all, roles: ['Review strings'] },
  { name: 'Managers', projectSelection: PROJECT_SELECTION.all, roles: ['Administration'] },
  { name: 'Project creators', projectSelection: PROJECT_SELECTION.allPublic, roles: ['Add new projects'] },
]
