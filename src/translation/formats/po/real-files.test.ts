// Files of a real project in 46 languages, with counts made by another toolkit.

import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { test } from 'node:test'
import { countCharacters, countWords } from '#translation/statistics/counting.ts'
import type { FileUnit } from '../format.ts'
import { po } from './po.ts'
import { scanPo } from './scanner.ts'
import { gettextStyle, layOut } from './wrap.ts'

const root = process.env.PARLANCE_SHARED ?? path.join(import.meta.dirname, '../../../../../shared')
const folder = path.join(root, 'data/po')
const table = path.join(folder, 'expected.csv')
const skip = existsSync(table) ? false : 'the real PO files (shared data/po) are not here'

function expected(): { file: string; [count: string]: string }[] {
  const [head, ...rows] = readFileSync(table, 'utf8').trim().split(/\r?\n/)
  const names = head!.split(',')
  return rows.map(row => Object.fromEntries(row.split(',').map((cell, i) => [names[i], cell])) as { file: string })
}

function bytesOf(language: string): Buffer {
  return readFileSync(path.join(folder, language, 'LC_MESSAGES/sphinx.po'))
}

function counts(units: readonly FileUnit[]): [number, number, number] {
  const sum = (measure: (unit: FileUnit) => number) => units.reduce((total, unit) => total + measure(unit), 0)
  return [units.length, sum(unit => countWords(unit.source, 'en')), sum(unit => countCharacters(unit.source))]
}

test('strings, words, characters, translated and fuzzy agree for every language', { skip }, () => {
  const rows = expected()
  assert.equal(rows.length, 46)
  for (const row of rows) {
    const units = po.parse(bytesOf(row.file)).units.filter(unit => !unit.obsolete)
    const translated = units.filter(unit => !unit.fuzzy && unit.target.some(form => form !== ''))
    const fuzzy = units.filter(unit => unit.fuzzy && unit.target.some(form => form !== ''))
    assert.deepEqual([row.file, ...counts(units), ...counts(translated), fuzzy.length].map(String), [
      ...[row.file, row.total, row.total_words, row.total_chars],
      ...[row.translated, row.translated_words, row.translated_chars, row.fuzzy],
    ])
  }
})

test('every real file is written back byte for byte', { skip }, () => {
  for (const { file } of expected()) {
    const bytes = bytesOf(file)
    assert.ok(Buffer.from(po.parse(bytes).serialize()).equals(bytes), file)
  }
})

test('one changed unit of a real file changes one line', { skip }, () => {
  for (const { file } of expected()) {
    const bytes = bytesOf(file)
    const parsed = po.parse(bytes)
    const changed = parsed.serialize({ update: [{ id: parsed.units[0]!.id, target: ['změna'] }] })
    const lines = bytes.toString().split('\n')
    const newLines = Buffer.from(changed).toString().split('\n')
    assert.equal(newLines.length, lines.length, file)
    assert.deepEqual(
      newLines.filter((line, i) => line !== lines[i]),
      ['msgstr "změna"'],
      file,
    )
  }
})

interface Messages {
  readonly [context: string]: { readonly [id: string]: { readonly msgid: string; readonly msgstr: readonly string[] } }
}

test('what we read agrees with an independent parser', { skip }, () => {
  const reference = createRequire(import.meta.url)('gettext-parser')
  for (const language of ['fr', 'ar', 'zh_CN']) {
    const bytes = bytesOf(language)
    const { translations } = reference.po.parse(bytes) as { translations: Messages }
    const theirs = Object.values(translations)
      .flatMap(messages => Object.values(messages))
      .filter(({ msgid }) => msgid !== '')
      .map(({ msgid, msgstr }) => [msgid, ...msgstr])
    const ours = po.parse(bytes).units.filter(unit => !unit.obsolete)
    assert.deepEqual(ours.map(unit => [unit.source[0], ...unit.target]).sort(), theirs.sort())
  }
})

const noMsgcat = skip || (spawnSync('msgcat', ['--version']).error ? 'msgcat (GNU gettext) is not installed' : false)

test('long strings are wrapped where GNU gettext wraps them', { skip: noMsgcat }, () => {
  let equal = 0
  let total = 0
  for (const language of ['fr', 'ru', 'ja', 'zh_CN', 'ar']) {
    const file = path.join(folder, language, 'LC_MESSAGES/sphinx.po')
    const text = execFileSync('msgcat', [file], { encoding: 'utf8', maxBuffer: 1e8 })
    for (const { id, targets, obsolete } of scanPo(text, () => {})) {
      const fields = obsolete
        ? []
        : [
            { keyword: 'msgid', field: id! },
            { keyword: 'msgstr', field: targets[0]! },
          ]
      for (const { keyword, field } of fields) {
        const theirs = text.slice(field.start, field.end).trimEnd()
        if (field.value.length < 60 || !theirs.startsWith(`${keyword} `)) continue
        total++
        if (layOut(keyword, field.value, gettextStyle).join('\n') === theirs) equal++
      }
    }
  }
  // The rest differs in rare rules about quotation marks in Chinese and French.
  assert.ok(total > 1000 && equal / total > 0.99, `${equal} of ${total}`)
})
