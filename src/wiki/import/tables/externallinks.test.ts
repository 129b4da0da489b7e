import assert from 'node:assert/strict'
import { test } from 'node:test'
import { urlIndexes } from '../../content/url-index.ts'
import { turnHost } from './externallinks.ts'

test('restores a reversed host', () => {
  const urls = [
    'https://www.example.org/a?b=c#d',
    'http://example.com:8080/',
    'http://192.0.2.7/x',
    'mailto:somebody@example.org',
    'ftp://files.example.net/pub/',
  ]
  for (const url of urls) {
    const [index] = urlIndexes(url)
    const cut = /^([a-z]+:(?:\/\/)?[^/?#]*)(.*)$/.exec(index!)!
    assert.equal(turnHost(cut[1]!) + cut[2]!, url)
  }
})

test('keeps unusual values as they are', () => {
  assert.equal(turnHost('nonsense'), 'nonsense')
  assert.equal(turnHost('news:comp.lang.c'), 'news:c.lang.comp')
})
