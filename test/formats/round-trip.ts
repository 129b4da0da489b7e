// Reads and writes files of other projects: unchanged, and with one string changed. Files are in folders named after
// formats: node bin/run.js test/formats/round-trip.ts FOLDER

import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { FileFormat, FileUnit } from '#translation/formats/format.ts'
import { FormatError } from '#translation/formats/format-error.ts'
import { detectFormat, format } from '#translation/formats/index.ts'

interface Tally {
  files: number
  rejected: number
  empty: number
  strings: number
  changed: number
  detected: number
  mistakes: number
}

const root = process.argv[2]
if (root === undefined) throw new Error('Give the folder with one folder of files per format.')

// How many lines differ, from the first to the last difference.
function span(before: Uint8Array, after: Uint8Array): number {
  const [a, b] = [Buffer.from(before).toString('latin1').split('\n'), Buffer.from(after).toString('latin1').split('\n')]
  let start = 0
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start++
  let end = 0
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++
  return Math.max(a.length, b.length) - start - end
}

const essence = (units: readonly FileUnit[]): string => JSON.stringify(units.map(({ line: _, ...unit }) => unit))

// Changes the middle string; all others must stay.
function change(kind: FileFormat, bytes: Uint8Array, units: readonly FileUnit[]): string | undefined {
  const usable = units.filter(({ target, duplicate }) => !duplicate && target.some(form => form.trim() !== ''))
  const unit = usable[Math.floor(usable.length / 2)]
  if (unit === undefined) return undefined
  const target = unit.target.map(form => (form === '' ? '' : `${form.replaceAll('\n', ' ').trim()} changed`))
  if (target.some(form => kind.refuses?.(form) !== undefined)) return undefined
  const written = kind.parse(bytes).serialize({ update: [{ id: unit.id, target }] })
  const again = kind.parse(written).units
  const expected = units.map(each => (each.id === unit.id ? { ...each, target } : each))
  if (essence(again) !== essence(expected)) return `${unit.id}: other strings changed`
  const lines = span(bytes, written)
  const most = Math.max(1, unit.target.join('\n').split('\n').length) + 4 + 20 * (unit.target.length - 1)
  return lines > most ? `${unit.id}: ${lines} lines differ` : undefined
}

const tallies = new Map<string, Tally>()
for (const id of readdirSync(root).sort()) {
  const kind = format(id)
  if (kind === undefined) continue
  const tally: Tally = { files: 0, rejected: 0, empty: 0, strings: 0, changed: 0, detected: 0, mistakes: 0 }
  tallies.set(id, tally)
  for (const name of readdirSync(path.join(root, id)).sort()) {
    const bytes = readFileSync(path.join(root, id, name))
    tally.files++
    if (detectFormat(name, bytes) === id) tally.detected++
    try {
      const file = kind.parse(bytes)
      tally.strings += file.units.length
      if (file.units.length === 0) tally.empty++
      if (!Buffer.from(file.serialize()).equals(bytes)) throw new Error('not written back byte for byte')
      const mistake = change(kind, bytes, file.units)
      if (mistake !== undefined) throw new Error(mistake)
      tally.changed++
    } catch (error) {
      if (error instanceof FormatError) tally.rejected++
      else tally.mistakes++
      console.log(`${id}/${name}: ${(error as Error).message.slice(0, 200)}`)
    }
  }
}
console.table(Object.fromEntries(tallies))
