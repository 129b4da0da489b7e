import { autoTranslate } from '#translation/catalogue/auto-translate.ts'
import { bulkEdit } from '#translation/catalogue/bulk-edit.ts'
import type { Operation } from './operation.ts'
import { placeOfTranslation, someTranslation } from './world.ts'

const QUERIES = ['', 'state:translated', 'state:needs-editing', 'has:check']

const editMany: Operation = async (world, piece) => {
  const { random } = world
  const isSource = random.chance(0.4) ? 1 : 0
  const translation = await someTranslation(world, piece, isSource)
  if (translation === null) return false
  const state = isSource ? null : random.pick([10, 20, 30])
  const flags = ['ignore-same', 'ignore-reused', 'ignore-inconsistent']
  const options = { q: random.pick(QUERIES), state, addFlags: random.pick(flags), removeFlags: random.pick(flags) }
  const done = await bulkEdit(piece, await placeOfTranslation(piece, translation), {
    ...options,
    addLabels: [],
    removeLabels: [],
  })
  return done > 0
}

const fill: Operation = async (world, piece) => {
  const { random } = world
  const translation = await someTranslation(world, piece)
  if (translation === null) return false
  const place = await placeOfTranslation(piece, translation)
  const mode = random.pick(['suggest', 'translate', 'fuzzy'] as const)
  const options = { mode, source: random.pick(['others', 'mt'] as const), component: null, threshold: 80 }
  const projects = world.projects.map(each => each.id)
  return (await autoTranslate(piece, place, options, projects, () => random.chance(0.5))) > 0
}

export const bulkOperations: Record<string, [operation: Operation, weight: number]> = {
  'edit many strings': [editMany, 0.5],
  'translate automatically': [fill, 1],
}
