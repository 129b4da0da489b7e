// Changes to components, projects and glossaries through the REST API.
import type { Request } from './operation.ts'
import { send } from './requests.ts'
import type { World } from './world.ts'

const MAX_COMPONENTS = 6

interface Place {
  id: number
  project: string
  path: string
  glossary: number
}

const places = ({ store }: World): Promise<Place[]> =>
  store.read
    .selectFrom('component')
    .innerJoin('project', 'project.id', 'component.project_id')
    .select(['component.id', 'project.slug as project', 'component.path', 'component.is_glossary as glossary'])
    .orderBy('component.id')
    .execute()

const addressOf = ({ project, path }: Place): string => `${project}/${path.replaceAll('/', '%252F')}/`

const somePlace = async (world: World, isGlossary?: boolean): Promise<Place | null> => {
  const all = await places(world)
  const rows = isGlossary === undefined ? all : all.filter(each => (each.glossary === 1) === isGlossary)
  return rows.length === 0 ? null : world.random.pick(rows)
}

const someLanguage = ({ random }: World): string => random.pick(['cs', 'de', 'ja', 'ar'])

const editMany: Request = async world => {
  const place = await somePlace(world)
  if (place === null) return false
  const { random } = world
  const isSource = random.chance(0.4)
  const flags = ['', 'ignore-same', 'read-only', 'max-length:5']
  const body = {
    q: random.pick(['', 'state:translated', 'has:check', 'has:suggestion OR state:needs-editing']),
    ...(isSource ? {} : { state: random.pick([10, 20, 30]) }),
    add_flags: random.pick(flags),
    remove_flags: random.pick(flags),
  }
  const language = isSource ? 'en' : someLanguage(world)
  return (await send(world, 'POST', `translations/${addressOf(place)}${language}/bulk-edit/`, body)).status < 300
}

const translateAll: Request = async world => {
  const place = await somePlace(world)
  if (place === null) return false
  const { random } = world
  const body = {
    mode: random.pick(['suggest', 'translate', 'fuzzy']),
    auto_source: random.pick(['others', 'mt']),
    threshold: 60,
  }
  const path = `translations/${addressOf(place)}${someLanguage(world)}/autotranslate/`
  return (await send(world, 'POST', path, body)).status < 300
}

const copy: Request = async world => {
  const all = await places(world)
  if (all.length === 0 || all.length >= MAX_COMPONENTS) return false
  const original = world.random.pick(all)
  const slug = `copy-${world.fresh()}`
  const body = { name: slug, slug, from_component: `${original.project}/${original.path}` }
  const project = world.random.pick(world.projects).slug
  return (await send(world, 'POST', `projects/${project}/components/`, body)).status === 201
}

const remove: Request = async world => {
  const all = await places(world)
  if (all.length < 4) return false
  return (await send(world, 'DELETE', `components/${addressOf(world.random.pick(all))}`)).status === 204
}

const addGlossary: Request = async world => {
  if ((await places(world)).length >= MAX_COMPONENTS) return false
  const slug = `terms-${world.fresh()}`
  const file = { file_format: 'tbx', filemask: `${slug}/*.tbx`, source_language: { code: 'en' } }
  const body = { name: slug, slug, ...file, is_glossary: true, manage_units: true }
  const project = world.random.pick(world.projects).slug
  return (await send(world, 'POST', `projects/${project}/components/`, body)).status === 201
}

const TERM_FLAGS = ['terminology', 'forbidden', 'read-only', 'variant:"world"', 'terminology, variant:"banana"', '']

const addTerm: Request = async world => {
  const place = await somePlace(world, true)
  if (place === null) return false
  const { random } = world
  const source = random.pick(['world', 'banana', 'using', `term ${world.fresh()}`])
  const language = random.pick(['en', 'en', 'cs', 'de'])
  const body = {
    source: [source],
    target: [language === 'en' ? source : 'slovo'],
    extra_flags: random.pick(TERM_FLAGS),
  }
  return (await send(world, 'POST', `translations/${addressOf(place)}${language}/units/`, body)).status < 300
}

const flagTerm: Request = async world => {
  const rows = await world.store.read
    .selectFrom('unit')
    .innerJoin('translation', 'translation.id', 'unit.translation_id')
    .innerJoin('component', 'component.id', 'translation.component_id')
    .select('unit.id')
    .where('component.is_glossary', '=', 1)
    .where('translation.is_source', '=', 1)
    .orderBy('unit.id')
    .execute()
  if (rows.length === 0) return false
  const { id } = world.random.pick(rows)
  const body = { extra_flags: world.random.pick(TERM_FLAGS), explanation: `Term ${world.fresh()}` }
  return (await send(world, 'PATCH', `units/${id}/`, body)).status === 200
}

