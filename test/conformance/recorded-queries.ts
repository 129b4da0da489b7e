// The requests of the recording.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { corpus } from './import-corpus.ts'
import type { Query } from './normalise.ts'

export const readLines = <T>(file: string): T[] =>
  gunzipSync(readFileSync(file))
    .toString()
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as T)

/** The requests of the corpus, and some with random combinations of parameters. */
export const queries = (): readonly Query[] => {
  cached ??= ['queries.jsonl.gz', 'more-queries.jsonl.gz'].flatMap(name => readLines<Query>(path.join(corpus, name)))
  return cached
}
let cached: Query[] | undefined
