// The keys of a list: what it is ordered by, and what its continue value is made of.
import type { Direction } from '#store/keyset.ts'
import { fail } from '../../messages/message.ts'
import { digitTimestamp, parseTimestamp } from '../../site/timestamp.ts'

export type KeyValue = string | number | Buffer

export interface Key<Row> {
  /** The column the list is ordered by; null for a part of the continue value that decides nothing. */
  readonly column: string | null
  /** The part of the continue value that stands for this row… */
  readonly write: (row: Row) => string
  /** …and back. It comes from the client, so it is checked like any other input. */
  readonly read: (part: string) => KeyValue
  /** Where it does not run as the whole list does. */
  readonly direction?: Direction
  /** Decides between rows that are otherwise alike, and is no part of the continue value. */
  readonly isTieBreak?: true
  /** Alone, and read to the first thing that is no digit: then the continue value is a number on the wire. */
  readonly isNumber?: true
}

/** The field of a row that a column becomes: `title` of `page.title`. */
type FieldOf<Column extends string> = Column extends `${string}.${infer Field}` ? Field : Column

export const badContinue = (): never => fail('apierror-badcontinue')

const int = (part: string): number => (/^-?\d{1,15}$/.test(part) ? Number(part) : badContinue())
/** As PHP reads a number: what stands at the beginning, or 0. Older modules never checked more. */
const loose = (part: string): number => Number(/^-?\d{1,15}/.exec(part)?.[0] ?? 0)
const timeOf = (part: string): number => parseTimestamp(part) ?? badContinue()

interface KeyMaker<Value> {
  <Column extends string>(column: Column): Key<Readonly<Record<FieldOf<Column>, Value>>>
  <Field extends string>(column: string, field: Field): Key<Readonly<Record<Field, Value>>>
}

const fieldOf = (column: string): string => column.slice(column.indexOf('.') + 1)

/** A kind of key: how one part of a continue value is written and read. */
export function keyOf<Value>(write: (value: Value) => string, read: (part: string) => KeyValue): KeyMaker<Value> {
  const make = (column: string, field: string = fieldOf(column)): Key<Readonly<Record<string, Value>>> => ({
    column,
    read,
    write: row => write(row[field]!),
  })
  return make as KeyMaker<Value>
}

/** A text, by its bytes. `field` is the field of a row that holds it, where that is not called as the column. */
export const text = keyOf<string>(String, part => part)
export const number = keyOf<number>(String, int)
export const looseNumber = keyOf<number | null>(String, loose)
/** `20261115000000`, where rows hold seconds since 1970. */
export const time = keyOf<number | null>(seconds => digitTimestamp(seconds ?? 0), timeOf)

/** For rows that are nothing but a text. */
export const itself: Key<string> = { column: null, write: row => row, read: part => part }

/** A number that is the whole continue value, and a number on the wire. */
export const onlyNumber = <Column extends string>(column: Column) => ({
  ...looseNumber(column),
  isNumber: true as const,
})

/** What is listed by time: `20261115000000|467`. `table` has the columns `timestamp` and `id`. */
export const timeKeys = <Table extends string>(table: Table) =>
  [time(`${table}.timestamp` as const), number(`${table}.id` as const)] as const

/** Comes after all keys. */
export const tieBreak = (column: string): Key<unknown> => ({
  column,
  read: badContinue,
  write: badContinue,
  direction: 'asc',
  isTieBreak: true,
})

/** In the continue value, but not in the order: the same in all rows, or told by the other keys. */
export const carried = <Row>(key: Key<Row>): Key<Row> => ({ ...key, column: null })

/** A word that stands in every continue value of a list. */
export const word = (expected: string): Key<unknown> => ({
  column: null,
  write: () => expected,
  read: part => (part === expected ? part : badContinue()),
})

const inCursor = <K extends Key<never>>(keys: readonly K[]): readonly K[] =>
  keys.at(-1)?.isTieBreak ? keys.slice(0, -1) : keys

export const writeCursor = <Row>(keys: readonly Key<Row>[], row: Row): string | number => {
  const written = inCursor(keys).map(key => key.write(row))
  return keys[0]?.isNumber ? Number(written[0]) : written.join('|')
}

/** The parts of a continue value, one for each key; in lists within lists, `inner` ones may follow. */
export function readCursor(keys: readonly Key<never>[], value: string, inner: readonly Key<never>[] = []): KeyValue[] {
  const parts = keys[0]?.isNumber ? [value] : value.split('|')
  const known = inCursor(keys)
  const all = parts.length === known.length ? known : [...known, ...inner]
  if (parts.length !== all.length) badContinue()
  return parts.map((part, at) => all[at]!.read(part))
}

/** Where a list that goes on by offset begins. */
export const offsetOf = (after: readonly KeyValue[] | undefined): number => (after?.[0] as number | undefined) ?? 0

const BACKWARDS: ReadonlySet<unknown> = new Set(['desc', 'descending', 'older'])

/** What the parameter `dir` says. */
export const directionOf = (dir: unknown): Direction => (BACKWARDS.has(dir) ? 'desc' : 'asc')
