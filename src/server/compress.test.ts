import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { after, test } from 'node:test'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import fastify from 'fastify'
import { cacheStatistics } from '#cache/bounded-cache.ts'
import { compressAnswers } from './compress.ts'

const text = 'Снег, снег, и снова снег. '.repeat(300)
const long = text.repeat(40)
const app = fastify()
compressAnswers(app)
const answers: Record<string, () => unknown> = {
  text: () => text,
  long: () => long,
  other: () => `${long}.`,
  stream: () => Readable.from([long]),
}
app.get<{ Params: { what: string } }>('/:what', ({ params }, reply) =>
  reply.type('text/plain; charset=utf-8').header('vary', 'Cookie').send(answers[params.what]!()),
)
app.get('/image', (_, reply) => reply.type('image/png').send(Buffer.alloc(5000)))
app.get('/part', (_, reply) => reply.code(206).type('text/plain').send(text))
after(() => app.close())

const get = (url: string, headers: Record<string, string>) => app.inject({ url, headers })
const unpack = { br: brotliDecompressSync, gzip: gunzipSync, deflate: inflateSync }

test('weakens the ETag of a compressed response', async () => {
  const app = fastify()
  compressAnswers(app)
  app.get('/', (_, reply) => reply.type('text/plain').header('etag', '"abc"').send('word '.repeat(1000)))
  const tagFor = async (headers: Record<string, string>) => (await app.inject({ url: '/', headers })).headers.etag
  assert.equal(await tagFor({ 'accept-encoding': 'gzip' }), 'W/"abc"')
  assert.equal(await tagFor({}), '"abc"')
})

test('compresses texts, long texts and streams in every encoding', async () => {
  for (const [encoding, decode] of Object.entries(unpack))
    for (const [what, expected] of Object.entries({ text, long, stream: long })) {
      const { headers, rawPayload } = await get(`/${what}`, { 'accept-encoding': encoding })
      assert.equal(headers['content-encoding'], encoding, what)
      assert.equal(headers.vary, 'Cookie, accept-encoding')
      assert.ok(rawPayload.length < expected.length / 20, `${what}: ${rawPayload.length}`)
      assert.equal(decode(rawPayload).toString(), expected, what)
    }
})

test('compresses a long text once per encoding, and other texts on their own', async () => {
  const hits = () => cacheStatistics().find(({ name }) => name === 'compressed responses')!.hits
  const bodyOf = async (url: string, encoding: keyof typeof unpack) =>
    unpack[encoding]((await get(url, { 'accept-encoding': encoding })).rawPayload).toString()
  await bodyOf('/long', 'gzip')
  const before = hits()
  assert.equal(await bodyOf('/long', 'gzip'), long)
  assert.equal(hits(), before + 1)
  assert.equal(await bodyOf('/other', 'gzip'), `${long}.`)
  assert.equal(hits(), before + 1)
})

test('does not compress images, partial content, or responses to clients that opt out', async () => {
  for (const [url, headers] of [
    ['/image', { 'accept-encoding': 'gzip' }],
    ['/part', { 'accept-encoding': 'gzip' }],
    ['/text', { 'accept-encoding': 'gzip', 'x-no-compression': '1' }],
    ['/text', {}],
  ] as const)
    assert.equal((await get(url, headers)).headers['content-encoding'], undefined, url)
})
