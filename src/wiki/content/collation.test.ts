import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { siteFromInfo } from '../site/site.ts'
import { collationOf, memberKey } from './collation.ts'

const collation = (categorycollation: string, lang = 'en') =>
  collationOf(siteFromInfo({ general: { categorycollation, lang } }))

const sorted = (name: string, words: readonly string[], lang = 'en') => {
  const { key } = collation(name, lang)
  return [...words].sort((a, b) => Buffer.compare(key(a), key(b)))
}

describe('the order of category members', () => {
  test('as they are, or without regard to case', () => {
    assert.equal(collation('identity').key('aB é').toString(), 'aB é')
    assert.equal(collation('uppercase').key('aB é').toString(), 'AB É')
    assert.deepEqual(memberKey(collation('uppercase'), 'key', 'Title').toString(), 'KEY\nTITLE')
    assert.deepEqual(sorted('identity', ['b', 'B', 'a', 'é', 'z']), ['B', 'a', 'b', 'z', 'é'])
  })

  test('the default, and what nobody knows, is "uppercase"', () => {
    assert.equal(collationOf(siteFromInfo({})).name, 'uppercase')
    assert.equal(collation('uppercase-xx').name, 'uppercase')
  })

  test('with numbers, byte for byte as MediaWiki writes it', () => {
    // Made by PHP with the rule of MediaWiki's "numeric".
    for (const [text, hex] of [
      ['abc', '414243'],
      ['Route 66', '524f555445203000023636'],
      ['Route 9', '524f5554452030000139'],
      ['007', '30000137'],
      ['Глава 12б', 'd093d09bd090d092d0902030000231 32d091'.replace(' ', '')],
    ])
      assert.equal(collation('numeric').key(text!).toString('hex'), hex, text)
    assert.deepEqual(sorted('numeric', ['v 10', 'v 9', 'V 1', 'v 100']), ['V 1', 'v 9', 'v 10', 'v 100'])
    assert.equal(collation('numeric', 'fa').key('۱۲').toString('hex'), '3000023132')
  })

  test('as in a dictionary of the language', () => {
    const cyrillic = ['яма', 'йод', 'ёлка', 'Ель', 'Еда', 'Иван']
    assert.deepEqual(sorted('uca-ru', cyrillic), ['Еда', 'ёлка', 'Ель', 'Иван', 'йод', 'яма'])
    const czech = ['chata', 'hora', 'cukr', 'Ionie']
    assert.deepEqual(sorted('uca-cs', czech), ['cukr', 'hora', 'chata', 'Ionie'])
    assert.deepEqual(sorted('uca-default', czech), ['chata', 'cukr', 'hora', 'Ionie'])
    assert.deepEqual(sorted('uca-de', ['Zebra', 'Arm', 'Ärger']), ['Ärger', 'Arm', 'Zebra'])
    assert.deepEqual(sorted('uca-sv', ['Zebra', 'Arm', 'Ärger']), ['Arm', 'Zebra', 'Ärger'])
    assert.deepEqual(sorted('uca-default', ['résumé', 'resume', 'Resume', 'resumes']), [
      'resume',
      'Resume',
      'résumé',
      'resumes',
    ])
    assert.deepEqual(sorted('uca-default', ['ab', 'a b', 'a-b', '9', '10', '火', '한', 'straßf', 'strasse']), [
      '10',
      '9',
      'a b',
      'a-b',
      'ab',
      'strasse',
      'straßf',
      '한',
      '火',
    ])
    assert.deepEqual(sorted('uca-default-u-kn', ['v10', 'v9', 'v', 'v9a']), ['v', 'v9', 'v9a', 'v10'])
    assert.notEqual(collation('uca-nosuchlanguage').name, 'uppercase')
  })

  test('keys compare as the language compares', () => {
    const letters = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZåäöéèñçøłžšč абвгдеёжзийклмн0123456789-.,']
    const word = fc.array(fc.constantFrom(...letters), { maxLength: 8 }).map(list => list.join(''))
    for (const language of ['und', 'ru', 'de', 'sv', 'pl']) {
      const { key } = collation(`uca-${language}`)
      const { compare } = new Intl.Collator(language)
      fc.assert(
        fc.property(word, word, (a, b) => {
          assert.equal(Buffer.compare(key(a), key(b)), compare(a, b), `${language}: ${a} and ${b}`)
        }),
        { numRuns: 300 },
      )
    }
  })
})