/** A component whose strings can be added and deleted; the next call finds one if there is none yet. */
async function manageable(world: World): Promise<Place | null> {
  const rows = await world.store.read
    .selectFrom('component')
    .select('id')
    .where('manage_units', '=', 1)
    .where('locked', '=', 0)
    .execute()
  const ids = new Set(rows.map(row => row.id))
  const all = (await places(world)).filter(each => ids.has(each.id) && each.glossary === 0)
  if (all.length > 0) return world.random.pick(all)
  const place = await somePlace(world, false)
  if (place !== null) await send(world, 'PATCH', `components/${addressOf(place)}`, { manage_units: true })
  return null
}

const addString: Request = async world => {
  const place = await manageable(world)
  if (place === null) return false
  const n = world.fresh()
  const path = `translations/${addressOf(place)}en/units/`
  const body = place.path.includes('json') ? { key: `k${n}`, value: [`Text ${n}`] } : { source: [`Text ${n}`] }
  return (await send(world, 'POST', path, body)).status < 300
}

const deleteString: Request = async world => {
  const place = await manageable(world)
  if (place === null) return false
  const rows = await world.store.read
    .selectFrom('unit')
    .innerJoin('translation', 'translation.id', 'unit.translation_id')
    .select('unit.id')
    .where('translation.component_id', '=', place.id)
    .where('translation.is_source', '=', 1)
    .orderBy('unit.id')
    .execute()
  if (rows.length < 3) return false
  return (await send(world, 'DELETE', `units/${world.random.pick(rows).id}/`)).status === 204
}

const addLanguage: Request = async world => {
  const place = await somePlace(world)
  if (place === null) return false
  const body = { language_code: someLanguage(world) }
  return (await send(world, 'POST', `components/${addressOf(place)}translations/`, body)).status === 201
}

const change: Request = async world => {
  const place = await somePlace(world)
  if (place === null) return false
  const { random } = world
  const body = random.pick([
    { manage_units: random.chance(0.8) },
    { check_flags: random.pick(['', 'read-only', 'ignore-same', 'max-length:10']) },
    { enforced_checks: random.pick([[], ['end_stop'], ['same', 'c_format']]) },
    { allow_translation_propagation: random.chance(0.5) },
    { suggestion_voting: random.chance(0.5), suggestion_autoaccept: random.pick([0, 2]) },
    { category: random.pick([null, ...world.categories.map(each => categoryUrl(world, each.id))]) },
    { priority: random.pick([60, 80, 100, 120, 140]) },
    { restricted: random.chance(0.3) },
  ])
  return (await send(world, 'PATCH', `components/${addressOf(place)}`, body)).status === 200
}

const categoryUrl = ({ api }: World, id: number): string => `${api.services.config.siteUrl}/api/categories/${id}/`

const changeProject: Request = async world => {
  const { random } = world
  const body = random.pick([
    { translation_review: random.chance(0.7) },
    { source_review: random.chance(0.4) },
    { check_flags: random.pick(['', 'ignore-same', 'read-only']) },
    { access_control: random.pick([0, 1]) },
  ])
  return (await send(world, 'PATCH', `projects/${random.pick(world.projects).slug}/`, body)).status === 200
}

/** Restores the strings and languages that uploads set aside, or deletes them. */
const settle: Request = async world => {
  const place = await somePlace(world)
  if (place === null) return false
  const body = { operation: world.random.pick(['restore', 'restore', 'delete']) }
  return (await send(world, 'POST', `components/${addressOf(place)}set-aside/`, body)).status < 300
}

const removeLabel: Request = async world => {
  const rows = await world.store.read
    .selectFrom('label')
    .innerJoin('project', 'project.id', 'label.project_id')
    .select(['label.id', 'project.slug'])
    .orderBy('label.id')
    .execute()
  if (rows.length === 0) return false
  const { id, slug } = world.random.pick(rows)
  return (await send(world, 'DELETE', `projects/${slug}/labels/${id}/`)).status === 204
}

export const componentRequests: Record<string, [request: Request, weight: number]> = {
  'POST a bulk edit': [editMany, 1.5],
  'POST an automatic translation': [translateAll, 1],
  'POST a copy of a component': [copy, 0.5],
  'DELETE a component': [remove, 0.5],
  'POST a glossary': [addGlossary, 0.5],
  'POST a term': [addTerm, 3],
  'PATCH a term': [flagTerm, 4],
  'POST a string': [addString, 1],
  'DELETE a string': [deleteString, 0.7],
  'POST a language': [addLanguage, 1.5],
  'PATCH a component': [change, 2],
  'PATCH a project': [changeProject, 0.7],
  'restore or delete what is set aside': [settle, 1],
  'DELETE a label': [removeLabel, 0.3],
}
