import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jsonNested } from '../json/json.ts'
import { decodePath, encodePath } from '../json/path.ts'
import { openMonolingual } from '../monolingual.ts'
import { changedLines, fixture, unitOf } from '../testing.ts'

const menu = fixture(import.meta.dirname, 'menu-ja.json')

test('strings are found wherever they are nested, keys with dots kept apart', () => {
  const file = jsonNested.parse(menu)
  assert.deepEqual(
    file.units.map(({ id, context, target }) => [id, context, target[0]]),
    [
      ['menu.file', 'menu.file', 'ファイル'],
      ['menu.edit.cut', 'menu.edit.cut', '切り取り'],
      ['menu.edit.paste', 'menu.edit.paste', '貼り付け'],
      ['list[0]', 'list[0]', '一つ'],
      ['list[1]', 'list[1]', '二つ'],
      ['list[2].deep', 'list[2].deep', '深い'],
      ['a\\.b', 'a.b', '点を含む鍵'],
    ],
  )
})

test('paths survive being written as ids', () => {
  for (const path of [['a'], ['a', 0, 'b'], ['a.b', 'c[0]'], ['', ''], ['x\\', '[', 3, 4], ['']]) {
    assert.deepEqual(decodePath(encodePath(path)), path)
  }
})

test('new units go into their object, which is made if need be', () => {
  const added = jsonNested.parse(menu).serialize({
    add: [
      { context: 'menu.edit.copy', source: [], target: ['コピー'], after: 'menu.edit.cut' },
      { context: 'help.about.title', source: [], target: ['情報'] },
      { context: 'help.about.text', source: [], target: ['文'] },
      { context: 'empty.no', source: [], target: ['無'] },
    ],
  })
  assert.deepEqual(changedLines(menu, added), [
    '-    "empty": {},',
    '-    "version": 2',
    '+            "copy": "コピー",',
    '+    "empty": {',
    '+        "no": "無"',
    '+    },',
    '+    "version": 2,',
    '+    "help": {',
    '+        "about": {',
    '+            "title": "情報",',
    '+            "text": "文"',
    '+        }',
    '+    }',
  ])
  assert.throws(
    () => jsonNested.parse(menu).serialize({ add: [{ context: 'menu.file.x', source: [], target: ['y'] }] }),
    /"menu.file" is already there/,
  )
})

test('an object left without strings goes with its last one', () => {
  const removed = jsonNested.parse(menu).serialize({ remove: ['menu.edit.cut', 'menu.edit.paste'] })
  assert.deepEqual(changedLines(menu, removed), [
    '-        "file": "ファイル",',
    '-        "edit": {',
    '-            "cut": "切り取り",',
    '-            "paste": "貼り付け"',
    '-        }',
    '+        "file": "ファイル"',
  ])
})

test('with a template, units the file lacks are there and go to their place when translated', async () => {
  const template = jsonNested.parse(menu)
  const own = Buffer.from('{\n  "menu": {\n    "edit": {\n      "paste": "Paste"\n    }\n  },\n  "other": "kept"\n}\n')
  const file = await openMonolingual(jsonNested, own, template)
  assert.equal(file.units.length, 7)
  assert.deepEqual(unitOf(file, 'menu.edit.cut').source, ['切り取り'])
  assert.deepEqual(unitOf(file, 'menu.edit.cut').target, [''])
  assert.deepEqual(unitOf(file, 'menu.edit.paste').target, ['Paste'])
  const changed = file.serialize({
    update: [
      { id: 'menu.edit.cut', target: ['Cut'] },
      { id: 'list[1]', target: ['two'] },
    ],
  })
  assert.equal(
    Buffer.from(changed).toString(),
    '{\n  "menu": {\n    "edit": {\n      "cut": "Cut",\n      "paste": "Paste"\n    }\n  },\n  "list": [\n    "",\n    "two"\n  ],\n  "other": "kept"\n}\n',
  )
})
