// Prints results as a table, then as one line of JSON per row.

export type Row = Readonly<Record<string, string | number>>

export function print(bench: string, rows: readonly Row[]): void {
  const columns = [...new Set(rows.flatMap(row => Object.keys(row)))]
  const text = (value: string | number | undefined): string =>
    typeof value === 'number' && !Number.isInteger(value) ? value.toFixed(2) : String(value ?? '')
  const widths = columns.map(column => Math.max(column.length, ...rows.map(row => text(row[column]).length)))
  const line = (cells: readonly string[]): string => cells.map((cell, i) => cell.padStart(widths[i]!)).join('  ')
  console.log(line(columns))
  for (const row of rows) console.log(line(columns.map(column => text(row[column]))))
  for (const row of rows) console.log(JSON.stringify({ bench, ...row }))
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** The value after a flag like `--pages`. */
export function numberAfter(args: readonly string[], flag: string, preset: number): number {
  const at = args.indexOf(flag)
  return at < 0 ? preset : Number(args[at + 1])
}

export function textAfter(args: readonly string[], flag: string, preset: string): string {
  const at = args.indexOf(flag)
  return at < 0 ? preset : args[at + 1]!
}
