import type { Import } from './imports.ts'

/** A cycle of imports among the entries of a folder (files, and subfolders as a whole). */
export interface Cycle {
  readonly folder: string
  /** All entries of the strongly connected component. */
  readonly entries: readonly string[]
  /** The imports of one shortest cycle. */
  readonly path: readonly Import[]
}

/** Finds cycles among the entries of every folder, which includes all cycles of files. */
export function findCycles(imports: readonly Import[]): Cycle[] {
  return [...byFolder(imports)].flatMap(([folder, entries]) =>
    components(entries).map(names => ({ folder, entries: names, path: shortestCycle(entries, names) })),
  )
}

/** For each entry of a folder, the entries it imports, each with an example. */
type Entries = Map<string, Map<string, Import>>

function byFolder(imports: readonly Import[]): Map<string, Entries> {
  const folders = new Map<string, Entries>()
  for (const each of imports) {
    const from = each.from.split('/')
    const to = each.to.split('/')
    const depth = from.findIndex((name, i) => name !== to[i])
    if (depth < 0) continue
    const folder = from.slice(0, depth).join('/')
    const entries: Entries = folders.get(folder) ?? new Map()
    folders.set(folder, entries)
    const imported = entries.get(from[depth]!) ?? new Map<string, Import>()
    entries.set(from[depth]!, imported)
    if (!imported.has(to[depth]!)) imported.set(to[depth]!, each)
  }
  return folders
}

/** Strongly connected components with more than one entry. */
function components(entries: Entries): string[][] {
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
  const pending = [start]
  for (let name = pending.pop(); name !== undefined; name = pending.pop())
    for (const next of entries.get(name)?.keys() ?? []) {
      if (reached.has(next)) continue
      reached.add(next)
      pending.push(next)
    }
  return reached
}

function shortestCycle(entries: Entries, group: readonly string[]): Import[] {
  const cycles = group.map(start => cycleFrom(entries, start))
  return cycles.reduce((best, cycle) => (cycle.length < best.length ? cycle : best))
}

function cycleFrom(entries: Entries, start: string): Import[] {
  const paths = new Map<string, Import[]>([[start, []]])
  for (const [name, path] of paths)
    for (const [next, example] of entries.get(name) ?? []) {
      if (next === start) return [...path, example]
      if (!paths.has(next)) paths.set(next, [...path, example])
    }
  return []
}
