import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { detectFormat, format, formats } from './index.ts'
import { fixtures } from './testing.ts'

test('formats are found by id', () => {
  assert.equal(format('po')?.name, 'gettext PO file')
  assert.equal(format('nothing'), undefined)
  for (const each of formats()) assert.equal(format(each.id), each)
})

test('the format of every fixture is recognised', () => {
  // A CSV file with two columns may have names for them, so the simple format is never a guess.
  const folders = formats().filter(
    ({ id }) => id !== 'csv-simple' && existsSync(path.join(import.meta.dirname, id, 'fixtures')),
  )
  assert.ok(folders.length > 10)
  for (const { id } of folders) {
    for (const { name, bytes } of fixtures(path.join(import.meta.dirname, id))) {
      assert.equal(
        detectFormat(`${id === 'cmp-resource' ? 'composeResources/values-fr' : 'locale'}/${name}`, bytes),
        id,
        name,
      )
    }
  }
})

test('other files are not recognised', () => {
  assert.equal(detectFormat('main.ts', Buffer.from('const a: Map<string, number> = new Map()\n')), undefined)
  assert.equal(detectFormat('pom.xml', Buffer.from('<?xml version="1.0"?><!-- <resources> --><project/>')), undefined)
  assert.equal(detectFormat('broken.json', Buffer.from('{"a":')), undefined)
  assert.equal(detectFormat('README', Buffer.from('hello')), undefined)
})
