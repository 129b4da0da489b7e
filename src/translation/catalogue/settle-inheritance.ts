import type { ProjectRow } from './components.ts'
import { categoryLevels, componentLevel, levelColumns, projectLevel, settledLevel } from './inheritance.ts'
import { changeComponent } from './settings.ts'
import type { Work } from './work.ts'

/** Gives the components of a project what they inherit, after a project or category changed or moved. */
export async function settleInheritance(work: Work, project: Pick<ProjectRow, 'id' | 'inheritance'>): Promise<void> {
  const components = await work.tx
    .selectFrom('component')
    .selectAll()
    .where('project_id', '=', project.id)
    .where('inheritance', '<>', '{}')
    .orderBy('id')
    .execute()
  if (components.length === 0) return
  const categories = await categoryLevels(work.tx, [project])
  const top = projectLevel(project)
  for (const row of components) {
    const above = row.category_id === null ? top : (categories.get(row.category_id) ?? top)
    await changeComponent(work, row, levelColumns(settledLevel(componentLevel(row), above)))
  }
}
