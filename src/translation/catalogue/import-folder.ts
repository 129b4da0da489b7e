import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Clock } from '#store/clock.ts'
import type { Store } from '#store/store.ts'
import { importContent } from './component-files.ts'
import { type ComponentParts, componentByPath, partsOf, projectBySlug } from './components.ts'
import { languageByCode, languageForFile } from './languages.ts'
import { createProject } from './projects.ts'
import { type FolderImport, readFolder } from './read-folder.ts'
import { createComponent } from './translations.ts'
import { type Work, work } from './work.ts'

export { ImportError } from './read-folder.ts'

export interface ImportedLanguage {
  code: string
  path: string
  added: number
  changed: number
  removed: number
}

/**
 * Imports a folder of translation files, one transaction per file, source file first. Creates the project and component
 * if they do not exist. Repeated runs import what changed. All files are parsed before anything is written, so a folder
 * with an invalid file changes nothing.
 */
export async function* importFolder(
  context: { store: Store; clock: Clock },
  options: FolderImport,
): AsyncGenerator<ImportedLanguage> {
  const folder = await readFolder(context.store.read, options)
  const parts = await work(context, null, piece => ensureComponent(piece, options))
  const read = (name: string) => readFileSync(path.join(options.folder, name))
  if (options.template !== undefined) {
    const name = options.template
    const result = await work(context, null, piece => importContent(piece, parts, parts.sourceLanguage, read(name)))
    yield { code: parts.sourceLanguage.code, path: name, ...counts(result) }
  }
  for (const file of folder.files) {
    const result = await work(context, null, async piece => {
      const language = (await languageForFile(piece.tx, file.code, folder.aliases))!
      return { code: language.code, ...counts(await importContent(piece, parts, language, read(file.path), file.code)) }
    })
    yield { path: file.path, ...result }
  }
}

const counts = ({ added, changed, removed }: { added: number; changed: number; removed: number }) => ({
  added,
  changed,
  removed,
})

async function ensureComponent(piece: Work, options: FolderImport): Promise<ComponentParts> {
  const { tx } = piece
  const source = (await languageByCode(tx, options.sourceLanguage))!
  const project =
    (await projectBySlug(tx, options.project)) ??
    (await createProject(piece, { name: options.project, slug: options.project }))
  const existing = await componentByPath(tx, project.id, options.component)
  if (existing !== null) return partsOf(tx, existing)
  const values = {
    project_id: project.id,
    name: options.component,
    slug: options.component,
    file_format: options.format,
    filemask: options.filemask,
    template: options.template ?? '',
  }
  const { component } = await createComponent(piece, values, source)
  if (options.template !== undefined)
    await tx
      .updateTable('translation')
      .set({ filename: options.template })
      .where('component_id', '=', component.id)
      .execute()
  return partsOf(tx, component)
}
