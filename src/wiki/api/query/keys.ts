// Keys of a list: they define its order and its continue value.
import type { Direction } from '#store/keyset.ts'
import { fail } from '../../messages/message.ts'
import { digitTimestamp, parseTimestamp } from '../../site/timestamp.ts'

export type KeyValue = string | number | Buffer

export interface Key<Row> {
  /** Column to sort by; null for a part of the continue value that does not affect the order. */
  readonly column: string | null
  /** Writes this row's part of the continue value. */
  readonly write: (row: Row) => string
  /** Parses the part. It comes from the client, so it is validated like any other input. */
  readonly read: (part: string) => KeyValue
  /** Direction, if it differs from the list's. */
  readonly direction?: Direction
  /** Orders rows that are otherwise equal; not part of the continue value. */
  readonly isTieBreak?: true
  /** The only key, parsed up to the first non-digit; the continue value is then a number on the wire. */
  readonly isNumber?: true
}

/** Field of a row for a column: `title` for `page.title`. */
type FieldOf<Column extends string> = Column extends `${string}.${infer Field}` ? Field : Column

export const badContinue = (): never => fail('apierror-badcontinue')

const int = (part: string): number => (/^-?\d{1,15}$/.test(part) ? Number(part) : badContinue())
/** Parses a number like PHP: leading digits, or 0. Older modules never validated more. */
const loose = (part: string): number => Number(/^-?\d{1,15}/.exec(part)?.[0] ?? 0)
const timeOf = (part: string): number => parseTimestamp(part) ?? badContinue()

interface KeyMaker<Value> {
  <Column extends string>(column: Column): Key<Readonly<Record<FieldOf<Column>, Value>>>
  <Field extends string>(column: string, field: Field): Key<Readonly<Record<Field, Value>>>
}

const fieldOf = (column: string): string => column.slice(column.indexOf('.') + 1)

/** Creates a type of key from its writer and parser. */
export function keyOf<Value>(write: (value: Value) => string, read: (part: string) => KeyValue): KeyMaker<Value> {
  const make = (column: string, field: string = fieldOf(column)): Key<Readonly<Record<string, Value>>> => ({
    column,
    read,
    write: row => write(row[field]!),
  })
  return make as KeyMaker<Value>
}

/** Text, compared by bytes. `field` is the row's field if its name differs from the column. */
export const text = keyOf<string>(String, part => part)
export const number = keyOf<number>(String, int)
export const looseNumber = keyOf<number | null>(String, loose)
/** `20261115000000`; rows hold seconds since 1970. */
export const time = keyOf<number | null>(seconds => digitTimestamp(seconds ?? 0), timeOf)

/** For rows that are plain strings. */
export const itself: Key<string> = { column: null, write: row => row, read: part => part }

/** A number that is the whole continue value, and a number on the wire. */
export const onlyNumber = <Column extends string>(column: Column) => ({
  ...looseNumber(column),
  isNumber: true as const,
})

/** Keys of lists sorted by time: `20261115000000|467`. `table` has the columns `timestamp` and `id`. */
export const timeKeys = <Table extends string>(table: Table) =>
  [time(`${table}.timestamp` as const), number(`${table}.id` as const)] as const

/** Follows all other keys. */
export const tieBreak = (column: string): Key<unknown> => ({
  column,
  read: badContinue,
  write: badContinue,
  direction: 'asc',
  isTieBreak: true,
})

/** Part of the continue value but not of the order: constant, or implied by the other keys. */
export const carried = <Row>(key: Key<Row>): Key<Row> => ({ ...key, column: null })

/** A fixed word in every continue value of a list. */
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

/** Parts of a continue value, one for each key, optionally followed by those of the inner list. */
export function readCursor(keys: readonly Key<never>[], value: string, inner: readonly Key<never>[] = []): KeyValue[] {
  const parts = keys[0]?.isNumber ? [value] : value.split('|')
  const cursorKeys = inCursor(keys)
  const all = parts.length === cursorKeys.length ? cursorKeys : [...cursorKeys, ...inner]
  if (parts.length !== all.length) badContinue()
  return parts.map((part, at) => all[at]!.read(part))
}

/** Start of a list that continues by offset. */
export const offsetOf = (after: readonly KeyValue[] | undefined): number => (after?.[0] as number | undefined) ?? 0

const BACKWARDS: ReadonlySet<unknown> = new Set(['desc', 'descending', 'older'])

/** Direction for the `dir` parameter. */
export const directionOf = (dir: unknown): Direction => (BACKWARDS.has(dir) ? 'desc' : 'asc')
