// Guarantees of every format, tested on every fixture: nothing is lost, changes are applied, and no input does harm.

import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import type { FileFormat, FileUnit, ParsedFile, ParseOptions } from './format.ts'
import { FormatError } from './format-error.ts'
import { formats } from './index.ts'
import { fixtures } from './testing.ts'

// Set PARLANCE_FUZZ=100 for a hundred times the runs.
const effort = Number(process.env.PARLANCE_FUZZ ?? 1)

// Formats that read the same files share the folder of one of them.
const folders: Readonly<Record<string, string>> = {
  'po-mono': 'po',
  plainxliff: 'xliff',
  'xliff2-placeables': 'xliff2',
}

// Keys of new units, for formats that restrict them.
const newKeys: Readonly<Record<string, string>> = {
  srt: '01:00:00,000-->01:00:01,000',
  sub: '90000-->90025',
  ass: '1:00:00.00-->1:00:01.00',
  ssa: '1:00:00.00-->1:00:01.00',
}

const newKey = ({ id }: FileFormat): string => newKeys[id] ?? `fresh_${id.replaceAll('-', '_')}`

const isWritable = (format: FileFormat, value: string): boolean =>
  format.refuses?.(value) === undefined && format.forbids?.test(value) !== true

// A translation of a document is read with its template: here, an untranslated copy.
function translationOf(format: FileFormat, bytes: Uint8Array): { file: ParsedFile; reading: ParseOptions } {
  const template = format.parse(bytes)
  if (!format.document) return { file: template, reading: {} }
  const reading = { template }
  return { file: format.parse(bytes, reading), reading }
}

// Documents do not keep white space.
const shapeOf = (format: FileFormat, value: string): string =>
  format.document ? value.replace(/\s+/g, ' ').trim() : value

function samples(format: FileFormat): { name: string; bytes: Buffer }[] {
  return fixtures(path.join(import.meta.dirname, folders[format.id] ?? format.id))
}

function outcome(format: FileFormat, bytes: Uint8Array): ParsedFile | FormatError {
  try {
    return format.parse(bytes)
  } catch (error) {
    if (error instanceof FormatError) return error
    throw error
  }
}

// Text that every format can represent: no control characters, no unpaired surrogates.
const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }).map(value => value.replace(/[\p{Cc}\ufffe\uffff]/gu, '')),
  fc.string({
    unit: fc.constantFrom(
      ' ',
      '"',
      "'",
      '\\',
      '<',
      '>',
      '&',
      '\n',
      ':',
      '#',
      '%',
      '=',
      ',',
      ';',
      '{',
      ']',
      'a',
      '中',
      '🌳',
    ),
  }),
)

for (const format of formats()) {
  test(`${format.id}: fixtures exist and are written back byte for byte`, () => {
    const found = samples(format)
    assert.ok(found.length > 0)
    for (const { name, bytes } of found) {
      const file = format.parse(bytes)
      assert.ok(Buffer.from(file.serialize()).equals(bytes), name)
      assert.ok(file.units.length > 0, name)
      assert.equal(new Set(file.units.map(({ id }) => id)).size, file.units.length, 'ids are unique')
    }
  })

  test(`${format.id}: a changed target is read back, and no other unit changes`, () => {
    for (const { bytes } of samples(format)) {
      const { file, reading } = translationOf(format, bytes)
      const property = fc.property(fc.nat(), fc.array(text, { minLength: 8, maxLength: 8 }), (index, values) => {
        const unit = file.units[index % file.units.length]!
        const target = unit.target.map((_, i) => shapeOf(format, values[i % values.length]!))
        fc.pre(target.every(value => isWritable(format, value)))
        const again = format.parse(file.serialize({ update: [{ id: unit.id, target }] }), reading)
        compareExcept(again, file, unit, target)
      })
      fc.assert(property, { numRuns: 60 * effort, interruptAfterTimeLimit: 20_000 * effort })
    }
  })

  test(`${format.id}: an added unit is read back, and removing it restores the others`, () => {
    if (format.fixed) return
    for (const { bytes } of samples(format)) {
      const file = format.parse(bytes)
      const known = new Set(file.units.map(({ id }) => id))
      const property = fc.property(fc.integer({ min: -1, max: file.units.length - 1 }), text, (index, value) => {
        const after = index === -1 ? undefined : file.units[index]!
        if (after?.obsolete) return
        fc.pre(isWritable(format, value))
        const context = newKey(format)
        const added = file.serialize({ add: [{ context, source: ['fresh'], target: [value], after: after?.id }] })
        const again = format.parse(added)
        const found = again.units.find(unit => !known.has(unit.id))
        assert.deepEqual(found?.target, [value])
        assert.equal(again.units.length, file.units.length + 1)
        const removed = format.parse(again.serialize({ remove: [found!.id] }))
        assert.deepEqual(essence(removed.units), essence(file.units))
      })
      fc.assert(property, { numRuns: 40 * effort, interruptAfterTimeLimit: 20_000 * effort })
    }
  })

  test(`${format.id}: random bytes give a file or a FormatError, nothing else`, () => {
    const property = fc.property(fc.uint8Array({ maxLength: 300 }), bytes => {
      outcome(format, bytes)
    })
    fc.assert(property, { numRuns: 300 * effort })
  })

  test(`${format.id}: damaged fixtures give a file that still round-trips, or a FormatError`, () => {
    const found = samples(format)
    const damage = fc.array(
      fc.record({ at: fc.nat(), drop: fc.nat({ max: 8 }), insert: fc.string({ unit: 'binary-ascii', maxLength: 3 }) }),
      { minLength: 1, maxLength: 3 },
    )
    const property = fc.property(fc.nat(), damage, (which, cuts) => {
      let bytes = found[which % found.length]!.bytes
      for (const { at, drop, insert } of cuts) {
        const start = at % bytes.length
        bytes = Buffer.concat([bytes.subarray(0, start), Buffer.from(insert), bytes.subarray(start + drop)])
      }
      const file = outcome(format, bytes)
      if (file instanceof FormatError) return
      assert.ok(Buffer.from(file.serialize()).equals(bytes))
      const unit = file.units[which % Math.max(1, file.units.length)]
      if (unit !== undefined) tryChange(format, bytes, unit)
    })
    fc.assert(property, { numRuns: 400 * effort, interruptAfterTimeLimit: 30_000 * effort })
  })

  test(`${format.id}: too large a file is refused before it is read`, () => {
    assert.throws(() => format.parse(Buffer.alloc(1000, 0x20), { maxBytes: 999 }), /the limit is 999/)
  })

  test(`${format.id}: a new file can be read and added to`, () => {
    const created = format.create({ language: 'cs', sourceLanguage: 'en', plural: { count: 2, formula: 'n != 1' } })
    const file = format.parse(created, { language: 'cs' })
    assert.deepEqual(file.units, [])
    if (format.fixed) return
    const context = newKeys[format.id] ?? 'key'
    const added = file.serialize({ add: [{ context, source: ['text'], target: ['hodnota'] }] })
    const filled = format.parse(added, { language: 'cs' })
    assert.deepEqual(filled.units[0]?.target, ['hodnota'])
  })

  test(`${format.id}: has a folder of its own or shares one`, () => {
    assert.ok(existsSync(path.join(import.meta.dirname, folders[format.id] ?? format.id)))
  })
}

