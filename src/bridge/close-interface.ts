import type { GroupPermissions } from '#accounts/group-permissions.ts'
import type { ProjectRow } from '#translation/catalogue/components.ts'
import { ACCESS } from '#translation/catalogue/permissions.ts'
import { changeProject } from '#translation/catalogue/settings.ts'
import type { Work } from '#translation/catalogue/work.ts'

/** What only members may read in the wiki, strangers must not read on the platform either. */
export const mustClose = (groups: GroupPermissions, { access_control }: Pick<ProjectRow, 'access_control'>): boolean =>
  !groups.rightsOf('*').includes('read') && access_control < ACCESS.private

export const close = (work: Work, project: ProjectRow): Promise<ProjectRow> =>
  changeProject(work, project, { access_control: ACCESS.private })
