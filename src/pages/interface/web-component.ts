import type { Services } from '#core/services.ts'
import { readSetting, writeSetting } from '#store/site-settings.ts'
import type { Reader, Writer } from '#store/store.ts'
import { fittingObject } from '#store/stored-json.ts'
import {
  type ComponentParts,
  type ComponentRow,
  componentByPath,
  partsOf,
  projectBySlug,
} from '#translation/catalogue/components.ts'
import { installLanguages, languageByCode } from '#translation/catalogue/languages.ts'
import { createProject } from '#translation/catalogue/projects.ts'
import { createComponent } from '#translation/catalogue/translations.ts'
import type { Work } from '#translation/catalogue/work.ts'
import { type Shipped, stampOf } from './shipped-texts.ts'

const SETTING = 'web-component'
const PROJECT = 'parlance'

/** Stored state of the component with the interface texts. */
export interface NotedComponent {
  readonly component: number
  /** Hash of the texts imported last. */
  readonly stamp: string
  /** Hashes of the shipped texts, by language and key. Texts that differ were edited on this site. */
  readonly shipped: Readonly<Record<string, Readonly<Record<string, string>>>>
}

export async function notedComponent(db: Reader): Promise<NotedComponent | null> {
  const text = await readSetting(db, SETTING)
  return text === null ? null : (fittingObject<NotedComponent>(text) as NotedComponent | null)
}

export const noteComponent = (tx: Writer, noted: NotedComponent): Promise<void> => writeSetting(tx, SETTING, noted)

export async function componentById(db: Reader, id: number): Promise<ComponentRow | null> {
  return (await db.selectFrom('component').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

/** Whether this version has new texts for the component. A deleted component stays deleted. */
export async function isBehind({ store }: Pick<Services, 'store'>, shipped: Shipped): Promise<boolean> {
  const noted = await notedComponent(store.read)
  if (noted === null) return true
  return noted.stamp !== stampOf(shipped) && (await componentById(store.read, noted.component)) !== null
}

/** The component with the interface texts. */
export const WEB_COMPONENT = {
  name: 'Web',
  slug: 'web',
  file_format: 'i18nextv4',
  filemask: 'src/html/locales/*.json',
  template: 'src/html/locales/en.json',
  check_flags: 'i18next-interpolation',
  // English comes from the code, so editing it here would have no effect.
  edit_template: 0,
}

/** Creates a component for the program's texts and its project; null if the name is taken. */
export async function makeComponent(
  work: Work,
  values: Pick<typeof WEB_COMPONENT, 'name' | 'slug' | 'file_format' | 'filemask'> & Partial<typeof WEB_COMPONENT>,
): Promise<ComponentParts | null> {
  const { tx } = work
  await installLanguages(tx)
  const english = (await languageByCode(tx, 'en'))!
  const existing = await projectBySlug(tx, PROJECT)
  if (existing !== null && (await componentByPath(tx, existing.id, values.slug)) !== null) return null
  const taken = await tx.selectFrom('project').select('id').where('name', '=', 'Parlance').executeTakeFirst()
  const project =
    existing ??
    (await createProject(work, {
      name: taken === undefined ? 'Parlance' : 'Parlance (interface)',
      slug: PROJECT,
      instructions: 'The texts of this site’s pages. Translations appear as soon as they are saved.',
    }))
  const { component } = await createComponent(work, { project_id: project.id, ...values }, english)
  return partsOf(tx, component)
}
