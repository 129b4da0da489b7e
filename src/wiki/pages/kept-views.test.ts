import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import fc from 'fast-check'
import Fastify, { type FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { issueToken } from '#accounts/tokens.ts'
import { MemoryCache } from '#cache/shared-cache.ts'
import { asOften, onEachEngine, temporaryFolder } from '#store/testing.ts'
import { TextWork } from '../content/text-work/text-work.ts'
import { type EditingWiki, type Editor, editingWiki } from '../editing/testing.ts'
import { openWiki } from '../open-wiki.ts'
import { pageRoutes } from './routes.ts'

const PAGES = ['Tea', 'Milk', 'Template:Cup', 'Template:Box', 'Category:Drinks', 'MediaWiki:Sitenotice'] as const
const FILES = ['Pot.png', 'Leaf.png'] as const
const TEXTS = [
  '[[Tea]] and [[Milk]], {{cup}}',
  '{{box|{{cup}}}} [[File:Pot.png|thumb]] [[Category:Drinks]]',
  '{{#ifexist:Milk|there|not there}} [[Media:Leaf.png]] <ref>x</ref>',
  '{{NUMBEROFPAGES}} pages, {{PAGESINCATEGORY:Drinks}} in it',
  'It is {{CURRENTHOUR}}:{{#time:i}}, {{#time:j F|tomorrow}} {{#time:Y|2001-01-01}}',
  '#REDIRECT [[Milk]]',
  '== A ==\ntext\n== B ==\n{{GENDER:Ann|he|she|they}} {{REVISIONUSER}}',
  '{{int:sitenotice}} __TOC__',
]

/** An event in a wiki. */
type Event =
  | { readonly kind: 'edit'; readonly page: string; readonly text: string }
  | { readonly kind: 'delete' | 'undelete'; readonly page: string }
  | { readonly kind: 'move'; readonly page: string; readonly to: string }
  | { readonly kind: 'upload'; readonly file: string; readonly width: number }
  | { readonly kind: 'wait'; readonly seconds: number }

const page = fc.constantFrom(...PAGES)
const events = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('edit' as const), page, text: fc.constantFrom(...TEXTS) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('delete' as const, 'undelete' as const), page }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('move' as const), page, to: page }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('upload' as const),
      file: fc.constantFrom(...FILES),
      width: fc.integer({ min: 1, max: 400 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const), seconds: fc.constantFrom(1, 30, 4000) }) },
)

