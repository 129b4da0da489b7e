import { readFileSync, statSync } from 'node:fs'
import { UsageError } from './usage-error.ts'

/** The largest file that Node can hold in one buffer. */
const MOST_BYTES = 2 * 1024 * 1024 * 1024 - 1

/** The content of an archive that a command was given. */
export function readArchive(file: string): Buffer {
  try {
    if (statSync(file).size > MOST_BYTES) throw new UsageError(`${file} is larger than 2 GB, which is not supported.`)
    return readFileSync(file)
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(`Cannot read ${file}: ${(error as Error).message}`)
  }
}
