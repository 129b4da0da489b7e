import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import siteInfo from '../site/fixtures/site-ru.json' with { type: 'json' }
import { siteFromInfo } from '../site/site.ts'
import { isBadFile, readBadFiles } from './bad-files.ts'

const site = siteFromInfo(siteInfo as never)

describe('the list of bad files', () => {
  const bad = readBadFiles(
    site,
    'Introduction [[:File:Not listed.png]]\n* [[:Файл:Red.png]] except on [[Марс]], [[Обсуждение:Луна]]\n*[[File:Blue.png]]\n* [[<>]] [[Марс]]\n* nothing',
  )

  it('reads the first link of each item', () => {
    assert.deepEqual([...bad.keys()], ['Red.png', 'Blue.png'])
  })

  it('lets the listed exception pages show the file', () => {
    assert.equal(isBadFile(bad, 'Red.png', null), true)
    assert.equal(isBadFile(bad, 'Red.png', 'Марс'), false)
    assert.equal(isBadFile(bad, 'Red.png', 'Обсуждение:Луна'), false)
    assert.equal(isBadFile(bad, 'Red.png', 'Луна'), true)
    assert.equal(isBadFile(bad, 'Green.png', null), false)
  })

  it('is parsed in linear time', () => {
    readBadFiles(site, `* ${'[['.repeat(200_000)}`)
    readBadFiles(site, `* ${'[[a]]'.repeat(50_000)}`)
  })
})
