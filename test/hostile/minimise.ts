// Minimizes a failing request by removing parts of it.
import type { Attack, Body, Pairs } from './attack.ts'

const TRIES = 40

/** Returns the smallest request for which `isWrong` is true. */
export async function minimise(attack: Attack, isWrong: (smaller: Attack) => Promise<boolean>): Promise<Attack> {
  let [smallest, left] = [attack, TRIES]
  for (let again = true; again && left > 0; ) {
    again = false
    for (const smaller of withLess(smallest)) {
      if (left-- <= 0) break
      if (!(await isWrong(smaller))) continue
      smallest = smaller
      again = true
      break
    }
  }
  return smallest
}

function* withLess(attack: Attack): Iterable<Attack> {
  for (const name of Object.keys(attack.headers ?? {})) {
    const { [name]: _left, ...headers } = attack.headers!
    yield { ...attack, headers }
  }
  for (const query of withoutOne(attack.query)) yield { ...attack, query }
  if (attack.body) for (const body of smallerBodies(attack.body)) yield { ...attack, body }
}

function* smallerBodies(body: Body): Iterable<Body> {
  if (body.kind === 'form' || body.kind === 'multipart')
    for (const pairs of withoutOne(body.pairs)) yield { ...body, pairs }
  if (body.kind === 'json' && typeof body.value === 'object' && body.value !== null && !Array.isArray(body.value))
    for (const pairs of withoutOne(Object.entries(body.value) as unknown as Pairs))
      yield { kind: 'json', value: Object.fromEntries(pairs) }
}

function* withoutOne(pairs: Pairs): Iterable<Pairs> {
  for (let i = pairs.length - 1; i >= 0; i--) yield pairs.toSpliced(i, 1)
}
