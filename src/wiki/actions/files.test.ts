import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import sharp from 'sharp'
import { issueToken } from '#accounts/tokens.ts'
import { onEachEngine, temporaryFolder } from '#store/testing.ts'
import { sha1Base36 } from '../content/sha1-base36.ts'
import { restoreFiles } from '../editing/restore-files.ts'
import { type EditingWiki, type Editor, editingWiki } from '../editing/testing.ts'
import { recount } from '../editing/testing-recount.ts'
import { findFile } from '../files/find-file.ts'
import { fileContent } from '../files/stored-bytes.ts'

/** A solid-colour image; each size yields a different file. */
const picture = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#369' } })
    .png()
    .toBuffer()

onEachEngine('files', open => {
  let site: EditingWiki
  let ann: Editor
  let boss: Editor
  before(async () => {
    site = await editingWiki(await open(), { data: temporaryFolder() })
    ann = await site.person('Ann')
    boss = await site.person('Boss', 'sysop')
  })
  const send = (who: Editor, params: Record<string, string | number>, files: Record<string, Buffer> = {}) =>
    who.post({ token: issueToken(who.caller, 'csrf', site.clock), ...params }, files)
  const upload = async (who: Editor, filename: string, file: Buffer, more: Record<string, string | number> = {}) => {
    site.clock.advance(1000)
    return send(who, { action: 'upload', filename, ...more }, { file })
  }
  const versions = async (name: string) => {
    const query = { action: 'query', prop: 'imageinfo', titles: `File:${name}`, iilimit: 9 }
    const { pages } = (await ann.ask({ ...query, iiprop: 'size|user|comment|archivename|sha1' })).query
    return (pages[0].imageinfo ?? []) as { width: number; comment: string; archivename?: string }[]
  }
  const widths = async (name: string) => (await versions(name)).map(version => version.width)
  const clean = async () => {
    await site.runJobs()
    assert.deepEqual(await recount(site.wiki, site.clock.now() / 1000), [])
  }

  test('a new file creates a page, a log entry and a recent change, and is counted', async () => {
    const text = 'Seen from afar. [[Category:Planets]]'
    const { upload: done } = await upload(ann, 'mars one.png', await picture(5, 4), { comment: 'red', text })
    assert.deepEqual([done.result, done.filename, done.imageinfo.width], ['Success', 'Mars_one.png', 5])
    assert.equal(await site.textOf('File:Mars one.png'), text)
    const lists = { list: 'logevents|recentchanges|categorymembers|search', cmtitle: 'Category:Planets' }
    const { query } = await ann.ask({ action: 'query', ...lists, srsearch: 'afar', srnamespace: 6, letype: 'upload' })
    assert.deepEqual([query.logevents[0].action, query.logevents[0].comment], ['upload', 'red'])
    assert.deepEqual([query.recentchanges.length, query.recentchanges[0].type], [1, 'log'])
    assert.deepEqual([query.categorymembers.length, query.search.length], [1, 1])
    const { statistics } = (await ann.ask({ action: 'query', meta: 'siteinfo', siprop: 'statistics' })).query
    assert.deepEqual([statistics.images, statistics.pages], [1, 1])
    await clean()
  })

  test('warns about a name and stashes the file until the warning is overridden', async () => {
    const { upload: warned } = await upload(ann, 'Mars one.png', await picture(6, 4))
    assert.deepEqual([warned.result, warned.warnings], ['Warning', { exists: 'Mars_one.png' }])
    const again = { action: 'upload', filename: 'Mars one.png', filekey: warned.filekey, ignorewarnings: 1 }
    assert.equal((await send(boss, again)).error.code, 'uploadstash-wrong-owner')
    site.clock.advance(1000)
    assert.equal((await send(ann, { ...again, comment: 'sharper' })).upload.result, 'Success')
    assert.equal((await send(ann, again)).error.code, 'uploadstash-file-not-found')
    assert.deepEqual(await widths('Mars one.png'), [6, 5])
    const { upload: other } = await upload(ann, 'Mars [two].png', await picture(5, 4))
    assert.deepEqual(other.warnings, { badfilename: 'Mars_-two-.png' })
    const { upload: double } = await upload(ann, 'Mars two.png', await picture(6, 4))
    assert.deepEqual(double.warnings, { duplicate: ['Mars_one.png'] })
    const same = await upload(ann, 'Mars one.png', await picture(6, 4), { ignorewarnings: 1 })
    assert.equal(same.error.code, 'fileexists-no-change')
    await clean()
  })

  test('reverting and rotating each create a new version', async () => {
    const [, first] = await versions('Mars one.png')
    const revert = { action: 'filerevert', filename: 'Mars one.png', archivename: first!.archivename! }
    site.clock.advance(1000)
    assert.deepEqual((await send(ann, revert)).filerevert, { result: 'Success' })
    assert.equal((await send(ann, revert)).filerevert.errors[0].code, 'fileexists-no-change')
    assert.equal((await send(ann, { ...revert, archivename: 'none' })).error.code, 'filerevert-badversion')
    site.clock.advance(1000)
    const turned = await send(ann, { action: 'imagerotate', titles: 'File:Mars one.png|File:None.png', rotation: 90 })
    assert.deepEqual(
      turned.imagerotate.map((row: { result: string }) => row.result),
      ['Success', 'Failure'],
    )
    assert.deepEqual(await widths('Mars one.png'), [4, 5, 6, 5])
    await clean()
  })

  test('a file moves with all its versions and must keep a matching extension', async () => {
    const move = (to: string) => send(boss, { action: 'move', from: 'File:Mars one.png', to })
    assert.equal((await move('File:Mars.jpg')).error.code, 'filetypemismatch')
    assert.equal((await move('Mars.png')).error.code, 'nonfilenamespace')
    assert.equal((await move('File:Mars.png')).move.redirectcreated, true)
    assert.deepEqual(await widths('Mars.png'), [4, 5, 6, 5])
    const [, older] = await versions('Mars.png')
    assert.match(older!.archivename!, /^\d{14}!Mars\.png$/)
    await clean()
  })

  test('deletes and restores one version or the whole file', async () => {
    const [, , old] = await versions('Mars.png')
    const title = 'File:Mars.png'
    assert.equal(
      (await send(ann, { action: 'delete', title, oldimage: old!.archivename! })).error.code,
      'permissiondenied',
    )
    assert.equal((await send(boss, { action: 'delete', title, oldimage: 'short' })).error.code, 'invalidoldimage')
    await send(boss, { action: 'delete', title, oldimage: old!.archivename! })
    assert.deepEqual(await widths('Mars.png'), [4, 5, 5])
    await send(boss, { action: 'delete', title, reason: 'blurred' })
    assert.deepEqual([await site.textOf(title), await widths('Mars.png')], [undefined, []])
    await assert.rejects(findFile(site.wiki.db, '2/29/Mars.png'))
    await clean()
    const { upload: warned } = await upload(ann, 'Mars.png', await picture(5, 4))
    assert.deepEqual(warned.warnings, { 'was-deleted': 'Mars.png', 'duplicate-archive': 'Mars.png' })
    const now = Math.floor(site.clock.now() / 1000)
    const restored = await site.wiki.store.transaction(tx => restoreFiles(tx, { name: 'Mars.png', ids: [], now }))
    assert.equal(restored, 4)
    assert.deepEqual((await widths('Mars.png')).sort(), [4, 5, 5, 6])
    await clean()
  })

  test('restores file versions by ID, all or none', async () => {
    await upload(ann, 'Venus.png', await picture(41, 4))
    await upload(ann, 'Venus.png', await picture(42, 4), { ignorewarnings: 1 })
    const title = 'File:Venus.png'
    await send(boss, { action: 'delete', title })
    const archive = { action: 'query', list: 'filearchive', fafrom: 'Venus.png', faprop: 'dimensions' }
    const { query } = await boss.ask(archive)
    const { query: dated } = await boss.ask({ ...archive, faprop: 'timestamp|user' })
    for (const file of dated.filearchive) {
      assert.match(file.timestamp, /^20\d\d-\d\d-\d\dT[\d:]+Z$/)
      assert.deepEqual([file.user, file.width, file.archivename], ['Ann', undefined, undefined])
    }
    const id = query.filearchive.find((file: { width: string }) => file.width === '41').id
    const restore = (fileids: string, errorformat = 'bc') =>
      send(boss, { action: 'undelete', title, fileids, errorformat })
    assert.equal((await restore(`${id}|99999`)).error.code, 'undelete-missing-filearchive')
    const refused = await restore('99999|99998', 'plaintext')
    assert.deepEqual(
      refused.errors.map(({ code }: { code: string }) => code),
      ['undelete-missing-filearchive', 'undelete-missing-filearchive'],
    )
    assert.deepEqual(await widths('Venus.png'), [])
    assert.deepEqual((await restore(String(id))).undelete, { title, revisions: 0, fileversions: 1, reason: '' })
    assert.deepEqual(await widths('Venus.png'), [41])
    const summary = async () =>
      (await ann.ask({ action: 'parse', summary: '[[Media:Venus.png|her]]', prop: '' })).parse.parsedsummary
    assert.match(
      await summary(),
      /^<a href="\/images\/[^"]+\/Venus\.png" class="internal" title="Venus\.png">her<\/a>$/,
    )
    await send(boss, { action: 'delete', title })
    assert.match(await summary(), /wpDestFile=Venus\.png" class="new"/)
    await clean()
  })

  test('assembles a file from chunks', async () => {
    const whole = await sharp({
      create: { width: 60, height: 60, channels: 3, noise: { type: 'gaussian', mean: 90, sigma: 40 } },
    } as never)
      .png()
      .toBuffer()
    const piece = (from: number, to: number, more: Record<string, string | number>) => {
      const params = { action: 'upload', filename: 'Pieces.png', filesize: whole.length, offset: from, ...more }
      return send(ann, params, { chunk: whole.subarray(from, to) })
    }
    assert.equal((await piece(0, 100, {})).error.code, 'chunk-too-small')
    const { filekey } = (await piece(0, 2000, {})).upload
    assert.equal((await piece(3000, 5000, { filekey })).error.code, 'stashfailed')
    assert.equal((await piece(2000, 4000, { filekey })).upload.offset, 4000)
    const status = await send(ann, { action: 'upload', filekey, checkstatus: 1 })
    assert.deepEqual(status.upload, { result: 'Continue', stage: 'uploading', offset: 4000 })
    const last = (await piece(4000, whole.length, { filekey })).upload
    assert.deepEqual([last.result, last.imageinfo.width], ['Success', 60])
    const done = await send(ann, { action: 'upload', filename: 'Pieces.png', filekey: last.filekey })
    assert.equal(done.upload.imageinfo.size, whole.length)
    await clean()
  })

  test('unpublished files expire, and their bytes unless another file shares them', async () => {
    const [lone, shared] = [await picture(31, 7), await picture(32, 7)]
    await upload(ann, 'Stays.png', shared)
    for (const file of [lone, shared]) await upload(ann, 'Forgotten.png', file, { stash: 1, ignorewarnings: 1 })
    const stashed = async () => (await ann.ask({ action: 'query', list: 'mystashedfiles' })).query.mystashedfiles
    assert.ok((await stashed()).length >= 2)
    const isThere = async (file: Buffer) => (await fileContent(site.wiki.files, sha1Base36(file))) !== null
    await site.runJobs()
    assert.deepEqual([await isThere(lone), await isThere(shared)], [true, true])
    site.clock.advance(7 * 3600 * 1000)
    await site.runJobs()
    assert.deepEqual([await stashed(), await isThere(lone), await isThere(shared)], [[], false, true])
    await send(boss, { action: 'delete', title: 'File:Stays.png' })
  })

  test('rejects executable content under any name', async () => {
    const svg = (inner: string) => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${inner}</svg>`)
    const refused: [string, Buffer, string][] = [
      ['Page.png', Buffer.from('<!DOCTYPE html><p>hello'), 'verification-error'],
      ['Script.svg', svg('<rect onload="alert(1)"/>'), 'verification-error'],
      ['Far.svg', svg('<image href="http://192.0.2.1/x.png"/>'), 'verification-error'],
      ['Mars.php.png', await picture(2, 2), 'filetype-banned'],
      ['Mars.jpg', await picture(2, 2), 'verification-error'],
      ['Nothing.png', Buffer.alloc(0), 'empty-file'],
    ]
    for (const [name, file, code] of refused)
      assert.equal((await upload(ann, name, file, { ignorewarnings: 1 })).error?.code, code, name)
    assert.equal((await upload(site.anonymous, 'A.png', await picture(2, 2))).error.code, 'mustbeloggedin')
    const list = await ann.ask({ action: 'query', list: 'allimages', ailimit: 50 })
    assert.deepEqual(
      list.query.allimages.map((file: { name: string }) => file.name),
      ['Mars.png', 'Pieces.png'],
    )
  })

  test('lists the files of bots, or of others', async () => {
    const robot = await site.person('Robot', 'bot')
    assert.equal((await upload(robot, 'Made by a bot.png', await picture(5, 7))).upload?.result, 'Success')
    const listed = async (aifilterbots: string) =>
      (await ann.ask({ action: 'query', list: 'allimages', aisort: 'timestamp', aifilterbots })).query.allimages
        .map(({ name }: { name: string }) => name)
        .sort()
    assert.deepEqual(await listed('bots'), ['Made_by_a_bot.png'])
    assert.deepEqual(await listed('nobots'), ['Mars.png', 'Pieces.png'])
  })
})
