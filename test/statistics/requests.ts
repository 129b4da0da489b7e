import assert from 'node:assert/strict'
import type { Request } from './operation.ts'
import { someTarget, type World } from './world.ts'

/** Sends a request. Client errors are fine, server errors and throttling are not. */
export async function send({ api, key }: World, method: string, path: string, body?: unknown) {
  const answer = await api.send(method, `/api/${path}`, { key, ...(body !== undefined && { body }) })
  assert.ok(answer.status < 500 && answer.status !== 429, `${method} ${path}: ${answer.status} ${answer.text}`)
  return answer
}

async function someUnit({ store, random }: World) {
  const translations = store.read.selectFrom('translation').selectAll().where('is_source', '=', 0).orderBy('id')
  const rows = await translations.execute()
  if (rows.length === 0) return null
  const translation = random.pick(rows)
  const units = await store.read
    .selectFrom('unit')
    .selectAll()
    .where('translation_id', '=', translation.id)
    .orderBy('id')
    .execute()
  return units.length === 0 ? null : { translation, unit: random.pick(units) }
}

const edit: Request = async world => {
  const chosen = await someUnit(world)
  if (chosen === null) return false
  const state = world.random.pick([0, 10, 20, 20, 30])
  const target = someTarget(world, chosen.unit, chosen.translation, state === 0)
  return (await send(world, 'PATCH', `units/${chosen.unit.id}/`, { target, state })).status === 200
}

const comment: Request = async world => {
  const chosen = await someUnit(world)
  if (chosen === null) return false
  const body = { comment: `Note ${world.fresh()}`, scope: 'translation' }
  return (await send(world, 'POST', `units/${chosen.unit.id}/comments/`, body)).status === 201
}

const suggest: Request = async world => {
  const chosen = await someUnit(world)
  if (chosen === null) return false
  const target = someTarget(world, chosen.unit, chosen.translation)
  return (await send(world, 'POST', `units/${chosen.unit.id}/suggestions/`, { target })).status < 300
}

/** Votes for, accepts or rejects a suggestion. */
const review: Request = async world => {
  const rows = await world.store.read.selectFrom('suggestion').select('id').orderBy('id').limit(100).execute()
  if (rows.length === 0) return false
  const path = `suggestions/${world.random.pick(rows).id}/`
  const action = world.random.below(3)
  if (action === 0) return (await send(world, 'DELETE', path)).status === 204
  if (action === 1)
    return (await send(world, 'POST', `${path}vote/`, { value: world.random.pick([1, -1]) })).status < 300
  return (await send(world, 'POST', `${path}accept/`, {})).status < 300
}

/** Changes the URLs of everything inside. */
const renameCategory: Request = async world => {
  const { id } = world.random.pick(world.categories)
  const slug = `folder-${world.fresh()}`
  return (await send(world, 'PATCH', `categories/${id}/`, { name: slug, slug })).status === 200
}

/** Checks also depend on the plural rule of the source language. */
const changeLanguage: Request = async world => {
  const plural = world.random.pick([
    { number: 2, formula: 'n != 1' },
    { number: 2, formula: 'n > 1' },
  ])
  return (await send(world, 'PATCH', 'languages/en/', { plural })).status === 200
}

export const requests: Record<string, [request: Request, weight: number]> = {
  'PATCH a unit': [edit, 8],
  'POST a comment': [comment, 2],
  'POST a suggestion': [suggest, 3],
  'review a suggestion': [review, 4],
  'rename a category': [renameCategory, 0.5],
  'change a language': [changeLanguage, 0.3],
}
