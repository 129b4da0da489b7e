import { type Html, html } from '#html/html.ts'
import type { Translator } from '#html/site-texts.ts'
import type { ProjectPermission } from '../catalogue/permission-names.ts'
import type { GuardedProject, Permissions } from '../catalogue/permissions.ts'
import { Addresses } from '../values/addresses.ts'
import { browseTabs, type Tab } from './browse-tabs.ts'

/** The parts of a project or component needed for its links. */
export interface TabPlace {
  readonly project: GuardedProject & { readonly slug: string }
  readonly component?: { readonly id?: number; readonly path: string; readonly is_glossary?: number } | null | undefined
}

const WEB = new Addresses('')

/** URL of a management section. */
export const manageAddress = (section: string, { project, component }: TabPlace): string =>
  WEB.web('manage', section, project.slug, ...(component?.path.split('/') ?? []))

/** The entry section for each permission; the first permission the user has applies. */
const DOORS: readonly (readonly [section: string, where: 'project' | 'component' | 'both', ProjectPermission])[] = [
  ['settings', 'project', 'project.edit'],
  ['settings', 'component', 'component.edit'],
  ['people', 'project', 'project.permissions'],
  ['languages', 'component', 'translation.add'],
  ['announcements', 'both', 'announcement.add'],
  ['screenshots', 'component', 'screenshot.add'],
  ['lock', 'component', 'component.lock'],
  ['memory', 'project', 'memory.edit'],
]

function isAllowed(permissions: Permissions, { project, component }: TabPlace, permission: ProjectPermission): boolean {
  const { id } = component ?? {}
  return permissions.inPlace({ project, component: id === undefined ? null : { id } }, permission)
}

/** The management page a user starts at; null when there is nothing to manage. */
export function manageDoor(permissions: Permissions, place: TabPlace): string | null {
  const kind = place.component ? 'component' : 'project'
  const door = DOORS.find(
    ([, where, permission]) => (where === kind || where === 'both') && isAllowed(permissions, place, permission),
  )
  return door === undefined ? null : manageAddress(door[0], place)
}

/**
 * The tabs of a project or component, the same on all its pages. `current` names the active tab; callers may add their own
 * tabs.
 */
export function placeTabs(
  { t, permissions }: { readonly t: Translator; readonly permissions: Permissions },
  place: TabPlace,
  current: 'overview' | 'files' | 'glossary' | 'manage' | (string & {}),
  more: readonly Tab[] = [],
): Html {
  const { project, component } = place
  const door = manageDoor(permissions, place)
  const tabs: Tab[] = [
    {
      name: 'overview',
      text: 'manage.tab_overview',
      address: WEB.web('projects', project.slug, ...(component?.path.split('/') ?? [])),
    },
    ...browseTabs({ project: project.slug, component: component?.path }),
    ...more,
    ...(component?.is_glossary === 1
      ? [{ name: 'glossary', text: 'manage.tab_glossary', address: manageAddress('glossary', place) } as const]
      : []),
    ...(isAllowed(permissions, place, 'translation.download')
      ? [{ name: 'files', text: 'manage.tab_files', address: manageAddress('files', place) } as const]
      : []),
    ...(door === null ? [] : [{ name: 'manage', text: 'manage.tab_manage', address: door } as const]),
  ]
  return html`<nav class="tabs" aria-label="${t('manage.tabs')}">${tabs.map(
    tab => html`<a href="${tab.address}"${tab.name === current && html` aria-current="page"`}>${t(tab.text)}</a>`,
  )}</nav>`
}
