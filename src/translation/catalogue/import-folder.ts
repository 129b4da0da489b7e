import { globSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Clock } from '#store/clock.ts'
import type { Store } from '#store/store.ts'
import { format, formats } from '../formats/index.ts'
import { importContent } from './component-files.ts'
import { type ComponentParts, componentByPath, componentParts, projectBySlug } from './components.ts'
import { isMask, matchMask } from './filemask.ts'
import { languageByCode, languageForFile, parseLanguageAliases } from './languages.ts'
import { createProject } from './projects.ts'
import { createComponent } from './translations.ts'
import { type Work, work } from './work.ts'

export interface FolderImport {
  folder: string
  project: string
  component: string
  format: string
  /** Where the files are below the folder, with a star for the language. */
  filemask: string
  /** Monolingual formats: the file with the source texts. */
  template?: string | undefined
  sourceLanguage: string
}

export interface ImportedLanguage {
  code: string
  path: string
  added: number
  changed: number
  removed: number
}

/** Something that whoever called can set right. */
export class ImportError extends Error {}

/**
 * Imports a folder of translation files, each file in a transaction of its own, the source file first. The project and
 * the component are created when they do not exist. Running it again brings in what changed.
 */
export async function* importFolder(
  context: { store: Store; clock: Clock },
  wish: FolderImport,
): AsyncGenerator<ImportedLanguage> {
  const kind = format(wish.format)
  if (kind === undefined)
    throw new ImportError(
      `There is no file format "${wish.format}". There are ${formats()
        .map(each => each.id)
        .join(', ')}.`,
    )
  if (!isMask(wish.filemask))
    throw new ImportError(`The file mask "${wish.filemask}" needs one star, where the language stands.`)
  if (statSync(wish.folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new ImportError(`There is no folder "${wish.folder}".`)
  const found = globSync(wish.filemask, { cwd: wish.folder }).map(each => each.split(path.sep).join('/'))
  const files = matchMask(wish.filemask, found.sort())
  if (files.length === 0) throw new ImportError(`No file in "${wish.folder}" fits "${wish.filemask}".`)
  const parts = await work(context, null, piece => ensureComponent(piece, wish))
  const read = (name: string) => readFileSync(path.join(wish.folder, name))
  if (wish.template !== undefined) {
    const name = wish.template
    if (!statSync(path.join(wish.folder, name), { throwIfNoEntry: false })?.isFile())
      throw new ImportError(`There is no template "${name}".`)
    const result = await work(context, null, piece => importContent(piece, parts, parts.sourceLanguage, read(name)))
    yield { code: parts.sourceLanguage.code, path: name, ...counts(result) }
  } else if (kind.monolingual) {
    throw new ImportError(
      `Files of the format ${kind.id} have no source texts; name the file that has them as the template.`,
    )
  }
  const aliases = parseLanguageAliases(parts.project.language_aliases)
  for (const file of files) {
    if (file.path === wish.template) continue
    const result = await work(context, null, async piece => {
      const language = await languageForFile(piece.tx, file.code, aliases)
      if (language === null) throw new ImportError(`"${file.code}" in "${file.path}" is no language code.`)
      if (language.id === parts.sourceLanguage.id && wish.template !== undefined) return null
      return { code: language.code, ...counts(await importContent(piece, parts, language, read(file.path), file.code)) }
    })
    if (result) yield { path: file.path, ...result }
  }
}

const counts = ({ added, changed, removed }: { added: number; changed: number; removed: number }) => ({
  added,
  changed,
  removed,
})

async function ensureComponent(piece: Work, wish: FolderImport): Promise<ComponentParts> {
  const { tx } = piece
  const source = await languageByCode(tx, wish.sourceLanguage)
  if (source === null) throw new ImportError(`There is no language "${wish.sourceLanguage}".`)
  const project =
    (await projectBySlug(tx, wish.project)) ?? (await createProject(piece, { name: wish.project, slug: wish.project }))
  const known = await componentByPath(tx, project.id, wish.component)
  if (known !== null) return (await componentParts(tx, [known]))[0]!
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
  return (await componentParts(tx, [component]))[0]!
}
