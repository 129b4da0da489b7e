// Uploads by URL, fetched from local test servers.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { issueToken } from '#accounts/tokens.ts'
import type { Config } from '#core/config.ts'
import { onEachEngine, temporaryFolder, temporaryStore } from '#store/testing.ts'
import { type EditingWiki, type Editor, editingWiki } from '../editing/testing.ts'
import { download, isAllowedHost } from '../files/download.ts'
import { ApiError } from '../messages/message.ts'

let picture: Buffer
const asked: string[] = []
const hanging = new Set<ServerResponse>()
const server = createServer((request, response) => {
  const address = request.url!
  asked.push(address)
  const lead = (location: string) => response.writeHead(302, { location }).end()
  if (address === '/picture.png') response.end(picture)
  else if (address === '/here') lead('/picture.png')
  else if (address === '/loop') lead('/loop')
  else if (address.startsWith('/to?')) lead(decodeURIComponent(address.slice(4)))
  else if (address === '/empty') response.end()
  else if (address === '/cut')
    response.writeHead(200, { 'content-length': 1000 }).write('abc', () => response.destroy())
  else if (address === '/slow') {
    hanging.add(response)
    response.on('close', () => hanging.delete(response))
    response.write('abc')
  } else response.writeHead(404).end()
})
let base: string

before(async () => {
  picture = await sharp({ create: { width: 7, height: 5, channels: 3, background: '#369' } })
    .png()
    .toBuffer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
after(() => {
  server.close()
  server.closeAllConnections()
})

const sending =
  (site: EditingWiki) =>
  (who: Editor, url: string, more: Record<string, string | number> = {}) =>
    who.post({
      token: issueToken(who.caller, 'csrf', site.clock),
      action: 'upload',
      filename: 'Fetched.png',
      url,
      ...more,
    })

const siteWith = async (config: Partial<Config>) => {
  const site = await editingWiki(await temporaryStore('sqlite'), { data: temporaryFolder(), ...config })
  return { send: sending(site), ann: await site.person('Ann'), boss: await site.person('Boss', 'sysop') }
}

onEachEngine('uploads by URL', open => {
  test('fetches a file, follows redirects and publishes it', async () => {
    const config = { data: temporaryFolder(), uploadByUrl: ['sysop'], uploadByUrlNetwork: 'any' } as const
    const site = await editingWiki(await open(), config)
    const [ann, boss] = [await site.person('Ann'), await site.person('Boss', 'sysop')]
    const send = sending(site)
    const { upload } = await send(boss, `${base}/here`, { comment: 'from afar' })
    assert.deepEqual([upload.result, upload.filename, upload.imageinfo.width], ['Success', 'Fetched.png', 7])
    assert.equal(await site.textOf('File:Fetched.png'), 'from afar')
    const again = (await send(boss, `${base}/picture.png`)).upload
    assert.deepEqual([again.result, again.warnings.exists], ['Warning', 'Fetched.png'])
    assert.equal((await send(ann, `${base}/picture.png`)).error.code, 'permissiondenied')
    assert.equal((await send(site.anonymous, `${base}/picture.png`)).error.code, 'mustbeloggedin')
  })
})

test('is disabled unless the operator allows it', async () => {
  const { send, boss } = await siteWith({ uploadByUrlNetwork: 'any' })
  asked.length = 0
  assert.equal((await send(boss, `${base}/picture.png`)).error.code, 'copyuploaddisabled')
  assert.deepEqual(asked, [])
})

test("reports failures with MediaWiki's error codes", async () => {
  const { send, boss } = await siteWith({ uploadByUrl: ['sysop'], uploadByUrlNetwork: 'any' })
  const codeFor = async (url: string) => (await send(boss, url)).error.code
  for (const [url, code] of [
    [`${base}/missing`, 'http-bad-status'],
    [`${base}/loop`, 'upload-too-many-redirects'],
    [`${base}/empty`, 'empty-file'],
    [`${base}/cut`, 'http-curl-error'],
    [`${base}/to?${encodeURIComponent('ftp://127.0.0.1/x')}`, 'http-invalid-url'],
    [`${base}/to?${encodeURIComponent('file:///etc/passwd')}`, 'http-invalid-url'],
    ['http://no-such-name.invalid/x.png', 'http-curl-error'],
    ['ftp://127.0.0.1/x', 'http-invalid-url'],
    ['file:///etc/passwd', 'http-invalid-url'],
    ['foo', 'http-invalid-url'],
    ['', 'http-invalid-url'],
  ] as const)
    assert.equal(await codeFor(url), code, url)
})

test('rejects private networks by name and in any notation', async () => {
  const { send, boss } = await siteWith({ uploadByUrl: ['sysop'] })
  asked.length = 0
  const { port } = new URL(base)
  for (const host of [
    '127.0.0.1',
    'localhost',
    '0x7f.1',
    '2130706433',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '169.254.169.254',
  ])
    assert.equal((await send(boss, `http://${host}:${port}/picture.png`)).error.code, 'copyuploadbadurl', host)
  assert.deepEqual(asked, [])
})

test('fetches only from allowed domains, also after redirects', async () => {
  const config = { uploadByUrl: ['sysop'], uploadByUrlNetwork: 'any', uploadByUrlDomains: ['127.0.0.1'] } as const
  const { send, boss } = await siteWith(config)
  const elsewhere = base.replace('127.0.0.1', 'localhost')
  assert.equal((await send(boss, `${elsewhere}/picture.png`)).error.code, 'copyuploadbaddomain')
  const led = await send(boss, `${base}/to?${encodeURIComponent(`${elsewhere}/picture.png`)}`)
  assert.equal(led.error.code, 'copyuploadbaddomain')
  assert.equal((await send(boss, `${base}/here`)).upload.result, 'Success')
  const domains = ['example.org', '*.example.net']
  for (const [host, isAllowed] of Object.entries({
    'example.org': true,
    'EXAMPLE.org': true,
    'a.example.org': false,
    'notexample.org': false,
    'a.example.net': true,
    'example.net': false,
    'a.b.example.net': false,
  }))
    assert.equal(isAllowedHost(`https://${host}/x.png`, domains), isAllowed, host)
})

test('closes the connection if a file is too large, too slow or no longer needed', async () => {
  const rules = { domains: [], allowPrivate: true, mostBytes: 100, signal: undefined }
  const codeOf = (error: unknown) => (error instanceof ApiError ? error.messages[0]!.code : error)
  const closed = async () => {
    while (hanging.size > 0) await once([...hanging][0]!, 'close')
  }
  const code = (more: object) => download(`${base}/slow`, { ...rules, ...more }).then(() => null, codeOf)
  assert.equal(await code({ mostBytes: 2 }), 'file-too-large')
  await closed()
  assert.equal(await code({ patience: 50 }), 'http-timed-out')
  await closed()
  const gone = new AbortController()
  const waiting = code({ signal: gone.signal })
  while (hanging.size === 0) await once(server, 'request')
  gone.abort(new Error('gone'))
  assert.equal(((await waiting) as Error).message, 'gone')
  await closed()
})
