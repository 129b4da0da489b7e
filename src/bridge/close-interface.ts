import { type GroupPermissions, loadPermissions } from '#accounts/group-permissions.ts'
import type { Services } from '#core/services.ts'
import { readSetting, writeSetting } from '#store/site-settings.ts'
import type { Reader } from '#store/store.ts'
import { storedValue } from '#store/stored-json.ts'
import type { ProjectRow } from '#translation/catalogue/components.ts'
import { ACCESS } from '#translation/catalogue/permissions.ts'
import { changeProject } from '#translation/catalogue/settings.ts'
import { type Work, work } from '#translation/catalogue/work.ts'
import { interfaceComponent } from './interface-component.ts'

type Access = Services['config']['wikiAccess']
const SETTING = 'wiki-access'

/** If visitors cannot read the wiki, they must not read its messages on the platform either. */
const mustClose = (groups: GroupPermissions, { access_control }: Pick<ProjectRow, 'access_control'>): boolean =>
  !groups.rightsOf('*').includes('read') && access_control < ACCESS.private

const close = (work: Work, project: ProjectRow): Promise<ProjectRow> =>
  changeProject(work, project, { access_control: ACCESS.private })

/** Imports run outside the server, so they rely on the access setting stored at the last start. */
export async function closedLikeWiki(work: Work, project: ProjectRow): Promise<ProjectRow> {
  return mustClose(await loadPermissions(work.tx, await storedAccess(work.tx)), project)
    ? close(work, project)
    : project
}

async function storedAccess(db: Reader): Promise<Access> {
  const text = await readSetting(db, SETTING)
  // Treat an unreadable value as private.
  return text === null || storedValue(text) === 'public' ? 'public' : 'private'
}

/** Runs at start, in case the wiki became private since. Writes nothing when nothing changed. */
export async function closeWithWiki({ store, clock, permissions, config }: Services): Promise<void> {
  const { wikiAccess } = config
  if ((await storedAccess(store.read)) === wikiAccess && (await openProject(store.read, permissions)) === null) return
  await work({ store, clock }, null, async piece => {
    await writeSetting(piece.tx, SETTING, wikiAccess)
    const project = await openProject(piece.tx, permissions)
    if (project !== null) await close(piece, project)
  })
}

/** The project of the wiki's messages, if it is public but should be private. */
async function openProject(db: Reader, permissions: GroupPermissions): Promise<ProjectRow | null> {
  const component = await interfaceComponent(db)
  if (component === null) return null
  const projects = db.selectFrom('project').selectAll().where('id', '=', component.project_id)
  const project = await projects.executeTakeFirst()
  return project && mustClose(permissions, project) ? project : null
}
