import assert from 'node:assert/strict'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import fastify from 'fastify'
import sharp from 'sharp'
import { issueToken } from '#accounts/tokens.ts'
import { parseS3Url } from '#net/s3.ts'
import { anyS3, type TestS3, testS3 } from '#net/testing-s3.ts'
import { StoreUnavailable } from '#store/store-error.ts'
import { onEachEngine, temporaryFolder } from '#store/testing.ts'
import { sha1Base36 } from './content/sha1-base36.ts'
import { editingWiki } from './editing/testing.ts'
import { BucketStore, type FileStore, FolderStore } from './file-store.ts'
import { fileRoutes } from './files/routes.ts'
import { bytesName } from './files/stored-bytes.ts'
import { Thumbnails } from './files/thumbnails.ts'

const contract = (name: string, open: () => Promise<FileStore>) =>
  describe(`files in ${name}`, () => {
    let store: FileStore
    before(async () => {
      store = await open()
    })
    const names = async (prefix?: string) => (await Array.fromAsync(store.list(prefix))).map(kept => kept.name).sort()

    test('are stored, replaced and removed by name', async () => {
      assert.deepEqual([await store.about('ab/one'), await store.read('ab/one')], [null, null])
      assert.equal(await store.stream('ab/one'), null)
      await store.remove('ab/one')
      await store.write('ab/one', Buffer.from('first'))
      await store.write('ab/one', Buffer.from('0123456789'))
      assert.equal(String(await store.read('ab/one')), '0123456789')
      assert.equal(await text((await store.stream('ab/one', { start: 2, end: 4 }))!), '234')
      const about = await store.about('ab/one')
      assert.deepEqual([about?.name, about?.size], ['ab/one', 10])
      assert.ok(Math.abs(about!.modified - Date.now() / 1000) < 600)
      await store.write('ab/two', Buffer.alloc(0), new Date('2020-01-01T00:00:00Z'))
      assert.deepEqual(await store.about('ab/two'), { name: 'ab/two', size: 0, modified: 1_577_836_800 })
      await store.remove('ab/one')
      assert.equal(await store.read('ab/one'), null)
    })

    test('are listed, however many there are', async () => {
      for (let at = 0; at < 7; at++) await store.write(`many~${at}`, Buffer.from(`${at}`))
      assert.deepEqual(
        await names('many~'),
        [0, 1, 2, 3, 4, 5, 6].map(at => `many~${at}`),
      )
      assert.ok((await names()).includes('ab/two'))
      assert.deepEqual(await names('none'), [])
    })

    test('cannot have names outside the store', async () => {
      for (const name of ['', '../x', 'a/../x', 'a//x', '/x', 'a/.', 'x y', 'a\0'])
        await assert.rejects(async () => store.read(name), /not a valid file name/, name)
    })
  })

contract('a folder', async () => new FolderStore(path.join(temporaryFolder(), 'files')))
let real: Awaited<ReturnType<typeof anyS3>>
contract('an S3 store', async () => {
  real = await anyS3()
  return new BucketStore(parseS3Url(real.url)!, 'files/')
})
after(() => real.close())

test('retries temporary errors, and names a store that refuses or is unavailable', async () => {
  const s3 = await testS3()
  const store = new BucketStore(parseS3Url(s3.url)!, 'files/')
  s3.fail(2)
  await store.write('one', Buffer.from('x'))
  assert.deepEqual([...s3.objects.keys()], ['some/where/files/one'])
  s3.fail(3)
  const isNamed = (error: unknown) => error instanceof StoreUnavailable && error.trouble === 'files'
  await assert.rejects(store.read('one'), isNamed)
  const wrongKey = new BucketStore({ ...parseS3Url(s3.url)!, secretKey: 'other' }, 'files/')
  await assert.rejects(wrongKey.read('one'), isNamed)
  await assert.rejects(wrongKey.write('one', Buffer.from('y')), isNamed)
  const elsewhere = new BucketStore({ ...parseS3Url(s3.url)!, bucket: 'none' }, 'files/')
  await assert.rejects(elsewhere.write('one', Buffer.from('y')), isNamed)
  await assert.rejects(Array.fromAsync(elsewhere.list()), isNamed)
  await s3.close()
  await assert.rejects(store.about('one'), isNamed)
})

onEachEngine('a wiki with its files in an S3 store', open => {
  let s3: TestS3
  before(async () => {
    s3 = await testS3()
  })
  after(() => s3.close())

  test('publishes, replaces, accepts chunks, creates thumbnails, serves files, and reports an unavailable store', async () => {
    const data = temporaryFolder()
    const site = await editingWiki(await open(), { data, uploadStore: s3.url })
    const ann = await site.person('Ann')
    const { wiki } = site
    const app = fastify()
    fileRoutes(app, wiki, new Thumbnails(wiki.files!, data))
    const picture = (width: number) =>
      sharp({ create: { width, height: 40, channels: 3, noise: { type: 'gaussian', mean: 90, sigma: 40 } } } as never)
        .png()
        .toBuffer()
    const send = (params: Record<string, string | number>, files: Record<string, Buffer>) => {
      site.clock.advance(1000)
      const token = issueToken(ann.caller, 'csrf', site.clock)
      return ann.post({ token, action: 'upload', filename: 'Mars.png', ignorewarnings: 1, ...params }, files)
    }
    const [first, second] = [await picture(60), await picture(70)]
    assert.equal((await send({}, { file: first })).upload.result, 'Success')
    assert.equal((await send({}, { file: second })).upload.result, 'Success')
    const held = (bytes: Buffer) => s3.objects.get(`some/where/files/${bytesName(sha1Base36(bytes))}`)?.bytes
    assert.deepEqual([held(first), held(second)], [first, second])

    const piece = { filesize: first.length, filename: 'Pieces.png' }
    const half = first.length >> 1
    const { filekey } = (await send({ ...piece, offset: 0 }, { chunk: first.subarray(0, half) })).upload
    assert.ok([...s3.objects.keys()].some(name => name.startsWith('some/where/partial-uploads/')))
    const done = await send({ ...piece, offset: half, filekey }, { chunk: first.subarray(half) })
    assert.equal(done.upload.result, 'Success')
    assert.ok(![...s3.objects.keys()].some(name => name.startsWith('some/where/partial-uploads/')))

    const address = async (more: object = {}) => {
      const { query } = await ann.ask({
        action: 'query',
        prop: 'imageinfo',
        titles: 'File:Mars.png',
        iiprop: 'url',
        ...more,
      })
      const { url, thumburl } = query.pages[0].imageinfo[0]
      return new URL(thumburl ?? url).pathname
    }
    const whole = await app.inject({ url: await address() })
    assert.deepEqual(whole.rawPayload, second)
    const some = await app.inject({ url: await address(), headers: { range: 'bytes=10-19' } })
    assert.deepEqual([some.statusCode, some.rawPayload], [206, second.subarray(10, 20)])
    const small = await app.inject({ url: await address({ iiurlwidth: 20 }) })
    assert.equal((await sharp(small.rawPayload).metadata()).width, 20)

    s3.fail(1000)
    await assert.rejects(send({ filename: 'Late.png' }, { file: await picture(50) }), StoreUnavailable)
    s3.fail(0)
    assert.equal((await send({ filename: 'Late.png' }, { file: await picture(50) })).upload.result, 'Success')
    await app.close()
  })
})
