import type { ComponentParts } from './components.ts'
import { levelAbove, levelColumns, newLevel } from './inheritance.ts'
import { createComponent } from './translations.ts'
import type { Work } from './work.ts'

const SLUG = 'glossary'

/**
 * Creates the glossary of a project together with its first component, whose source language it has. Projects that
 * already have other components keep what they have.
 */
export async function createFirstGlossary(work: Work, { component, project, sourceLanguage }: ComponentParts) {
  const { tx } = work
  if (component.is_glossary === 1) return
  const others = tx
    .selectFrom('component')
    .select('id')
    .where('project_id', '=', project.id)
    .where('id', '<>', component.id)
  if ((await others.executeTakeFirst()) !== undefined) return
  const isTaken = (table: 'component' | 'project_category') =>
    tx.selectFrom(table).select('id').where('project_id', '=', project.id).where('path', '=', SLUG).executeTakeFirst()
  if ((await isTaken('component')) ?? (await isTaken('project_category'))) return
  const level = newLevel({}, await levelAbove(tx, project, null))
  await createComponent(
    work,
    {
      project_id: project.id,
      name: component.name === 'Glossary' ? project.name : 'Glossary',
      slug: SLUG,
      file_format: 'tbx',
      filemask: '*.tbx',
      is_glossary: 1,
      manage_units: 1,
      allow_translation_propagation: 0,
      ...levelColumns(level),
    },
    sourceLanguage,
  )
}
