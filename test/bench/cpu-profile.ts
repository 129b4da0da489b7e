// Analyses a V8 profile: where the CPU time of a process went.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Row } from './report.ts'

interface Profile {
  readonly nodes: readonly { readonly id: number; readonly callFrame: { functionName: string; url: string } }[]
  readonly samples: readonly number[]
  readonly timeDeltas: readonly number[]
}

const root = path.join(import.meta.dirname, '..', '..')

/** A package, a folder of ours, Node.js itself, or V8's own name in brackets. */
function placeOf({ functionName, url }: { functionName: string; url: string }): string {
  const inPackage = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1]
  if (inPackage) return inPackage
  if (url.startsWith('node:')) return 'node'
  const own = url.replace('file://', '')
  if (own.startsWith(root)) return path.relative(root, own).split(path.sep).slice(0, 3).join('/')
  return functionName.startsWith('(') ? functionName : `native ${functionName}`
}

/** Self time without idle time, by place, then by function. */
export function largestCosts(file: string): Row[] {
  const { nodes, samples, timeDeltas } = JSON.parse(readFileSync(file, 'utf8')) as Profile
  const names = new Map(nodes.map(({ id, callFrame }) => [id, { place: placeOf(callFrame), ...callFrame }]))
  const byPlace = new Map<string, number>()
  const byFunction = new Map<string, number>()
  let total = 0
  for (const [index, id] of samples.entries()) {
    const { place, functionName } = names.get(id)!
    if (place === '(idle)') continue
    const cost = timeDeltas[index]!
    total += cost
    byPlace.set(place, (byPlace.get(place) ?? 0) + cost)
    if (!place.startsWith('native') && !place.startsWith('('))
      byFunction.set(`${place} ${functionName}`, (byFunction.get(`${place} ${functionName}`) ?? 0) + cost)
  }
  const largest = (costs: Map<string, number>): Row[] =>
    [...costs]
      .sort(([, a], [, b]) => b - a)
      .slice(0, 10)
      .map(([where, cost]) => ({ where, percent: (100 * cost) / total }))
  return [...largest(byPlace), ...largest(byFunction)]
}
