import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { issueToken } from '#accounts/tokens.ts'
import { testS3 } from '#net/testing-s3.ts'
import { onEachEngine, temporaryFolder } from '#store/testing.ts'
import { sha1Base36 } from '../content/sha1-base36.ts'
import { bytesName } from '../files/stored-bytes.ts'
import { filesCheck, sweepFiles } from './sweep-files.ts'
import { editingWiki } from './testing.ts'

const LONG_AGO = new Date('2020-01-01T00:00:00Z')

onEachEngine('bytes of uploads', open => {
  test('are removed when they are old and nothing refers to them', async () => {
    const data = temporaryFolder()
    const site = await editingWiki(await open(), { data })
    const { files, pieces, store } = site.wiki
    const boss = await site.person('Boss', 'sysop')
    const post = (params: object, sent = {}) => {
      site.clock.advance(1000)
      return boss.post({ token: issueToken(boss.caller, 'csrf', site.clock), ignorewarnings: 1, ...params }, sent)
    }
    const picture = (width: number) =>
      sharp({ create: { width, height: 5, channels: 3, background: '#369' } })
        .png()
        .toBuffer()
    const [current, earlier, deleted, stashed] = await Promise.all([11, 12, 13, 14].map(picture))
    await post({ action: 'upload', filename: 'A.png' }, { file: earlier })
    await post({ action: 'upload', filename: 'A.png' }, { file: current })
    await post({ action: 'upload', filename: 'B.png' }, { file: deleted })
    await post({ action: 'delete', title: 'File:B.png' })
    await post({ action: 'upload', filename: 'C.png', stash: 1 }, { file: stashed })
    const used = [current, earlier, deleted, stashed].map(bytes => bytesName(sha1Base36(bytes!)))
    for (const name of used) await files!.write(name, (await files!.read(name))!, LONG_AGO)

    const [old, young] = ['old', 'young'].map(text => bytesName(sha1Base36(Buffer.from(text)))) as [string, string]
    await files!.write(old, Buffer.from('old'), LONG_AGO)
    await files!.write(young, Buffer.from('young'))
    await files!.write('README', Buffer.from('not ours'), LONG_AGO)
    await files!.write(`${used[0]}.4711.part`, Buffer.from('never finished'), LONG_AGO)
    await pieces!.write('1d353ax31n28.la5ahv.3.png~0', Buffer.from('a piece of nobody'), LONG_AGO)

    const check = filesCheck({ data, uploadStore: null })
    const faults = async () => {
      const found = await check.run(store)
      return 'faults' in found ? found.faults.map(fault => fault.split(' ')[0]!).sort() : found
    }
    assert.deepEqual(await faults(), [old, `${used[0]}.4711.part`, '1d353ax31n28.la5ahv.3.png~0'].sort())
    await check.fix!(store)
    assert.deepEqual(await faults(), [])
    const left = (await Array.fromAsync(files!.list())).map(({ name }) => name).sort()
    assert.deepEqual(left, [...used, young, 'README'].sort())
    assert.deepEqual(await Array.fromAsync(pieces!.list()), [])
  })
})

onEachEngine('bytes of uploads in an S3 store', open => {
  test('are swept in the same way', async () => {
    const s3 = await testS3()
    const site = await editingWiki(await open(), { data: temporaryFolder(), uploadStore: s3.url })
    const { files, pieces, store } = site.wiki
    for (const text of ['one', 'two', 'three', 'four', 'five'])
      await files!.write(bytesName(sha1Base36(Buffer.from(text))), Buffer.from(text))
    const stores = { files: files!, pieces: pieces! }
    assert.equal(await sweepFiles(store, stores, Math.floor(Date.now() / 1000) - 60), 0)
    assert.equal(await sweepFiles(store, stores, Math.floor(Date.now() / 1000) + 60), 5)
    assert.equal(s3.objects.size, 0)
    await s3.close()
  })
})