onEachEngine('cached pages', open => {
  let site: EditingWiki
  let boss: Editor
  let kept: FastifyInstance
  before(async () => {
    site = await editingWiki(await open(), { data: temporaryFolder() })
    boss = await site.person('Boss', 'sysop')
    kept = await serve()
  })

  /** Another server over the same database with an empty cache. */
  async function serve(): Promise<FastifyInstance> {
    const app = Fastify()
    const wiki = await openWiki({ ...site.services, sharedCache: new MemoryCache('shared', 10_000_000) })
    await app.register(async scope => pageRoutes(scope, wiki, null))
    return app
  }

  const send = (params: Record<string, string | number>, files: Record<string, Buffer> = {}) =>
    boss.post({ token: issueToken(boss.caller, 'csrf', site.clock), ...params }, files)

  async function happen(event: Event): Promise<void> {
    if (event.kind === 'wait') return site.clock.advance(event.seconds * 1000)
    if (event.kind === 'edit') await boss.edit(event.page, event.text)
    else if (event.kind === 'move') await send({ action: 'move', from: event.page, to: event.to, reason: 'x' })
    else if (event.kind === 'upload') {
      const create = { width: event.width, height: 7, channels: 3 as const, background: '#693' }
      const file = await sharp({ create }).png().toBuffer()
      await send({ action: 'upload', filename: event.file, ignorewarnings: 1, comment: 'x' }, { file })
    } else await send({ action: event.kind, title: event.page, reason: 'x' })
  }

  test('answers 304 until the page changes', async () => {
    await boss.edit('Water', 'clear')
    const { headers } = await kept.inject({ url: '/wiki/Water' })
    const asked = { url: '/wiki/Water', headers: { 'if-none-match': String(headers.etag) } }
    const known = await kept.inject(asked)
    assert.deepEqual([known.statusCode, known.body, known.headers['cache-control']], [304, '', 'private, no-cache'])
    await boss.edit('Water', 'muddy')
    const other = await kept.inject(asked)
    assert.equal(other.statusCode, 200)
    assert.match(other.body, /muddy/)
  })

  test('blocked and logged-in readers do not get pages cached for visitors', async () => {
    await boss.edit('Water', 'clear again')
    const edits = async (remoteAddress: string) => {
      const { body } = await kept.inject({ url: '/wiki/Water', remoteAddress })
      return /action=edit"[^>]*>([^<]*)</.exec(body)?.[1]
    }
    const free = await edits('192.0.2.20')
    await send({ action: 'block', user: '192.0.2.21', expiry: 'infinite' })
    assert.equal(await edits('192.0.2.20'), free)
    assert.notEqual(await edits('192.0.2.21'), free)
    assert.equal(await edits('192.0.2.20'), free)
  })

  test('uploading Wiki.png changes the logo on every page immediately', async () => {
    const logo = async () =>
      /<img class="wiki-logo" src="([^"]*)"/.exec((await kept.inject({ url: '/wiki/Water' })).body)?.[1]
    assert.equal(await logo(), undefined)
    await happen({ kind: 'upload', file: 'Wiki.png', width: 90 })
    assert.match((await logo()) ?? '', /^\/images\/.*Wiki\.png$/)
    await send({ action: 'delete', title: 'File:Wiki.png' })
    assert.equal(await logo(), undefined)
  })

  test('new tags appear immediately on cached pages', async () => {
    await boss.edit('Jar', 'glass')
    const history = async () => (await kept.inject({ url: '/index.php?title=Jar&action=history' })).body
    await history()
    const { pages } = (await boss.post({ action: 'query', titles: 'Jar', prop: 'revisions', rvprop: 'ids' })).query
    const revid = (Object.values(pages) as { revisions: { revid: number }[] }[])[0]!.revisions[0]!.revid
    await send({ action: 'managetags', operation: 'create', tag: 'fragile' })
    await send({ action: 'tag', revid, add: 'fragile' })
    assert.match(await history(), /<i><\/i>fragile/)
    await send({ action: 'managetags', operation: 'delete', tag: 'fragile' })
    assert.doesNotMatch(await history(), /<i><\/i>fragile/)
  })

  test('embedded page lists and language names are updated immediately', async () => {
    await boss.edit('Shelf', '{{Special:PrefixIndex/Shelf/|stripprefix=1}} {{#time:j F|2009-03-24|de}}')
    await boss.edit('Shelf/low', 'books')
    const shelf = async () => (await kept.inject({ url: '/wiki/Shelf' })).body
    assert.match(await shelf(), /mw-prefixindex-list"><li><a [^>]*>low<\/a><\/li>\s*<\/ul>/)
    assert.match(await shelf(), /24 März/)
    await boss.edit('Shelf/high', 'jars')
    assert.match(await shelf(), /<a [^>]*>high<\/a><\/li>\s*<li><a [^>]*>low<\/a>/)
    await send({ action: 'delete', title: 'Shelf/low' })
    assert.doesNotMatch(await shelf(), />low</)
  })

  test('concurrent requests for a page agree, even while it changes', async () => {
    await boss.edit('Template:Cup', 'a cup')
    await boss.edit('Milk', '{{cup}} of milk')
    const ask = () => kept.inject({ url: '/wiki/Milk' })
    const before = Array.from({ length: 8 }, ask)
    const changed = boss.edit('Template:Cup', 'a jug')
    for (const { body } of await Promise.all(before)) assert.match(body, /a (?:cup|jug) of milk/)
    await changed
    for (const { body } of await Promise.all(Array.from({ length: 8 }, ask))) assert.match(body, /a jug of milk/)
  })

  test('renders a large page only once until it changes', async t => {
    await boss.edit('Template:Lid', 'tin')
    await boss.edit('Ledger', `{{lid}} ${'many words of a long page. '.repeat(22_000)}`)
    const run = t.mock.method(TextWork.prototype, 'run')
    // Like the requests of a logged-in reader, this one bypasses the cache of finished pages.
    const read = async () => (await kept.inject({ url: '/wiki/Ledger', headers: { 'x-no-compression': '1' } })).body
    const renderings = () =>
      run.mock.calls.filter(
        ({ arguments: [kind, order] }) => kind === 'render' && 'page' in order! && order.page.dbkey === 'Ledger',
      ).length
    assert.match(await read(), /tin many words/)
    assert.equal(renderings(), 1)
    await read()
    await boss.edit('Elsewhere', 'something else')
    await read()
    assert.equal(renderings(), 1)
    await boss.edit('Template:Lid', 'brass')
    assert.match(await read(), /brass many words/)
    assert.equal(renderings(), 2)
  })

  test('{{int:}} uses the language of the reader', async () => {
    await boss.edit('MediaWiki:Greeting', 'Hello')
    await boss.edit('MediaWiki:Greeting/de', 'Hallo')
    await boss.edit('Welcome', '({{int:greeting}})')
    const greeting = async (uselang: string) =>
      /\((H\w+)\)/.exec((await kept.inject({ url: `/index.php?title=Welcome&uselang=${uselang}` })).body)?.[1]
    const said = []
    for (const language of ['en', 'de', 'en', 'de']) said.push(await greeting(language))
    assert.deepEqual(said, ['Hello', 'Hallo', 'Hello', 'Hallo'])
  })

  const views = [
    ...['Tea', 'Milk', 'Category:Drinks', 'File:Pot.png'].map(title => `/wiki/${title}`),
    ...['/index.php?title=Tea&action=history', '/wiki/Special:RecentChanges'],
  ]

  // Runs last, because it leaves data behind, such as a notice that shows the time.
  test('a cached page always equals a fresh one, whatever happens', async () => {
    const happened: Event[] = []
    for (const event of fc.sample(events, asOften(12, 24))) {
      happened.push(event)
      await happen(event)
      const fresh = await serve()
      for (const url of views) {
        const [first, again, plain] = [
          await kept.inject({ url }),
          await kept.inject({ url }),
          await fresh.inject({ url }),
        ]
        const said = `${url} after ${JSON.stringify(happened)}`
        assert.equal(first.statusCode, plain.statusCode, said)
        assert.equal(first.body, plain.body, said)
        assert.equal(again.body, plain.body, said)
      }
      await fresh.close()
    }
  })
})
