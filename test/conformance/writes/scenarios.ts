// Sequences of writes with the responses of a real MediaWiki 1.39 to each step.
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { shared } from '../corpus-wiki.ts'
import { readLines } from '../recorded-queries.ts'
import { byGroup } from './by-group.ts'

export interface SentFile {
  readonly param?: string
  readonly name?: string
  /** Width, height, red, green, blue. */
  readonly png?: readonly [number, number, number, number, number]
  readonly base64?: string
  readonly text?: string
  /** Only this byte range, for a chunk. */
  readonly part?: readonly [number, number]
}

export interface Step {
  /** `Alice`, `Alice#other session`, `#not logged in`; not logged in if missing. */
  readonly as?: string | null
  /** A pair is a text and how often to repeat it. */
  readonly p: Readonly<Record<string, string | number | [string, number]>>
  readonly get?: boolean
  /** False to send no token; a string to send that one. */
  readonly token?: false | string
  readonly file?: SentFile
  /** Seconds. */
  readonly wait?: number
  /** Variables to set from fields of the response, by path. */
  readonly set?: Readonly<Record<string, string>>
  readonly drop?: readonly string[]
  readonly keep?: readonly string[]
  readonly sort?: readonly string[]
  readonly pick?: readonly string[]
  /** Compare only the titles of a feed. */
  readonly feed?: boolean
  /** MediaWiki itself does not always respond the same way. */
  readonly unstable?: boolean
}

export interface Scenario {
  readonly id: string
  readonly area: string
  readonly steps: readonly Step[]
}

export interface Answer {
  readonly status: number
  readonly type?: string
  readonly error?: string | null
  readonly body: unknown
}

export interface Recording {
  readonly scenarios: readonly Scenario[]
  readonly answers: ReadonlyMap<string, readonly Answer[]>
}

export const sharedWrites = path.join(shared, 'writes')

/** Each recording starts with the same initial wiki. */
export function recordings(): Map<string, Recording> {
  const found = new Map<string, Recording>()
  if (existsSync(sharedWrites)) found.set('the main paths', readRecording(`${sharedWrites}/`))
  for (const name of readdirSync(import.meta.dirname).filter(name => name.endsWith('-scenarios.jsonl.gz'))) {
    const prefix = name.replace('scenarios.jsonl.gz', '')
    found.set(prefix.slice(0, -1), readRecording(path.join(import.meta.dirname, prefix)))
  }
  const answers = readAnswers(path.join(import.meta.dirname, 'by-group-goldens.jsonl.gz'))
  return found.set('by group', { scenarios: byGroup(), answers })
}

const readRecording = (prefix: string): Recording => ({
  scenarios: readLines<Scenario>(`${prefix}scenarios.jsonl.gz`),
  answers: readAnswers(`${prefix}goldens.jsonl.gz`),
})

const readAnswers = (file: string): Recording['answers'] =>
  new Map(readLines<{ id: string; answers: Answer[] }>(file).map(({ id, answers }) => [id, answers]))
