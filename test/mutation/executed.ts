// Which parts of the sources a process executed, from the coverage that V8 writes to NODE_V8_COVERAGE.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

/** For each source file, the offsets where executed text starts and ends, in turn. */
export type Executed = Record<string, number[]>

interface Script {
  readonly url: string
  readonly functions: readonly {
    readonly ranges: readonly { readonly startOffset: number; readonly endOffset: number; readonly count: number }[]
  }[]
}

/** What the processes that wrote to a folder executed of `src` in a project. */
export function executedIn(folder: string, project: string): Executed {
  const start = `${pathToFileURL(project).href}/`
  const painted = new Map<string, Uint8Array>()
  for (const name of readdirSync(folder)) {
    const { result } = JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as { result: Script[] }
    for (const script of result) {
      if (!script.url.startsWith(`${start}src/`)) continue
      const file = decodeURI(script.url.slice(start.length))
      const before = painted.get(file)
      const now = paint(script)
      painted.set(file, before === undefined ? now : now.map((value, at) => value | (before[at] ?? 0)))
    }
  }
  return Object.fromEntries([...painted].map(([file, values]) => [file, edges(values)]))
}

export function isExecuted(executed: Executed, file: string, offset: number): boolean {
  const after = executed[file]?.findIndex(edge => edge > offset) ?? -1
  return after % 2 === 1
}

/** A one for each executed character. V8 lists outer ranges before inner ones. */
function paint({ functions }: Script): Uint8Array {
  const values = new Uint8Array(Math.max(0, ...functions.map(({ ranges }) => ranges[0]?.endOffset ?? 0)))
  for (const { ranges } of functions)
    for (const { startOffset, endOffset, count } of ranges) values.fill(count > 0 ? 1 : 0, startOffset, endOffset)
  return values
}

function edges(values: Uint8Array): number[] {
  const found: number[] = []
  for (let at = 0; at <= values.length; at++) if ((values[at] ?? 0) !== (values[at - 1] ?? 0)) found.push(at)
  return found
}