function compareExcept(again: ParsedFile, before: ParsedFile, changed: FileUnit, target: readonly string[]): void {
  assert.deepEqual(again.units.find(unit => unit.id === changed.id)?.target, target)
  const others = (file: ParsedFile) => essence(file.units.filter(unit => unit.id !== changed.id))
  assert.deepEqual(others(again), others(before))
}

// What must not change with other units; positions and lines may move.
function essence(units: readonly FileUnit[]): unknown[] {
  return units.map(({ position: _, line: __, ...rest }) => rest)
}

// A barely valid file may reject the change, but with a proper error.
function tryChange(format: FileFormat, bytes: Uint8Array, unit: FileUnit): void {
  try {
    const { file, reading } = translationOf(format, bytes)
    const target = unit.target.map(() => 'changed')
    const again = format.parse(file.serialize({ update: [{ id: unit.id, target }] }), reading)
    // Where tags are not closed, a changed text can change which elements browsers see.
    if (format.id !== 'html') assert.deepEqual(again.units.find(({ id }) => id === unit.id)?.target, target)
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
  }
}

const manyUnits: Readonly<Record<string, (count: number) => string>> = {
  po: count => `${lines(count, i => `msgid "k${i}"\nmsgstr "v"\n`)}\nmsgid without quotes`,
  ts: count => `<TS><context><name>n</name>${lines(count, i => `<message><source>${i}</source></message>`)}<broken`,
  xliff: count =>
    `<xliff><file><body>${lines(count, i => `<trans-unit id="${i}"><source>s</source></trans-unit>`)}<broken`,
  aresource: count => `<resources>${lines(count, i => `<string name="s${i}">t</string>`)}<broken`,
  strings: count => `${lines(count, i => `"k${i}" = "v";`)}"broken`,
  properties: count => `${lines(count, i => `k${i}=v`)}broken=\\u12`,
  csv: count => `source,target\n${lines(count, i => `k${i},v`)}"broken`,
  toml: count => `${lines(count, i => `k${i} = "v"`)}broken`,
  php: count => `<?php\n${lines(count, i => `$k${i} = 'v';`)}$x = 'broken`,
  resx: count => `<root>${lines(count, i => `<data name="k${i}"><value>v</value></data>`)}<broken`,
  xliff2: count =>
    `<xliff version="2.0"><file id="f">${lines(count, i => `<unit id="${i}"><segment><source>s</source></segment></unit>`)}<broken`,
  dtd: count => `${lines(count, i => `<!ENTITY k${i} "v">`)}<!ENTITY broken`,
  json: count => `{${lines(count, i => `"k${i}": "v",`)}broken`,
}

const lines = (count: number, line: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => `${line(i)}\n`).join('')

for (const [id, content] of Object.entries(manyUnits))
  test(`${id}: reading ends at the first string too many, whatever follows`, () => {
    const kind = formats().find(each => each.id === id)!
    assert.throws(() => kind.parse(Buffer.from(content(12)), { maxUnits: 10 }), /more than 10 strings/)
    assert.throws(
      () => kind.parse(Buffer.from(content(10)), { maxUnits: 10 }),
      (error: unknown) => error instanceof FormatError && !/more than 10 strings/.test(error.message),
    )
  })
