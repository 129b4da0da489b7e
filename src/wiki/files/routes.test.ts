import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { before, describe, it } from 'node:test'
import fastify, { type FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { sha1Base36 } from '../content/sha1-base36.ts'
import { testWiki } from '../testing.ts'
import type { Wiki } from '../wiki.ts'
import { fileUrl, hashPath, thumbUrl } from './addresses.ts'
import { fileRoutes } from './routes.ts'
import { dropFile, storeFile } from './stored-bytes.ts'
import { Thumbnails } from './thumbnails.ts'

let wiki: Wiki
let app: FastifyInstance

interface Sample {
  readonly name: string
  readonly data: Buffer
  readonly mime: string
  readonly width: number
  readonly height: number
  readonly archiveName?: string
  readonly deleted?: number
}

async function store({ name, data, mime, width, height, archiveName, deleted = 0 }: Sample): Promise<void> {
  const sha1 = sha1Base36(data)
  await storeFile(wiki.files!, sha1, data)
  const [major_mime, minor_mime] = mime.split('/') as [string, string]
  const row = {
    name,
    size: data.length,
    width,
    height,
    metadata: Buffer.from('{}'),
    bits: 8,
    media_type: 'BITMAP',
    major_mime,
    minor_mime,
    summary_id: 1,
    actor_id: 1,
    timestamp: 1_700_000_000,
    sha1,
  }
  await wiki.store.transaction(async tx => {
    if (archiveName === undefined) await tx.insertInto('file').values(row).execute()
    else
      await tx
        .insertInto('old_file')
        .values({ ...row, archive_name: archiveName, deleted })
        .execute()
  })
}

const picture = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#c33' } })

const of = (name: string, archiveName: string | null = null) => ({ name, archiveName, stashKey: null })
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ method: 'GET', url, headers })
const local = (url: string) => url.slice(wiki.site.server.length)
const thumb = (name: string, prefix: string, suffix = '') => local(thumbUrl(wiki.site, of(name), prefix, suffix))
const original = (name: string, archiveName: string | null = null) => local(fileUrl(wiki.site, of(name, archiveName)))

