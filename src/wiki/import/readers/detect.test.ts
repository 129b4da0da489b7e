import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { detectAll, detectFile } from './detect.ts'

describe('file detection', () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'parlance-'))
  })
  after(() => rm(folder, { recursive: true }))
  const write = async (name: string, content: string | Buffer) => {
    const file = path.join(folder, name)
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, content)
    return file
  }
  const kind = async (content: string | Buffer) => {
    const { kind, compression, tables } = await detectFile(await write('some-name.bin', content))
    return [kind, compression, ...(tables ?? [])]
  }

  test('uses the content, compressed or not, whatever the name', async () => {
    assert.deepEqual(await kind('<mediawiki version="0.10"><siteinfo/><page>'), ['xml-pages', 'none'])
    assert.deepEqual(await kind('<?xml version="1.0"?>\n<!-- x -->\n<mediawiki version="0.11">\n<logitem>'), [
      'xml-logs',
      'none',
    ])
    assert.deepEqual(await kind(gzipSync('<mediawiki version="0.10"></mediawiki>')), ['xml-pages', 'gzip'])
    assert.deepEqual(await kind('<feed><doc></doc></feed>'), ['unknown', 'none'])
    assert.deepEqual(await kind('-- MySQL dump 10.16\nCREATE TABLE `page` (\nINSERT INTO `page` VALUES'), [
      'sql',
      'none',
      'page',
    ])
    assert.deepEqual(
      await kind(
        '/*M!999999\\- enable the sandbox mode */\nDROP TABLE x;\nCREATE TABLE `a` (b int);\nCREATE TABLE c (',
      ),
      ['sql', 'none', 'a', 'c'],
    )
    assert.deepEqual(await kind('INSERT IGNORE INTO user VALUES (1)'), ['sql', 'none', 'user'])
    assert.deepEqual(await kind('{"siteinfo":{}}'), ['json', 'none'])
    assert.deepEqual(await kind('hello'), ['unknown', 'none'])
    assert.deepEqual(await kind(''), ['empty', 'none'])
    assert.deepEqual(await kind(Buffer.from([0, 1, 2, 3])), ['unknown', 'none'])
  })

  test('lists the dumps of a folder in dependency order', async () => {
    await write('dumps/z-page.sql', '-- MySQL dump\nCREATE TABLE `page` (')
    await write('dumps/a-pagelinks.sql.gz', gzipSync('-- MySQL dump\nCREATE TABLE `pagelinks` ('))
    await write('dumps/b-actor.sql', '-- MySQL dump\nCREATE TABLE `actor` (')
    await write('dumps/pages10.xml', '<mediawiki version="0.11"><page>')
    await write('dumps/pages2.xml', '<mediawiki version="0.11"><page>')
    await write('dumps/all-logs.xml', '<mediawiki version="0.11"><logitem>')
    await write('dumps/sha1sums.txt', 'da39a3ee5e6b4b0d3255bfef95601890afd80709  x')
    const files = await detectAll([path.join(folder, 'dumps')])
    assert.deepEqual(
      files.map(({ file }) => path.basename(file)),
      ['b-actor.sql', 'z-page.sql', 'a-pagelinks.sql.gz', 'pages2.xml', 'pages10.xml', 'all-logs.xml'],
    )
  })

  test('rejects other files by name', async () => {
    await assert.rejects(
      detectAll([await write('notes.txt', 'hello')]),
      /notes\.txt: is neither a MediaWiki XML export nor/,
    )
    await assert.rejects(detectAll([await write('site.json', '{}')]), /site\.json: is JSON, neither/)
    await assert.rejects(detectAll([await write('nothing', '')]), /nothing: is empty, neither/)
    const postgres =
      '--\n-- PostgreSQL database dump\n--\nSET statement_timeout = 0;\nCREATE TABLE public.page (page_id integer);'
    await assert.rejects(detectAll([await write('pg.sql', postgres)]), /pg\.sql: is a dump of PostgreSQL, neither/)
    const sqlite = 'PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\nCREATE TABLE page (page_id INTEGER);'
    await assert.rejects(detectAll([await write('lite.sql', sqlite)]), /lite\.sql: is a database or a dump of SQLite/)
    const damaged = gzipSync('-- MySQL dump\nCREATE TABLE `page` (').subarray(0, 30)
    await write('damaged/page.sql.gz', damaged)
    await assert.rejects(detectAll([path.join(folder, 'damaged')]), /page\.sql\.gz: is truncated/)
    await write('empty/readme', 'nothing')
    await assert.rejects(detectAll([path.join(folder, 'empty')]), /folder without any dump/)
    await assert.rejects(detectAll([path.join(folder, 'missing')]), /missing: no such file or folder/)
  })
})
