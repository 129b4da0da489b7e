import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { compileLinkTrail, type LinkPatterns, linkPatterns } from './link-patterns.ts'
import { fixture } from './testing.ts'
import { wikiCodes } from './wiki-languages.ts'

const recorded = fixture<{ links: Record<string, LinkPatterns> }>('mediawiki-languages').links

describe('what the content language decides about links', () => {
  test('the patterns siteinfo shows', () => {
    for (const [code, expected] of Object.entries(recorded)) assert.deepEqual(linkPatterns(code), expected, code)
    assert.deepEqual(linkPatterns('xx'), linkPatterns('en'))
  })

  test('every pattern works as a RegExp', () => {
    for (const code of wikiCodes()) {
      const { linktrail } = linkPatterns(code)
      assert.equal(compileLinkTrail(linktrail).exec(' x')?.[2] ?? ' x', ' x', code)
    }
  })

  test('letters after a link join it', () => {
    const trail = (code: string, text: string) => compileLinkTrail(linkPatterns(code).linktrail).exec(text)?.slice(1)
    assert.deepEqual(trail('en', 's are'), ['s', ' are'])
    assert.deepEqual(trail('en', 'ы'), undefined)
    assert.deepEqual(trail('ru', 'ами\nи'), ['ами', '\nи'])
    assert.deepEqual(trail('ca', "l'aigua ''x''"), ["l'aigua", " ''x''"])
    assert.deepEqual(trail('zh', 'abc'), ['', 'abc'])
    assert.deepEqual(trail('hi', 'ओं का'), ['ओं', ' का'])
  })

  test('what is not a pattern is refused', () => {
    assert.throws(() => compileLinkTrail('abc'), /Not a link trail pattern/)
  })
})
