import type { Services } from '#core/services.ts'
import { readSetting, writeSetting } from '#store/site-settings.ts'
import type { Reader, Writer } from '#store/store.ts'
import { fittingObject, storedObject } from '#store/stored-json.ts'
import {
  type ComponentParts,
  type ComponentRow,
  componentByPath,
  type ProjectRow,
  partsOf,
  projectBySlug,
} from '#translation/catalogue/components.ts'
import { installLanguages, languageByCode } from '#translation/catalogue/languages.ts'
import { createProject } from '#translation/catalogue/projects.ts'
import { changeProject } from '#translation/catalogue/settings.ts'
import { createComponent } from '#translation/catalogue/translations.ts'
import type { Work } from '#translation/catalogue/work.ts'
import type { Entries, Shipped } from './shipped-texts.ts'

const SETTING = 'web-component'
const PROJECT = 'parlance'

/** Stored state of the component with the interface texts. */
export interface NotedComponent {
  readonly component: number
  /** Hash of the texts imported last; empty while languages are missing. */
  readonly stamp: string
  /** Hashes as stored by older versions, which read them all for every change. Now each language has a setting. */
  readonly shipped: Readonly<Record<string, Entries>>
  /** Whether this project had its review turned on. Turning it off later is the site's decision. */
  readonly isReviewed?: boolean
}

export async function notedComponent(db: Reader): Promise<NotedComponent | null> {
  const text = await readSetting(db, SETTING)
  return text === null ? null : (fittingObject<NotedComponent>(text) as NotedComponent | null)
}

export const noteComponent = (tx: Writer, noted: NotedComponent): Promise<void> => writeSetting(tx, SETTING, noted)

const hashesSetting = (code: string): string => `${SETTING}:${code}`

/** Hashes of the texts of one language as shipped last, by key. Texts that differ were edited on this site. */
export async function shippedHashes(db: Reader, code: string): Promise<Entries> {
  const text = await readSetting(db, hashesSetting(code))
  if (text !== null) return storedObject<Record<string, string>>(text) as Entries
  return (await notedComponent(db))?.shipped[code] ?? {}
}

export const noteHashes = (tx: Writer, code: string, hashes: Entries): Promise<void> =>
  writeSetting(tx, hashesSetting(code), hashes)

export async function componentById(db: Reader, id: number): Promise<ComponentRow | null> {
  return (await db.selectFrom('component').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

/** Whether this version has new texts for the component. A deleted component stays deleted. */
export async function isBehind({ store }: Pick<Services, 'store'>, shipped: Shipped): Promise<boolean> {
  const noted = await notedComponent(store.read)
  if (noted === null) return true
  return noted.stamp !== shipped.stamp && (await componentById(store.read, noted.component)) !== null
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

const FORMER_INSTRUCTIONS = 'The texts of this site’s pages. Translations appear as soon as they are saved.'
const INSTRUCTIONS = `${FORMER_INSTRUCTIONS}

Shipped translations wait for review by native speakers. If a text is right, approve it. If you correct one, updates of the software keep your version.`

/** Turns the review on for projects made by versions that shipped no unreviewed texts. */
export async function requestReview(work: Work, project: ProjectRow): Promise<void> {
  if (project.slug !== PROJECT) return
  const instructions = project.instructions === FORMER_INSTRUCTIONS ? INSTRUCTIONS : project.instructions
  await changeProject(work, project, { translation_review: 1, instructions })
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
      instructions: INSTRUCTIONS,
      translation_review: 1,
    }))
  const { component } = await createComponent(work, { project_id: project.id, ...values }, english)
  return partsOf(tx, component)
}
