import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { fixture } from './testing.ts'
import {
  autonym,
  contentFallbacks,
  fallbackChain,
  languageFunction,
  nameOf,
  variantFallbacks,
  variants,
  type WikiLanguage,
  wikiCodes,
  wikiLanguage,
} from './wiki-languages.ts'

const recorded = fixture<{
  codes: string
  languages: (WikiLanguage & { name: string })[]
  contentFallbacks: Record<string, string[]>
}>('mediawiki-languages')

describe('languages of a wiki', () => {
  test('has all codes of MediaWiki, in the same order', () => {
    assert.equal(wikiCodes().join(' '), recorded.codes)
    assert.equal(wikiCodes().length, 493)
  })

  for (const { name, ...expected } of recorded.languages) {
    test(`${expected.code} has the same properties as in MediaWiki`, () => {
      assert.deepEqual(wikiLanguage(expected.code), expected)
      assert.equal(nameOf(expected.code, 'de'), name)
    })
  }

  test('content fallbacks match siteinfo', () => {
    for (const [code, expected] of Object.entries(recorded.contentFallbacks)) {
      assert.deepEqual(contentFallbacks(code), expected, code)
    }
  })

  test('the fallback chain has the language, its fallbacks and English, without duplicates', () => {
    assert.deepEqual(fallbackChain('lmo'), ['lmo', 'pms', 'eml', 'lij', 'vec', 'it', 'en'])
    assert.deepEqual(fallbackChain('en-gb'), ['en-gb', 'en'])
    assert.deepEqual(fallbackChain('en'), ['en'])
    assert.deepEqual(fallbackChain('be-x-old'), ['be-tarask', 'be', 'en'])
    assert.deepEqual(fallbackChain('no'), ['nb', 'no', 'nn', 'en'])
    assert.deepEqual(fallbackChain('xx'), ['xx', 'en'])
  })

  test('variants and their fallbacks', () => {
    assert.deepEqual(variants('sr'), ['sr', 'sr-ec', 'sr-el'])
    assert.deepEqual(variants('xx'), ['xx'])
    assert.deepEqual(variantFallbacks().zh?.['zh-hk'], ['zh-mo', 'zh-hant', 'zh-tw'])
    assert.equal(Object.keys(variantFallbacks()).join(' '), 'ban crh gan iu kk ku shi sr tg uz zh')
  })

  test('matches codes exactly, except in {{#language:}}', () => {
    assert.equal(autonym('ru'), 'русский')
    assert.equal(autonym('RU'), undefined)
    assert.equal(wikiLanguage('qqx'), undefined)
    assert.equal(wikiLanguage('__proto__'), undefined)
    assert.equal(languageFunction('RU', 'en'), 'русский')
    assert.equal(languageFunction('en-US'), 'en-US')
    assert.equal(languageFunction(''), '')
  })
})

const shared = process.env.PARLANCE_SHARED ?? path.join(import.meta.dirname, '../../../shared')
const goldens = path.join(shared, 'corpus/goldens.jsonl.gz')

test('matches the recorded responses about languages', { skip: !existsSync(goldens) && 'no recorded answers' }, () => {
  let languages = 0
  for (const line of gunzipSync(readFileSync(goldens)).toString().trimEnd().split('\n')) {
    const { id, body } = JSON.parse(line)
    if (!/^(?:siteinfo|languageinfo)-/.test(id)) continue
    for (const entry of body.query?.languages ?? []) {
      languages++
      const name = entry.name ?? entry['*']
      assert.deepEqual(
        [entry.bcp47, name],
        [wikiLanguage(entry.code)?.bcp47, autonym(entry.code)],
        `${id} ${entry.code}`,
      )
    }
    for (const info of Object.values<Record<string, unknown>>(body.query?.languageinfo ?? {})) {
      languages++
      const known = { ...wikiLanguage(String(info.code ?? '')) } as Record<string, unknown>
      for (const key of Object.keys(info)) {
        if (info.code === undefined) continue
        assert.deepEqual(info[key], key === 'name' ? known.autonym : known[key], `${id} ${info.code} ${key}`)
      }
    }
  }
  assert.ok(languages > 493, `only ${languages} languages in the recorded answers`)
})
