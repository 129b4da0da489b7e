// A small site for random operations: two projects, categories, bilingual and monolingual components.
import path from 'node:path'
import { type ManualClock, manualClock } from '#core/testing.ts'
import type { Store } from '#store/store.ts'
import { type TestApi, testApi } from '#translation/api/testing.ts'
import { importContent } from '#translation/catalogue/component-files.ts'
import { type ComponentRow, componentParts, type ProjectRow } from '#translation/catalogue/components.ts'
import { formsOf } from '#translation/catalogue/edit-units.ts'
import type { ExportedTranslation } from '#translation/catalogue/export-file.ts'
import { type LanguageRow, languageByCode } from '#translation/catalogue/languages.ts'
import { createProject } from '#translation/catalogue/projects.ts'
import type { TranslationRow, UnitRow } from '#translation/catalogue/rows.ts'
import { STRINGS } from '#translation/catalogue/testing.ts'
import { addTranslation, createComponent } from '#translation/catalogue/translations.ts'
import { addSourceUnit } from '#translation/catalogue/units.ts'
import { type Work, work } from '#translation/catalogue/work.ts'
import { po, Upstream } from '#translation/repositories/testing.ts'
import { Random } from '../random.ts'

export interface World {
  store: Store
  clock: ManualClock
  random: Random
  api: TestApi
  jobs: TestApi['services']['jobs']
  /** API key and account of a superuser. */
  key: string
  account: number
  english: LanguageRow
  languages: LanguageRow[]
  projects: ProjectRow[]
  categories: { id: number; path: string; project_id: number }[]
  /** The repository of components with git. */
  upstream: Upstream
  /** A new number, for unique names. */
  fresh(): number
}

const CODES = ['cs', 'de', 'ja', 'ar']

export async function makeWorld(store: Store, seed: number): Promise<World> {
  const clock = manualClock()
  const upstream = new Upstream()
  upstream.publish('Begin', {
    'po/cs.po': po('cs', { Plain: 'Prostý', Last: '' }),
    'po/de.po': po('de', { Plain: '' }),
  })
  const repositories = { repositoryProtocols: ['file'], repositoryNetwork: 'any' } as const
  const api = await testApi(store, { data: path.join(upstream.folder, 'site'), ...repositories }, clock)
  const { account, key } = await api.user('Boss', { superuser: true })
  let last = 0
  const world: World = {
    store,
    clock,
    api,
    jobs: api.services.jobs,
    key,
    account: account.id,
    random: new Random(seed),
    fresh: () => ++last,
    upstream,
    projects: [],
    categories: [],
    languages: [],
    english: (await languageByCode(store.read, 'en'))!,
  }
  for (const code of CODES) world.languages.push((await languageByCode(store.read, code))!)
  await work(world, account.id, async piece => {
    // The transaction may be retried.
    world.projects.length = 0
    world.categories.length = 0
    for (const slug of ['one', 'two'])
      world.projects.push(await createProject(piece, { name: slug, slug, translation_review: 1 }))
    for (const category of ['outer', 'outer/inner', 'other']) await addCategory(world, piece, category)
    for (const { id } of world.projects) await addBilingual(world, piece, id)
    await addMonolingual(world, piece, world.projects[0]!.id)
  })
  return world
}

async function addCategory(world: World, { tx }: Work, path: string): Promise<void> {
  const project_id = world.projects[0]!.id
  const parent_id = path.includes('/') ? world.categories[0]!.id : null
  const slug = path.slice(path.lastIndexOf('/') + 1)
  const row = await tx
    .insertInto('project_category')
    .values({ project_id, parent_id, name: slug, slug, path })
    .returning(['id', 'path', 'project_id'])
    .executeTakeFirstOrThrow()
  world.categories.push(row)
}

export async function addBilingual(world: World, piece: Work, project_id: number, from = world.english): Promise<void> {
  const slug = `po-${world.fresh()}`
  const values = { project_id, name: slug, slug, file_format: 'po', filemask: `${slug}/*.po`, suggestion_voting: 1 }
  const { component, source } = await createComponent(piece, values, from)
  for (const string of STRINGS) await addSourceUnit(piece, source, from.code, string)
  const others = [...world.languages, world.english].filter(each => each.id !== from.id)
  for (const language of others.slice(0, 2)) await addTranslation(piece, component, language)
}

export async function addMonolingual(world: World, piece: Work, project_id: number): Promise<void> {
  const slug = `json-${world.fresh()}`
  const place = { filemask: `${slug}/*.json`, template: `${slug}/en.json` }
  const values = { project_id, name: slug, slug, file_format: 'json', ...place, suggestion_voting: 1 }
  const { component } = await createComponent(piece, values, world.english)
  const [parts] = await componentParts(piece.tx, [component])
  const texts = { hello: 'Hello, world!', thanks: 'Thank you.', try: 'Try {name} …' }
  await importContent(piece, parts!, world.english, Buffer.from(JSON.stringify(texts)))
  for (const language of world.languages.slice(1, 3)) await addTranslation(piece, component, language)
}

export const components = ({ tx }: Work): Promise<ComponentRow[]> =>
  tx.selectFrom('component').selectAll().orderBy('id').execute()

export async function someTranslation(world: World, { tx }: Work, isSource = 0): Promise<TranslationRow | null> {
  const query = tx.selectFrom('translation').selectAll().where('is_source', '=', isSource).orderBy('id')
  const rows = await query.execute()
  return rows.length === 0 ? null : world.random.pick(rows)
}

export const unitsOf = ({ tx }: Work, translation: TranslationRow): Promise<UnitRow[]> =>
  tx.selectFrom('unit').selectAll().where('translation_id', '=', translation.id).orderBy('id').execute()

export interface SomeUnit {
  translation: TranslationRow
  unit: UnitRow
}

/** A random string, or null if there is none. */
export async function someUnit(world: World, piece: Work, isSource = 0): Promise<SomeUnit | null> {
  const translation = await someTranslation(world, piece, isSource)
  const units = translation ? await unitsOf(piece, translation) : []
  return translation && units.length > 0 ? { translation, unit: world.random.pick(units) } : null
}

export async function placeOfTranslation({ tx }: Work, translation: TranslationRow): Promise<ExportedTranslation> {
  const component = tx.selectFrom('component').selectAll().where('id', '=', translation.component_id)
  const language = tx.selectFrom('translation_language').selectAll().where('id', '=', translation.language_id)
  const [parts] = await componentParts(tx, [await component.executeTakeFirstOrThrow()])
  return { ...parts!, translation, language: await language.executeTakeFirstOrThrow() }
}

const TEXTS = ['Ahoj', 'Ahoj\n', 'Dobrý den.', 'Má %d banánů', 'Hello, world!', '<a href="#">x', 'Konec…']

/** A random translation of a string, or an empty one. */
export const someTarget = ({ random }: World, unit: UnitRow, translation: TranslationRow, empty = false): string[] =>
  Array.from({ length: formsOf(unit, translation) }, () =>
    empty ? '' : random.chance(0.3) ? `Text ${random.below(1000)}` : random.pick(TEXTS),
  )
