import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import fastify, { type FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { regenerateApiKey } from '#accounts/api-keys.ts'
import { sha1Base36 } from '../content/sha1-base36.ts'
import { pageRoutes } from '../pages/routes.ts'
import { askWiki, testWiki } from '../testing.ts'
import type { Wiki } from '../wiki.ts'
import { storeFile } from './stored-bytes.ts'
import { Thumbnails } from './thumbnails.ts'

const KEY = '1d353ax31n28.la5ahv.3.png'
let wiki: Wiki
let app: FastifyInstance
let picture: Buffer
const keys: Record<string, string> = {}

before(async () => {
  wiki = (await testWiki()).wiki
  app = fastify()
  await pageRoutes(app, wiki, new Thumbnails(wiki.files!, wiki.services.config.data))
  const { accounts, store, clock } = wiki.services
  let owner = 0
  for (const name of ['Owner', 'Other']) {
    const { id } = await accounts.register({ name })
    keys[name] = await store.transaction(tx => regenerateApiKey(tx, id, clock))
    if (name === 'Owner') owner = id
  }
  picture = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#c33' } })
    .png()
    .toBuffer()
  const sha1 = sha1Base36(picture)
  await storeFile(wiki.files!, sha1, picture)
  const row = {
    account_id: owner,
    key: KEY,
    original_path: 'upload.part',
    path: 'mwrepo://local/temp/a/ab/20261113094652!phpxknlRH.png',
    source_type: 'file',
    timestamp: 1_700_000_000,
    status: 'finished',
    size: picture.length,
    sha1,
    mime: 'image/png',
    media_type: 'BITMAP',
    width: 30,
    height: 20,
    bits: 8,
  }
  await store.transaction(tx => tx.insertInto('stashed_file').values(row).execute())
})

const as = (name: string): Record<string, string> => (name === '' ? {} : { authorization: `Token ${keys[name]}` })
const get = (url: string, who = 'Owner', more: Record<string, string> = {}) =>
  app.inject({ method: 'GET', url, headers: { ...as(who), ...more } })

/** The URLs the API reports to the owner. */
async function addresses(): Promise<{ url: string; thumburl: string }> {
  const caller = await wiki.services.callers.identify({ ip: '127.0.0.1', headers: as('Owner') })
  const { json } = await askWiki(
    wiki,
    { action: 'query', prop: 'stashimageinfo', siifilekey: KEY, siiurlwidth: '15', formatversion: '2' },
    caller,
  )
  const [{ url, thumburl }] = json.query.stashimageinfo
  const local = (address: string) => address.slice(wiki.site.server.length)
  return { url: local(url), thumburl: local(thumburl) }
}

describe('stashed files', () => {
  it('are sent to their owner at the URL the API reports, and kept out of shared caches', async () => {
    const { url } = await addresses()
    const answer = await get(url)
    assert.equal(answer.statusCode, 200)
    assert.deepEqual(answer.rawPayload, picture)
    assert.equal(answer.headers['content-type'], 'image/png')
    assert.equal(answer.headers['cache-control'], 'private, no-cache')
    assert.equal((await get(url, 'Owner', { 'if-none-match': String(answer.headers.etag) })).statusCode, 304)
    assert.equal((await app.inject({ method: 'HEAD', url, headers: as('Owner') })).body, '')
    const title = decodeURIComponent(url.split('/wiki/')[1]!)
    assert.equal((await get(`/index.php?title=${encodeURIComponent(title)}`)).statusCode, 200)
    assert.equal((await get(`/wiki/Special:UploadStash/file/${KEY}`)).statusCode, 200)
  })

  it('have thumbnails', async () => {
    const { thumburl } = await addresses()
    const answer = await get(thumburl)
    const { width, height, format } = await sharp(answer.rawPayload).metadata()
    assert.deepEqual([answer.statusCode, width, height, format], [200, 15, 10, 'png'])
  })

  it('are not shown to anyone else', async () => {
    for (const url of Object.values(await addresses()))
      for (const who of ['Other', '']) {
        const answer = await get(url, who)
        assert.deepEqual([answer.statusCode, answer.headers['content-type']], [403, 'application/json; charset=utf-8'])
      }
    assert.equal((await get((await addresses()).url, '', { authorization: 'Token wrong' })).statusCode, 403)
  })

  it('have no other URL', async () => {
    const page = '/wiki/Special:UploadStash'
    const wrong = [
      `${page}/file/nothing.png`,
      `${page}/file/`,
      `${page}/file/..%2f..%2fparlance.db`,
      `${page}/file/x%00.png`,
      `${page}/other/${KEY}`,
      `${page}/thumb/${KEY}`,
      `${page}/thumb/${KEY}/15px-other.png`,
      `${page}/thumb/${KEY}/15px-20261113094652!phpxknlRH.png`,
    ]
    for (const url of wrong) assert.ok([400, 404].includes((await get(url)).statusCode), url)
    assert.equal((await get(`${page}/thumb/${KEY}/31px-${KEY}`)).statusCode, 400)
  })

  it('are listed for their owner', async () => {
    const list = async (who: string) => (await get('/wiki/Special:UploadStash', who)).body
    assert.ok((await list('Owner')).includes(`>${KEY}</a>`))
    assert.match(await list('Other'), /no unpublished uploads/)
    assert.match(await list(''), /Log in/)
  })
})
