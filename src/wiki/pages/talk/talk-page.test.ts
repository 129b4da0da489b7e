import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import Fastify, { type FastifyInstance } from 'fastify'
import { issueToken } from '#accounts/tokens.ts'
import { testServices } from '#core/testing.ts'
import { temporaryFolder, temporaryStore } from '#store/testing.ts'
import { editor } from '../../editing/testing.ts'
import { openWiki } from '../../open-wiki.ts'
import { wikiPart } from '../../part.ts'

const at = (name: string, time: string) => `[[User:${name}|${name}]] ([[User talk:${name}|talk]]) ${time} (UTC)`

suite('talk pages', () => {
  let app: FastifyInstance
  let write: (title: string, text: string) => Promise<void>

  before(async () => {
    const store = await temporaryStore('sqlite')
    const services = await testServices(store, undefined, { data: temporaryFolder(), siteUrl: 'http://127.0.0.1' })
    app = Fastify()
    await app.register(async scope => wikiPart.routes!(scope, services))
    const wiki = await openWiki(services)
    const caller = await services.callers.identify({ ip: '192.0.2.7', headers: {} })
    const visitor = editor(wiki, caller)
    write = async (title, text) => {
      const token = issueToken(caller, 'csrf', wiki.clock)
      const answer = await visitor.post({ action: 'edit', title, text, token })
      assert.equal(answer.edit?.result, 'Success', JSON.stringify(answer))
    }
  })

  const show = async (title: string) => (await app.inject(`/wiki/${title}`)).body

  test('show comments with author, time and a link to reply', async () => {
    await write(
      'Talk:Pier',
      `== Date ==\nIt says 1904. ${at('Ann', '10:00, 2 May 2026')}\n:No, 1906. -- ${at('Ben', '10:05, 2 May 2026')}\n:: Both.\n\n== Empty ==\n`,
    )
    const body = await show('Talk:Pier')
    assert.match(body, /<div class="topic-head" id="h-Date-20260502100000"><h2>/)
    assert.match(body, /1 reply · 2 people · <a href="#c-Ben-20260502100500-Ann-20260502100000">last reply/)
    assert.match(
      body,
      /<div class="comment-by" id="c-Ann-20260502100000-Date">.*<p>It says 1904\.<span class="comment-signature"> /s,
    )
    assert.match(
      body,
      /<div class="indented"><div class="indented-line"><div class="comment-by" id="c-Ben-[^"]*">.*No, 1906\.<span class="comment-signature"> -- </s,
    )
    assert.match(
      body,
      /href="\/index\.php\?title=Talk:Pier&amp;action=reply&amp;comment=c-Ben-20260502100500-Ann-20260502100000"/,
    )
    assert.match(body, /class="small latest-comment" href="#c-Ben-/)
    assert.doesNotMatch(body, /topic-subscribe/, 'visitors have nothing to subscribe with')
  })

  test('keep the signatures of comments that start within a line', async () => {
    await write('Talk:Two', `== T ==\none ${at('Ann', '10:00, 2 May 2026')} two ${at('Ben', '10:05, 2 May 2026')}`)
    const body = await show('Talk:Two')
    assert.equal(body.match(/class="comment-by"/g)?.length, 1)
    assert.match(body, /<span class="comment-acts" id="c-Ben-20260502100500-T"/)
  })

  test('leave articles and pages without signatures alone', async () => {
    await write('Pier', `A quote. ${at('Ann', '10:00, 2 May 2026')}`)
    assert.doesNotMatch(await show('Pier'), /comment-by|talk-lead/)
    await write('Project:Rules', 'Be kind.')
    assert.doesNotMatch(await show('Project:Rules'), /talk-lead/)
    await write('Project:Pump', `== Hello ==\nHi. ${at('Ann', '10:00, 2 May 2026')}`)
    assert.match(await show('Project:Pump'), /talk-lead/)
  })

  test('escape what people write', async () => {
    await write('Talk:Bad', `== <b>x</b> &lt;script&gt; ==\nx [[User:A"b'&lt;i&gt;|y]] 10:00, 2 May 2026 (UTC)`)
    const body = await show('Talk:Bad')
    assert.doesNotMatch(body, /<script>|<i>/)
  })

  test('Special:GoToComment leads to the page of a comment', async () => {
    await write('Talk:Found', '== T ==\nHere I am. ~~~~')
    const id = /id="(c-192\.0\.2\.7-\d{14}-T)"/.exec(await show('Talk:Found'))![1]!
    const { headers, statusCode } = await app.inject(`/wiki/Special:GoToComment/${id}`)
    assert.deepEqual([statusCode, headers.location], [302, `/wiki/Talk:Found#${id}`])
    for (const missing of ['c-No-20200101000000', 'c-No-99999999999999-x', 'h-x', '']) {
      const found = await app.inject(`/wiki/Special:GoToComment/${missing}`)
      assert.equal(found.statusCode, 404, missing)
    }
  })
})
