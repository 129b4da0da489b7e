import { type GroupPermissions, loadPermissions } from '#accounts/group-permissions.ts'
import type { Services } from '#core/services.ts'
import type { Reader } from '#store/store.ts'
import { storedValue } from '#store/stored-json.ts'
import type { ProjectRow } from '#translation/catalogue/components.ts'
import { ACCESS } from '#translation/catalogue/permissions.ts'
import { changeProject } from '#translation/catalogue/settings.ts'
import { type Work, work } from '#translation/catalogue/work.ts'
import { interfaceComponent } from './interface-component.ts'

type Access = Services['config']['wikiAccess']
const SETTING = 'wiki-access'

/** What only members may read in the wiki, strangers must not read on the platform either. */
const mustClose = (groups: GroupPermissions, { access_control }: Pick<ProjectRow, 'access_control'>): boolean =>
  !groups.rightsOf('*').includes('read') && access_control < ACCESS.private

const close = (work: Work, project: ProjectRow): Promise<ProjectRow> =>
  changeProject(work, project, { access_control: ACCESS.private })

/** For an import, which knows how the site is served only from what the last start has noted. */
export async function closedLikeWiki(work: Work, project: ProjectRow): Promise<ProjectRow> {
  return mustClose(await loadPermissions(work.tx, await notedAccess(work.tx)), project) ? close(work, project) : project
}

async function notedAccess(db: Reader): Promise<Access> {
  const row = await db.selectFrom('site_setting').select('value').where('key', '=', SETTING).executeTakeFirst()
  // What cannot be read may have closed the wiki.
  return row === undefined || storedValue(row.value) === 'public' ? 'public' : 'private'
}

/** For a start: the wiki may have been closed to strangers since the last one. Those that only read write nothing. */
export async function closeWithWiki({ store, clock, permissions, config }: Services): Promise<void> {
  const { wikiAccess } = config
  if ((await notedAccess(store.read)) === wikiAccess && (await openProject(store.read, permissions)) === null) return
  await work({ store, clock }, null, async piece => {
    const value = JSON.stringify(wikiAccess)
    await piece.tx
      .insertInto('site_setting')
      .values({ key: SETTING, value })
      .onConflict(conflict => conflict.column('key').doUpdateSet({ value }))
      .execute()
    const project = await openProject(piece.tx, permissions)
    if (project !== null) await close(piece, project)
  })
}

/** The project of the wiki's messages, if it is open and must not be. */
async function openProject(db: Reader, permissions: GroupPermissions): Promise<ProjectRow | null> {
  const component = await interfaceComponent(db)
  if (component === null) return null
  const projects = db.selectFrom('project').selectAll().where('id', '=', component.project_id)
  const project = await projects.executeTakeFirst()
  return project && mustClose(permissions, project) ? project : null
}
