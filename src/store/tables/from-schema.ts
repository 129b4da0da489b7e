import type { Generated } from 'kysely'

/**
 * Table types, read from the SQL of the schema (`migrations/ddl.ts` describes its types): a column may be null unless
 * it is NOT NULL or the primary key, and an insert may omit it if it is an ID or has a DEFAULT.
 */
export type TablesOf<Sql extends string> = {
  [Table in keyof ByTable<Sql>]: { [Column in ByTable<Sql>[Table] as Column[0]]: Column[1] }
}

/** All columns of a table as a union of names and types. */
type ByTable<Sql extends string> = { [Found in Statement<Sql> as Found[0]]: Found[1] }

type Statement<
  Sql extends string,
  Found extends [string, [string, unknown]] = never,
> = Sql extends `${infer One};\n${infer Rest}` ? Statement<Rest, Found | Columns<One>> : Found

type Columns<One extends string> = One extends `${string}CREATE TABLE ${infer Table} (${infer Body}`
  ? [Table, Column<Body>]
  : One extends `${string}ALTER TABLE ${infer Table} ADD COLUMN ${infer Body}`
    ? [Table, Column<Body>]
    : never

/** Table constraints follow the columns. */
type Column<Body extends string, Found extends [string, unknown] = never> =
  Trim<Body> extends `PRIMARY KEY (${string}`
    ? Found
    : Trim<Body> extends `${infer Name} ${infer Rest}`
      ? Rest extends `${infer Definition},${infer More}`
        ? Column<More, Found | [Name, Value<Definition>]>
        : Found | [Name, Value<Rest>]
      : Found

type Trim<Text extends string> = Text extends `${' ' | '\n'}${infer Rest}` ? Trim<Rest> : Text

type Value<Definition extends string> = Definition extends `ID${string}` | `${string}DEFAULT${string}`
  ? Generated<Kind<Definition>>
  : Definition extends `${string}NOT NULL${string}` | `${string}PRIMARY KEY${string}`
    ? Kind<Definition>
    : Kind<Definition> | null

type Kind<Definition extends string> = Definition extends `TEXT${string}`
  ? string
  : Definition extends `BYTES${string}`
    ? Buffer
    : Definition extends `${'ID' | 'INT' | 'REAL'}${string}`
      ? number
      : never
