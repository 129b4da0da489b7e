import path from 'node:path'
import { imports } from '../architecture/imports.ts'

const importers = Map.groupBy(imports, ({ to }) => to)

/** The test files that reach a source file, those with the fewest imports in between first, and those beside it before all. */
export function testsOf(file: string, most: number): string[] {
  const distances = new Map([[file, 0]])
  const waiting = [file]
  for (const each of waiting)
    for (const { from } of importers.get(each) ?? []) {
      if (distances.has(from)) continue
      distances.set(from, distances.get(each)! + 1)
      waiting.push(from)
    }
  const folder = path.posix.dirname(file)
  const score = (test: string) => distances.get(test)! - (path.posix.dirname(test) === folder ? 100 : 0)
  return [...distances.keys()]
    .filter(each => each.endsWith('.test.ts') && !each.endsWith('.long.test.ts'))
    .sort((a, b) => score(a) - score(b))
    .slice(0, most)
}
