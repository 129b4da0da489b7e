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
 * Imports a folder of translation files, each file in a transaction of its own, the source file first. The project and
 * the component are created when they do not exist. Running it again brings in what changed. Every file is read before
 * anything is written, so a folder with a bad file changes nothing.
 */
export async function* importFolder(
  context: { store: Store; clock: Clock },
  wish: FolderImport,
): AsyncGenerator<ImportedLanguage> {
  const folder = await readFolder(context.store.read, wish)
  const parts = await work(context, null, piece => ensureComponent(piece, wish))
  const read = (name: string) => readFileSync(path.join(wish.folder, name))
  if (wish.template !== undefined) {
    const name = wish.template
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

async function ensureComponent(piece: Work, wish: FolderImport): Promise<ComponentParts> {
  const { tx } = piece
  const source = (await languageByCode(tx, wish.sourceLanguage))!
  const project =
    (await projectBySlug(tx, wish.project)) ?? (await createProject(piece, { name: wish.project, slug: wish.project }))
  const known = await componentByPath(tx, project.id, wish.component)
  if (known !== null) return partsOf(tx, known)
  const values = {
    project_id: project.id,
    name: wish.component,
    slug: wish.component,
    file_format: wish.format,
    filemask: wish.filemask,
    template: wish.template ?? '',
  }
  const { component } = await createComponent(piece, values, source)
  if (wish.template !== undefined)
    await tx
      .updateTable('translation')
      .set({ filename: wish.template })
      .where('component_id', '=', component.id)
      .execute()
  return partsOf(tx, component)
}