const svg = (body: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="100" height="50" viewBox="0 0 100 50">${body}</svg>`)

before(async () => {
  ;({ wiki } = await testWiki())
  app = fastify()
  fileRoutes(app, wiki, new Thumbnails(wiki.files!, wiki.services.config.data))
  const red = await picture(120, 80).png().toBuffer()
  await store({ name: 'Красный_"файл"_100%.png', data: red, mime: 'image/png', width: 120, height: 80 })
  const old = { name: 'Red.png', mime: 'image/png', width: 10, height: 10 }
  await store({ ...old, data: await picture(10, 10).png().toBuffer() })
  await store({ ...old, data: Buffer.from('second'), archiveName: '20220106120000!Red.png' })
  await store({ ...old, data: Buffer.from('hidden'), archiveName: '20220107120000!Red.png', deleted: 1 })
  const globe = svg(
    '<switch><rect systemLanguage="ru" width="100" height="50" fill="#00f"/><rect width="100" height="50" fill="#0f0"/></switch>',
  )
  await store({ name: 'Globe.svg', data: globe, mime: 'image/svg+xml', width: 100, height: 50 })
  await store({ name: 'Page.html', data: Buffer.from('<script>'), mime: 'text/html', width: 0, height: 0 })
  await store({ name: 'Broken.png', data: Buffer.from('no picture'), mime: 'image/png', width: 50, height: 50 })
  const photo = await picture(40, 20)
    .withExif({ IFD0: { Orientation: '6' } })
    .jpeg()
    .toBuffer()
  await store({ name: 'Turned.jpg', data: photo, mime: 'image/jpeg', width: 20, height: 40 })
})

describe('files', () => {
  it('are served at the URL the API reports, with their type', async () => {
    const answer = await get(original('Красный_"файл"_100%.png'))
    assert.equal(answer.statusCode, 200)
    assert.equal(answer.headers['content-type'], 'image/png')
    assert.equal(answer.headers['x-content-type-options'], 'nosniff')
    assert.deepEqual((await sharp(answer.rawPayload).metadata()).width, 120)
  })

  it('return 304 to clients that already have them', async () => {
    const { headers } = await get(original('Red.png'))
    const again = await get(original('Red.png'), { 'if-none-match': String(headers.etag) })
    assert.equal(again.statusCode, 304)
    assert.equal(again.rawPayload.length, 0)
  })

  it('support range requests', async () => {
    const url = original('Red.png', '20220106120000!Red.png')
    const part = await get(url, { range: 'bytes=1-3' })
    assert.deepEqual([part.statusCode, part.body, part.headers['content-range']], [206, 'eco', 'bytes 1-3/6'])
    assert.equal((await get(url, { range: 'bytes=-2' })).body, 'nd')
    assert.equal((await get(url, { range: 'bytes=9-' })).statusCode, 416)
    assert.equal((await get(url, { range: 'bytes=nonsense' })).body, 'second')
  })

  it('answer HEAD requests with their size', async () => {
    const answer = await app.inject({ method: 'HEAD', url: original('Red.png', '20220106120000!Red.png') })
    assert.deepEqual([answer.statusCode, answer.headers['content-length'], answer.body], [200, '6', ''])
  })

  it('are not served when hidden', async () => {
    assert.equal((await get(original('Red.png', '20220107120000!Red.png'))).statusCode, 404)
  })

  it('are sandboxed or downloaded if they could contain scripts', async () => {
    const drawing = await get(original('Globe.svg'))
    assert.equal(drawing.headers['content-type'], 'image/svg+xml')
    const policy = "sandbox; default-src 'none'; style-src 'unsafe-inline'"
    assert.equal(drawing.headers['content-security-policy'], policy)
    const page = await get(original('Page.html'))
    assert.equal(page.headers['content-type'], 'application/octet-stream')
    assert.equal(page.headers['content-disposition'], 'attachment')
  })

  it('have a single URL', async () => {
    const folder = hashPath('Red.png')
    const wrong = [
      '/images/',
      '/images/x',
      '/images/0/00/Red.png',
      `/images/${folder}/..%2f..%2fparlance.db`,
      `/images/${folder}/../../parlance.db`,
      `/images/${folder}/Red.png%00`,
      `/images/${folder}/Red.png/`,
      `/images/${folder}/${'a'.repeat(300)}`,
      `/images/archive/${folder}/Red.png`,
      `/images/archive/${folder}/20220106120000!..`,
      `/images/thumb/${folder}/Red.png`,
      `/images/thumb/thumb/${folder}/Red.png/5px-Red.png`,
    ]
    for (const url of wrong) {
      const answer = await get(url)
      assert.equal(answer.statusCode, 404, url)
    }
    const malformed = await get(`/images/${folder}/%E0%A4%A`)
    assert.equal(malformed.statusCode, 400)
  })

  it('return an error when their content is missing', async () => {
    const data = Buffer.from('gone')
    await store({ name: 'Gone.png', data, mime: 'image/png', width: 5, height: 5 })
    await dropFile(wiki.files!, sha1Base36(data))
    const answer = await get(original('Gone.png'))
    assert.equal(answer.statusCode, 404)
    assert.match(answer.json().message, /missing on this server/)
  })
})

describe('thumbnails', () => {
  it('are created at the requested size and kept', async () => {
    const url = thumb('Красный_"файл"_100%.png', '30px')
    const first = await get(url)
    const { width, height, format } = await sharp(first.rawPayload).metadata()
    assert.deepEqual([first.statusCode, width, height, format], [200, 30, 20, 'png'])
    const kept = await readdir(path.join(wiki.services.config.data, 'thumbnails'), { recursive: true })
    assert.ok(kept.some(file => file.endsWith('30px.png')))
    assert.deepEqual((await get(url)).rawPayload, first.rawPayload)
  })

  it('render drawings at any size within limits', async () => {
    const large = await sharp((await get(thumb('Globe.svg', '300px', '.png'))).rawPayload).metadata()
    assert.deepEqual([large.format, large.width, large.height], ['png', 300, 150])
    const huge = await sharp((await get(thumb('Globe.svg', '20000px', '.png'))).rawPayload).metadata()
    assert.deepEqual([huge.width, huge.height], [4096, 2048])
  })

  it('try a broken drawing once, without affecting others', async () => {
    const costly = svg('<filter id="f"><feTurbulence/></filter><rect width="9" height="9" filter="url(#f)"/>')
    await store({ name: 'Costly.svg', data: costly, mime: 'image/svg+xml', width: 100, height: 50 })
    const tries = Array.from({ length: 8 }, (_, i) => get(thumb('Costly.svg', `${20 + i}px`, '.png')))
    assert.equal((await get(thumb('Globe.svg', '33px', '.png'))).statusCode, 200)
    for (const answer of await Promise.all(tries)) {
      assert.equal(answer.statusCode, 415)
      assert.match(answer.payload, /feTurbulence is not supported/)
    }
    await dropFile(wiki.files!, sha1Base36(costly))
    assert.match((await get(thumb('Costly.svg', '60px', '.png'))).payload, /feTurbulence/, 'it was not read again')
  })

  it('render drawings in the language of their URL', async () => {
    const colour = async (prefix: string) => {
      const { rawPayload } = await get(thumb('Globe.svg', prefix, '.png'))
      const { data } = await sharp(rawPayload).raw().toBuffer({ resolveWithObject: true })
      return [...data.subarray(0, 3)]
    }
    assert.deepEqual(await colour('10px'), [0, 255, 0])
    assert.deepEqual(await colour('langru-10px'), [0, 0, 255])
  })

  it('rotate photographs upright', async () => {
    const { width, height } = await sharp((await get(thumb('Turned.jpg', '10px'))).rawPayload).metadata()
    assert.deepEqual([width, height], [10, 20])
  })

  it('are rejected with a reason if they cannot be created', async () => {
    const refused: [string, number, RegExp][] = [
      [thumb('Red.png', '11px'), 400, /10 pixels wide/],
      [thumb('Red.png', '999999999px'), 400, /10 pixels wide/],
      [thumb('Red.png', '0px'), 400, /at least one pixel/],
      [thumb('Globe.svg', '20001px', '.png'), 400, /at most 20000/],
      [thumb('Red.png', '05px'), 404, /thumbnail does not exist/],
      [thumb('Red.png', '99999999999999999999px'), 404, /thumbnail does not exist/],
      [thumb('Red.png', 'qlow-5px'), 404, /thumbnail does not exist/],
      [thumb('Red.png', '5px', '.png'), 404, /thumbnail does not exist/],
      [thumb('Globe.svg', '10px'), 404, /thumbnail does not exist/],
      [thumb('Page.html', '10px'), 415, /Thumbnails are not supported/],
      [thumb('Broken.png', '10px'), 415, /damaged/],
    ]
    for (const [url, status, reason] of refused) {
      const answer = await get(url)
      assert.equal(answer.statusCode, status, url)
      assert.match(answer.json().message, reason)
    }
  })

  it('never fetch external resources for drawings', async () => {
    let visits = 0
    const elsewhere = createServer((_request, response) => {
      visits++
      response.end()
    })
    await new Promise<void>(resolve => elsewhere.listen(0, '127.0.0.1', resolve))
    const { port } = elsewhere.address() as AddressInfo
    const data = svg(`<image href="http://127.0.0.1:${port}/x.png" width="100" height="50"/>`)
    await store({ name: 'Links.svg', data, mime: 'image/svg+xml', width: 100, height: 50 })
    assert.equal((await get(thumb('Links.svg', '10px', '.png'))).statusCode, 200)
    assert.equal(visits, 0)
    await new Promise(resolve => elsewhere.close(resolve))
  })

  it('are kept in a limited number of widths', async () => {
    const data = await picture(200, 10).png().toBuffer()
    await store({ name: 'Wide.png', data, mime: 'image/png', width: 200, height: 10 })
    for (let width = 1; width <= 50; width++) assert.equal((await get(thumb('Wide.png', `${width}px`))).statusCode, 200)
    const sha1 = sha1Base36(data)
    const folder = path.join(wiki.services.config.data, 'thumbnails', sha1.slice(0, 2), sha1)
    assert.equal((await readdir(folder)).length, 40)
  })
})
