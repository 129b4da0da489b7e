import type { Reader } from '#store/store.ts'
import { format } from '../formats/index.ts'
import { translationsOf } from './component-translations.ts'
import { type ComponentParts, componentParts, projectBySlug } from './components.ts'
import type { Conversion } from './conversions.ts'
import { exportFile } from './export-file.ts'

export interface ExportedFile {
  /** `component/file`, without segments that lead out of the folder. */
  path: string
  content: Uint8Array
}

export interface ExportRequest {
  project: string
  component?: string
  language?: string
}

/** Every file of a project, one at a time. */
export async function* exportProject(db: Reader, options: ExportRequest): AsyncGenerator<ExportedFile> {
  const project = await projectBySlug(db, options.project)
  if (project === null) return
  const rows = await db
    .selectFrom('component')
    .selectAll()
    .where('project_id', '=', project.id)
    .$if(options.component !== undefined, query => query.where('path', '=', options.component!))
    .orderBy('id')
    .execute()
  for (const parts of await componentParts(db, rows)) yield* exportComponent(db, parts, options.language)
}

/** Every file of a component, in a folder named after it, in its own or another format. */
export async function* exportComponent(
  db: Reader,
  parts: ComponentParts,
  only?: string,
  converted?: Conversion,
): AsyncGenerator<ExportedFile> {
  for (const place of await translationsOf(db, parts)) {
    const { translation, language } = place
    if (only !== undefined && language.code !== only) continue
    const ending = converted?.extension ?? format(parts.component.file_format)?.extensions[0] ?? 'txt'
    const name = (converted ? '' : translation.filename) || `${language.code}.${ending}`
    yield {
      path: safePath(`${parts.component.path}/${name}`),
      content: await (converted ? converted.write(db, place) : exportFile(db, place)),
    }
  }
}

/** File masks can contain anything; extracted paths must stay inside the folder. */
export const safePath = (path: string): string =>
  path
    .replaceAll('\\', '/')
    .split('/')
    .filter(part => part !== '' && part !== '.' && part !== '..')
    .join('/')
