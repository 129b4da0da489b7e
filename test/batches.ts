// Half of what a small test file takes is loading the program, so small files that lie together share a process.
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { isWhollyBeyond } from './lanes.ts'

/** How many bytes of tests one process takes on: few enough that the cores end at about the same time. */
const BYTES_TOGETHER = 100_000
/** A file longer than this fills a process by itself. */
const MOST_BYTES = 30_000

/**
 * What a file does that others beside it would notice, or that they would disturb: it changes the environment or the clock, counts
 * threads, turns of the event loop or memory, or has hooks for all tests of its process.
 */
const NEEDS_A_PROCESS =
  /process\.(env|chdir|on|emit|exit|kill|memoryUsage)|\bmock\.|Worker\(|turnsDuring|\bgc\(|heap|spawn|startServer|^(before|after)Each\(/m

/** The same tests as fewer files: those that may share a process are imported by one that is made in `folder`. */
export function inBatches(files: readonly string[], folder: string): string[] {
  const alone: string[] = []
  const batches = new Map<string, { files: string[]; bytes: number }[]>()
  for (const file of files) {
    const bytes = statSync(file).size
    if (bytes > MOST_BYTES || isWhollyBeyond(file) || NEEDS_A_PROCESS.test(readFileSync(file, 'utf8'))) {
      alone.push(file)
      continue
    }
    const room = roomOf(file)
    const own = batches.get(room) ?? []
    batches.set(room, own)
    const batch = own.find(each => each.bytes + bytes <= BYTES_TOGETHER)
    if (batch === undefined) own.push({ files: [file], bytes })
    else {
      batch.files.push(file)
      batch.bytes += bytes
    }
  }
  return [
    ...alone,
    ...[...batches].flatMap(([room, own]) => own.map((batch, i) => entry(room, i, batch.files, folder))),
  ]
}

/** Files of one room load much the same: `src/wiki/actions`, not `src/wiki/actions/parse`. */
const roomOf = (file: string): string =>
  path
    .relative(path.join(import.meta.dirname, '..'), path.dirname(file))
    .split(path.sep)
    .slice(0, 3)
    .join('-')

function entry(room: string, i: number, files: readonly string[], folder: string): string {
  if (files.length === 1) return files[0]!
  const file = path.join(folder, `${room}-${i + 1}.mjs`)
  writeFileSync(file, files.map(each => `import ${JSON.stringify(pathToFileURL(each).href)}\n`).join(''))
  return file
}
