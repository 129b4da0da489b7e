// The requests that a real MediaWiki has answered.
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

/** Those of the corpus, and some more that combine parameters at random; a real MediaWiki answered both. */
export const queries = (): readonly Query[] => {
  known ??= ['queries.jsonl.gz', 'more-queries.jsonl.gz'].flatMap(name => readLines<Query>(path.join(corpus, name)))
  return known
}
let known: Query[] | undefined
