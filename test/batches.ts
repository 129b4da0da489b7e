// Loading the program takes half the time of a small test file, so small files of the same area share a process.
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { isWhollyBeyond } from './lanes.ts'

/** Bytes of tests per process. Small enough that all cores finish at about the same time. */
const BATCH_BYTES = 100_000
/** Larger files get their own process. */
const MAX_FILE_BYTES = 30_000

/**
 * Code that affects other tests in the same process or would be affected by them: changes to the environment or the
 * clock, counting threads, event loop turns or memory, and hooks for all tests of a process.
 */
const NEEDS_A_PROCESS =
  /process\.(env|chdir|on|emit|exit|kill|memoryUsage)|\bmock\.|Worker\(|turnsDuring|\bgc\(|heap|spawn|startServer|^(before|after)Each\(/m

/** Combines test files that may share a process: generates files in `folder` that import them. */
export function inBatches(files: readonly string[], folder: string): string[] {
  const alone: string[] = []
  const batches = new Map<string, { files: string[]; bytes: number }[]>()
  for (const file of files) {
    const bytes = statSync(file).size
    if (bytes > MAX_FILE_BYTES || isWhollyBeyond(file) || NEEDS_A_PROCESS.test(readFileSync(file, 'utf8'))) {
      alone.push(file)
      continue
    }
    const area = areaOf(file)
    const own = batches.get(area) ?? []
    batches.set(area, own)
    const batch = own.find(each => each.bytes + bytes <= BATCH_BYTES)
    if (batch === undefined) own.push({ files: [file], bytes })
    else {
      batch.files.push(file)
      batch.bytes += bytes
    }
  }
  return [
    ...alone,
    ...[...batches].flatMap(([area, own]) => own.map((batch, i) => entry(area, i, batch.files, folder))),
  ]
}

/** Files of one area load much the same code. The area is `src/wiki/actions`, not `src/wiki/actions/parse`. */
const areaOf = (file: string): string =>
  path
    .relative(path.join(import.meta.dirname, '..'), path.dirname(file))
    .split(path.sep)
    .slice(0, 3)
    .join('-')

function entry(area: string, i: number, files: readonly string[], folder: string): string {
  if (files.length === 1) return files[0]!
  const file = path.join(folder, `${area}-${i + 1}.mjs`)
  writeFileSync(file, files.map(each => `import ${JSON.stringify(pathToFileURL(each).href)}\n`).join(''))
  return file
}
