import { setLock } from '#translation/catalogue/lock.ts'
import { moveComponent, shareComponent, stopSharing } from '#translation/catalogue/move-component.ts'
import { createProject } from '#translation/catalogue/projects.ts'
import { removeComponent, removeProject, removeTranslation } from '#translation/catalogue/removal.ts'
import { addTranslation } from '#translation/catalogue/translations.ts'
import type { Operation } from './operation.ts'
import { addBilingual, addMonolingual, components, someTranslation } from './world.ts'

const MAX_COMPONENTS = 4

const addLanguage: Operation = async (world, piece) => {
  const component = world.random.pick(await components(piece))
  const language = world.random.pick([...world.languages, world.english])
  const existing = await piece.tx
    .selectFrom('translation')
    .select('id')
    .where('component_id', '=', component.id)
    .where('language_id', '=', language.id)
    .executeTakeFirst()
  if (existing) return false
  await addTranslation(piece, component, language)
  return true
}

const removeLanguage: Operation = async (world, piece) => {
  const translation = await someTranslation(world, piece)
  if (translation) await removeTranslation(piece, translation)
  return translation !== null
}

const move: Operation = async (world, piece) => {
  const inside = (await components(piece)).filter(each => each.project_id === world.projects[0]!.id)
  if (inside.length === 0) return false
  const folders = await piece.tx.selectFrom('project_category').selectAll().orderBy('id').execute()
  await moveComponent(piece, world.random.pick(inside), world.random.pick([null, ...folders]))
  return true
}

const share: Operation = async (world, piece) => {
  const component = world.random.pick(await components(piece))
  const others = world.projects.filter(each => each.id !== component.project_id)
  const act = world.random.chance(0.6) ? shareComponent : stopSharing
  await act(piece, component, world.random.pick(others))
  return true
}

const lock: Operation = async (world, piece) => {
  await setLock(piece, world.random.pick(await components(piece)), world.random.chance(0.5))
  return true
}

const addComponent: Operation = async (world, piece) => {
  if ((await components(piece)).length >= MAX_COMPONENTS) return false
  const { id } = world.random.pick(world.projects)
  if (world.random.chance(0.4)) await addMonolingual(world, piece, id)
  // Most have English as the source language, some a language that others are translated into.
  else await addBilingual(world, piece, id, world.random.pick([world.english, world.english, world.languages[0]!]))
  return true
}

const dropComponent: Operation = async (world, piece) => {
  const all = await components(piece)
  if (all.length < 3) return false
  await removeComponent(piece, world.random.pick(all))
  return true
}

/** Creates a project, shares a component with it and deletes it. */
const temporaryProject: Operation = async (world, piece) => {
  const slug = `temporary-${world.fresh()}`
  const project = await createProject(piece, { name: slug, slug })
  await addBilingual(world, piece, project.id)
  await shareComponent(piece, world.random.pick((await components(piece)).slice(0, 2)), project)
  await removeProject(piece, project)
  return true
}

export const siteOperations: Record<string, [operation: Operation, weight: number]> = {
  'add a language': [addLanguage, 3],
  'remove a language': [removeLanguage, 2],
  'move a component': [move, 3],
  'share a component': [share, 3],
  'lock a component': [lock, 2],
  'add a component': [addComponent, 1],
  'remove a component': [dropComponent, 1],
  'create and delete a project': [temporaryProject, 0.5],
}
