import assert from 'node:assert/strict'
import path from 'node:path'
import { test } from 'node:test'
import { detectFormat, format, formats } from './index.ts'
import { fixtures } from './testing.ts'

test('formats are found by id', () => {
  assert.equal(format('po')?.name, 'gettext PO file')
  assert.equal(format('nothing'), undefined)
  assert.deepEqual(
    formats().map(({ id }) => id),
    [
      ...['po', 'po-mono', 'ts', 'plainxliff', 'xliff', 'strings', 'properties', 'aresource'],
      ...['json', 'json-nested', 'i18nextv4', 'mediawiki-json', 'arb', 'csv', 'ruby-yaml'],
    ],
  )
})

test('the format of every fixture is recognised', () => {
  const folders = ['po', 'xliff', 'strings', 'properties', 'aresource', 'json', 'json-nested', 'mediawiki-json', 'arb']
  for (const id of [...folders, 'csv', 'ruby-yaml', 'i18nextv4', 'ts']) {
    for (const { name, bytes } of fixtures(path.join(import.meta.dirname, id))) {
      assert.equal(detectFormat(`locale/${name}`, bytes), id, name)
    }
  }
})

test('what is no translation file is left alone', () => {
  assert.equal(detectFormat('main.ts', Buffer.from('const a: Map<string, number> = new Map()\n')), undefined)
  assert.equal(detectFormat('pom.xml', Buffer.from('<?xml version="1.0"?><!-- <resources> --><project/>')), undefined)
  assert.equal(detectFormat('broken.json', Buffer.from('{"a":')), undefined)
  assert.equal(detectFormat('README', Buffer.from('hello')), undefined)
})
