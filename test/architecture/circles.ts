import type { Import } from './imports.ts'

/** Entries of one folder (files, and folders taken as a whole) that cannot be understood one after the other. */
export interface Circle {
  readonly folder: string
  /** All that hang together. */
  readonly entries: readonly string[]
  /** One way around, as the imports that make it. */
  readonly way: readonly Import[]
}

/** The circles among a folder's entries, for each folder there is: a circle of files anywhere is one of them too. */
export function findCircles(imports: readonly Import[]): Circle[] {
  return [...byFolder(imports)].flatMap(([folder, entries]) =>
    tied(entries).map(names => ({ folder, entries: names, way: shortestWay(entries, names) })),
  )
}

/** For each entry of a folder the others that it names, each with an import that does. */
type Entries = Map<string, Map<string, Import>>

function byFolder(imports: readonly Import[]): Map<string, Entries> {
  const folders = new Map<string, Entries>()
  for (const found of imports) {
    const from = found.from.split('/')
    const to = found.to.split('/')
    const apart = from.findIndex((name, depth) => name !== to[depth])
    if (apart < 0) continue
    const folder = from.slice(0, apart).join('/')
    const entries: Entries = folders.get(folder) ?? new Map()
    folders.set(folder, entries)
    const named = entries.get(from[apart]!) ?? new Map<string, Import>()
    entries.set(from[apart]!, named)
    if (!named.has(to[apart]!)) named.set(to[apart]!, found)
  }
  return folders
}

/** Groups of more than one entry in which each reaches each. */
function tied(entries: Entries): string[][] {
  const reach = new Map([...entries.keys()].map(name => [name, reachable(entries, name)]))
  const groups = new Map<string, string[]>()
  for (const [name, reached] of reach) {
    if (!reached.has(name)) continue
    const group = [...reached].filter(other => reach.get(other)?.has(name)).sort()
    groups.set(group.join(), group)
  }
  return [...groups.values()]
}

function reachable(entries: Entries, start: string): Set<string> {
  const reached = new Set<string>()
  const ahead = [start]
  for (let name = ahead.pop(); name !== undefined; name = ahead.pop())
    for (const next of entries.get(name)?.keys() ?? []) {
      if (reached.has(next)) continue
      reached.add(next)
      ahead.push(next)
    }
  return reached
}

function shortestWay(entries: Entries, group: readonly string[]): Import[] {
  const ways = group.map(start => wayAround(entries, start))
  return ways.reduce((best, way) => (way.length < best.length ? way : best))
}

function wayAround(entries: Entries, start: string): Import[] {
  const ways = new Map<string, Import[]>([[start, []]])
  for (const [name, way] of ways)
    for (const [next, found] of entries.get(name) ?? []) {
      if (next === start) return [...way, found]
      if (!ways.has(next)) ways.set(next, [...way, found])
    }
  return []
}
