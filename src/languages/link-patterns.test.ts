import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { compileLinkTrail, type LinkPatterns, linkPatterns } from './link-patterns.ts'
import { fixture } from './testing.ts'
import { wikiCodes } from './wiki-languages.ts'

const recorded = fixture<{ links: Record<string, LinkPatterns> }>('mediawiki-languages').links

describe('link patterns of the content language', () => {
  test('match siteinfo', () => {
    for (const [code, expected] of Object.entries(recorded)) assert.deepEqual(linkPatterns(code), expected, code)
    assert.deepEqual(linkPatterns('xx'), linkPatterns('en'))
  })

  test('all compile to a RegExp', () => {
    for (const code of wikiCodes()) {
      const { linktrail } = linkPatterns(code)
      assert.equal(compileLinkTrail(linktrail).exec(' x')?.[2] ?? ' x', ' x', code)
    }
  })

  test('letters after a link are part of it', () => {
    const trail = (code: string, text: string) => compileLinkTrail(linkPatterns(code).linktrail).exec(text)?.slice(1)
    assert.deepEqual(trail('en', 's are'), ['s', ' are'])
    assert.deepEqual(trail('en', 'ы'), undefined)
    assert.deepEqual(trail('ru', 'ами\nи'), ['ами', '\nи'])
    assert.deepEqual(trail('ca', "l'aigua ''x''"), ["l'aigua", " ''x''"])
    assert.deepEqual(trail('zh', 'abc'), ['', 'abc'])
    assert.deepEqual(trail('hi', 'ओं का'), ['ओं', ' का'])
  })

  test('rejects invalid patterns', () => {
    assert.throws(() => compileLinkTrail('abc'), /Not a link trail pattern/)
  })
})
