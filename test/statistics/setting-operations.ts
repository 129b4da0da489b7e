import { changeComponent, changeProject } from '#translation/catalogue/settings.ts'
import type { Operation } from './operation.ts'
import { components, type World } from './world.ts'

const FLAGS = [
  '',
  '',
  'read-only',
  'ignore-inconsistent',
  'ignore-reused, python-format',
  'ignore-end-stop',
  'ignore-all-checks',
]
const NAMES = ['Hello', 'World', 'Thank you', 'Plain']

const someComponent = async ({ random }: World, piece: Parameters<typeof components>[0]) =>
  random.pick(await components(piece))

const changeFlags: Operation = async (world, piece) => {
  await changeComponent(piece, await someComponent(world, piece), { check_flags: world.random.pick(FLAGS) })
  return true
}

/** Affects checks, because a text that is part of the name need not be translated. */
const rename: Operation = async (world, piece) => {
  const name = `${world.random.pick(NAMES)} ${world.fresh()}`
  await changeComponent(piece, await someComponent(world, piece), { name })
  return true
}

const switchPropagation: Operation = async (world, piece) => {
  const allow_translation_propagation = world.random.chance(0.7) ? 1 : 0
  await changeComponent(piece, await someComponent(world, piece), { allow_translation_propagation })
  return true
}

const changeProjectSettings: Operation = async (world, piece) => {
  const { id } = world.random.pick(world.projects)
  const row = await piece.tx.selectFrom('project').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const name = `${world.random.pick(NAMES)} ${row.slug}`
  await changeProject(piece, row, { name, check_flags: world.random.pick(FLAGS) })
  return true
}

const switchTemplate: Operation = async (world, piece) => {
  await changeComponent(piece, await someComponent(world, piece), { edit_template: world.random.pick([0, 1, 1]) })
  return true
}

export const settingOperations: Record<string, [operation: Operation, weight: number]> = {
  'change flags of a component': [changeFlags, 1],
  'switch editing of the template': [switchTemplate, 1],
  'rename a component': [rename, 1],
  'switch propagation': [switchPropagation, 1],
  'change a project': [changeProjectSettings, 0.5],
}
