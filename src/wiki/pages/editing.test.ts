import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import Fastify, { type FastifyInstance } from 'fastify'
import { regenerateApiKey } from '#accounts/api-keys.ts'
import { joinGroup } from '#accounts/memberships.ts'
import { testServices } from '#core/testing.ts'
import { temporaryFolder, temporaryStore } from '#store/testing.ts'
import { wikiPart } from '../part.ts'
import { wikiSample } from '../sample/sample.ts'

suite('editing without scripts', () => {
  let app: FastifyInstance
  /** API keys of the editors; requests with a key need no form token. */
  const keys = new Map<string, string>()

  before(async () => {
    const store = await temporaryStore('sqlite')
    const services = await testServices(store, undefined, { data: temporaryFolder(), siteUrl: 'http://127.0.0.1' })
    await wikiSample.install(services, 1)
    for (const name of ['Keeper', 'Ann', 'Ben']) {
      const { id } = await services.accounts.register({ name })
      keys.set(
        name,
        await store.transaction(async tx => {
          if (name === 'Keeper') await joinGroup(tx, id, 'sysop')
          return regenerateApiKey(tx, id, services.clock)
        }),
      )
    }
    app = Fastify()
    await app.register(async scope => wikiPart.routes!(scope, services))
  })

  const headersOf = (who: string | null): Record<string, string> =>
    who === null ? {} : { authorization: `Token ${keys.get(who)}` }
  const open = (query: string, who: string | null = 'Ann') =>
    app.inject({ url: `/index.php?${query}`, headers: headersOf(who) })
  const send = (fields: Record<string, string>, who: string | null = 'Ann', query = '') =>
    app.inject({
      method: 'POST',
      url: `/index.php?action=submit${query}`,
      headers: { ...headersOf(who), 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    })
  const api = async (params: Record<string, string>, who: string | null = 'Keeper') => {
    const headers = { ...headersOf(who), 'content-type': 'application/x-www-form-urlencoded' }
    const post = (given: Record<string, string>) =>
      app.inject({
        method: 'POST',
        url: '/api.php',
        headers,
        body: new URLSearchParams({ format: 'json', formatversion: '2', ...given }).toString(),
      })
    const tokens = (await post({ action: 'query', meta: 'tokens' })).json().query.tokens
    return (await post({ token: tokens.csrftoken, ...params })).json()
  }
  const textOf = async (title: string): Promise<string> =>
    (await app.inject(`/index.php?title=${encodeURIComponent(title)}&action=raw`)).body
  const lastOf = async (title: string) =>
    (await api({ action: 'query', prop: 'revisions', titles: title, rvprop: 'ids|user|comment|flags|tags' })).query
      .pages[0].revisions[0]

  /** Fields a browser would submit, with some of them filled in. */
  const filled = (body: string, fields: Record<string, string>): Record<string, string> => {
    const all: Record<string, string> = {}
    for (const [tag] of body.match(/<form id="editform"[\s\S]*<\/form>/)![0].matchAll(/<input type="hidden"[^>]*>/g))
      all[/name="([^"]*)"/.exec(tag)![1]!] = plain(/value="([^"]*)"/.exec(tag)![1]!)
    const text = /<textarea id="wpTextbox1"[^>]*>\n([\s\S]*?)<\/textarea>/.exec(body)![1]!
    const summary = /<input id="wpSummary"[^>]* value="([^"]*)"/.exec(body)![1]!
    return { ...all, wpTextbox1: plain(text), wpSummary: plain(summary), ...fields }
  }
  const plain = (text: string): string =>
    text
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&amp;', '&')
  const submit = (body: string, title: string, fields: Record<string, string>, who: string | null = 'Ann') =>
    send(filled(body, { wpSave: '1', ...fields }), who, `&title=${encodeURIComponent(title)}`)

  test('a red link leads to a form that creates the page', async () => {
    const form = await open('title=Trial+samovar&action=edit&redlink=1')
    assert.equal(form.statusCode, 200)
    assert.match(form.body, /<h1[^>]*>Creating Trial samovar<\/h1>/)
    assert.match(form.body, /id="mw-newarticletext"/)
    const answer = await submit(form.body, 'Trial samovar', { wpTextbox1: 'It boils.\r\nAlways.', wpSummary: 'begun' })
    assert.deepEqual([answer.statusCode, answer.headers.location], [303, '/wiki/Trial_samovar'])
    assert.equal(await textOf('Trial samovar'), 'It boils.\nAlways.')
    const { user, comment } = await lastOf('Trial samovar')
    assert.deepEqual([user, comment], ['Ann', 'begun'])
  })

  test('creates an empty page only after confirmation', async () => {
    const form = await open('title=Void&action=edit')
    const asked = await submit(form.body, 'Void', {})
    assert.match(asked.body, /id="mw-blankarticle"/)
    assert.equal((await submit(asked.body, 'Void', {})).statusCode, 303)
  })

  test('edits a single section and puts its heading in the summary', async () => {
    await api({ action: 'edit', title: 'Kettle', text: 'Top\n\n== Lid ==\ncircular\n\n== Spout ==\nlong' })
    const form = await open('title=Kettle&action=edit&section=2')
    assert.match(form.body, /value="\/\* Spout \*\/ "/)
    assert.doesNotMatch(form.body, /circular/)
    const answer = await submit(form.body, 'Kettle', { wpTextbox1: '== Spout ==\nshort', wpMinoredit: '1' })
    assert.equal(answer.headers.location, '/wiki/Kettle#Spout')
    assert.equal(await textOf('Kettle'), 'Top\n\n== Lid ==\ncircular\n\n== Spout ==\nshort')
    assert.equal((await lastOf('Kettle')).minor, true)
    assert.equal((await open('title=Kettle&action=edit&section=9')).statusCode, 404)
    assert.equal((await open('title=Kettle&action=edit&section=x')).statusCode, 404)
  })

  test('a new section on a talk page has a subject', async () => {
    const form = await open('title=Talk:Kettle&action=edit&section=new&preloadtitle=Noise')
    assert.match(form.body, /<label for="wpSummary">Subject:/)
    const answer = await submit(form.body, 'Talk:Kettle', { wpTextbox1: 'It whistles. ~~~~' })
    assert.equal(answer.headers.location, '/wiki/Talk:Kettle#Noise')
    assert.match(await textOf('Talk:Kettle'), /^== Noise ==\n\nIt whistles\. \[\[User:Ann/)
  })

  test('supports preload and editintro for new pages', async () => {
    await api({
      action: 'edit',
      title: 'Template:Start',
      text: '<noinclude>For pages.</noinclude>About $1<includeonly>!</includeonly>',
    })
    await api({ action: 'edit', title: 'Project:Read first', text: "Read '''this'''." })
    const { body } = await open(
      'title=Trial+pot&action=edit&preload=Template:Start&preloadparams%5B%5D=pots&editintro=Project:Read+first&summary=why',
    )
    assert.match(body, /<textarea id="wpTextbox1"[^>]*>\nAbout pots!<\/textarea>/)
    assert.match(body, /id="mw-editintro"[\s\S]*<b>this<\/b>/)
    assert.match(body, /id="wpSummary"[^>]*value="why"/)
  })

  test('puts new pages where an input box wants them', async () => {
    const { statusCode, headers } = await open('action=edit&prefix=Kettle/&title=Lid+notes&summary=why')
    assert.equal(statusCode, 303)
    const address = new URL(String(headers.location), 'http://wiki.example')
    assert.deepEqual(Object.fromEntries(address.searchParams), {
      action: 'edit',
      title: 'Kettle/Lid notes',
      summary: 'why',
    })
  })

  test('shows preview and changes without saving', async () => {
    const form = await open('title=Kettle&action=edit')
    const fields = { wpTextbox1: "It is '''hot'''.", wpSummary: 'see [[Tea]]' }
    const shown = await send(filled(form.body, { ...fields, wpPreview: '1' }), 'Ann', '&title=Kettle')
    assert.equal(shown.statusCode, 200)
    assert.match(shown.body, /<section class="edit-preview"[\s\S]*<b>hot<\/b>/)
    assert.match(shown.body, /class="summary-preview[\s\S]*<a href="\/wiki\/Tea"/)
    assert.match(shown.body, /<textarea id="wpTextbox1"[^>]*>\nIt is &#39;&#39;&#39;hot/)
    const diff = await send(filled(form.body, { ...fields, wpDiff: '1' }), 'Ann', '&title=Kettle')
    assert.match(diff.body, /<table class="diff"[^>]*>[\s\S]*It is [\s\S]*hot/)
    assert.doesNotMatch(await textOf('Kettle'), /hot/)
    const begun = await send({ ...fields, wpTextbox1: 'a', wpDiff: '1' }, 'Ann', '&title=Not+there')
    assert.match(begun.body, /<table class="diff"[^>]*>/)
  })

  test('merges edits to other lines; edits to the same lines are a conflict with both texts', async () => {
    await api({ action: 'edit', title: 'Shared', text: 'one\n\ntwo\n\nthree' })
    const { body } = await open('title=Shared&action=edit')
    await api({ action: 'edit', title: 'Shared', text: 'ONE\n\ntwo\n\nthree' }, 'Ben')
    assert.equal((await submit(body, 'Shared', { wpTextbox1: 'one\n\ntwo\n\n3' })).statusCode, 303)
    assert.equal(await textOf('Shared'), 'ONE\n\ntwo\n\n3')
    const conflict = await submit(body, 'Shared', { wpTextbox1: 'uno\n\ntwo\n\nthree', wpSummary: 'mine' })
    assert.equal(conflict.statusCode, 409)
    assert.match(conflict.body, /id="mw-conflict" *>|id="mw-conflict"/)
    assert.match(conflict.body, /<textarea id="wpTextbox1"[^>]*>\nONE\n\ntwo\n\n3<\/textarea>/)
    assert.match(conflict.body, /<textarea id="wpTextbox2"[^>]*>\nuno\n\ntwo\n\nthree<\/textarea>/)
    assert.match(conflict.body, /id="wpSummary"[^>]*value="mine"/)
    assert.equal(conflict.body.match(/<table class="diff"[^>]*>/g)?.length, 3)
    const taken = await send(
      filled(conflict.body, { wpTextbox2: 'uno\n\ntwo\n\nthree', wpUseMine: '1' }),
      'Ann',
      '&title=Shared',
    )
    assert.match(taken.body, /<textarea id="wpTextbox1"[^>]*>\nuno/)
    assert.equal((await submit(taken.body, 'Shared', {})).statusCode, 303)
    assert.equal(await textOf('Shared'), 'uno\n\ntwo\n\nthree')
  })

  test('an outdated form overwrites neither the edits of others nor one’s own', async () => {
    const { body } = await open('title=Race&action=edit')
    await api({ action: 'edit', title: 'Race', text: 'first' }, 'Ben')
    const conflict = await submit(body, 'Race', { wpTextbox1: 'second' })
    assert.equal(conflict.statusCode, 409)
    assert.equal(await textOf('Race'), 'first')
    const form = await open('title=Race&action=edit')
    assert.equal((await submit(form.body, 'Race', { wpTextbox1: 'mine' })).statusCode, 303)
    assert.equal((await submit(form.body, 'Race', { wpTextbox1: 'mine, sent after Back' })).statusCode, 409)
    assert.equal(await textOf('Race'), 'mine')
  })

  test('a conflict in a section shows the whole page', async () => {
    await api({ action: 'edit', title: 'Parts', text: 'Top\n\n== A ==\na\n\n== B ==\nb' })
    const { body } = await open('title=Parts&action=edit&section=1')
    await api({ action: 'edit', title: 'Parts', text: 'Top\n\n== A ==\nother\n\n== B ==\nb' }, 'Ben')
    const conflict = await submit(body, 'Parts', { wpTextbox1: '== A ==\nmine' })
    assert.match(conflict.body, /<textarea id="wpTextbox2"[^>]*>\nTop\n\n== A ==\nmine\n\n== B ==\nb<\/textarea>/)
    assert.match(conflict.body, /name="wpSection" value=""/)
  })

  test('recreates a page deleted during editing only after confirmation', async () => {
    await api({ action: 'edit', title: 'Gone', text: 'here' })
    const { body } = await open('title=Gone&action=edit')
    await api({ action: 'delete', title: 'Gone', reason: 'no longer true' })
    const told = await submit(body, 'Gone', { wpTextbox1: 'still here' })
    assert.equal(told.statusCode, 409)
    assert.match(told.body, /no longer true/)
    assert.match(told.body, /still here/)
    assert.equal((await submit(told.body, 'Gone', { wpRecreate: '1' })).statusCode, 303)
    assert.equal(await textOf('Gone'), 'still here')
    await api({ action: 'delete', title: 'Gone', reason: 'again' })
    assert.match((await open('title=Gone&action=edit')).body, /id="mw-recreated"[\s\S]*again/)
  })

  test('saves an old revision again and undoes a change', async () => {
    await api({ action: 'edit', title: 'Turns', text: 'a\n\nb\n\nc' })
    const first = (await lastOf('Turns')).revid
    await api({ action: 'edit', title: 'Turns', text: 'a\n\nX\n\nc' }, 'Ben')
    const second = (await lastOf('Turns')).revid
    await api({ action: 'edit', title: 'Turns', text: 'a\n\nX\n\nc\n\nd' })
    const old = await open(`title=Turns&action=edit&oldid=${first}`)
    assert.match(old.body, />\na\n\nb\n\nc<\/textarea>/)
    assert.match(old.body, /You are editing an old revision/)
    const undo = await open(`title=Turns&action=edit&undo=${second}&undoafter=${first}`)
    assert.match(undo.body, />\na\n\nb\n\nc\n\nd<\/textarea>/)
    assert.match(undo.body, new RegExp(`value="[^"]*${second} [^"]*Ben`))
    assert.equal((await submit(undo.body, 'Turns', {})).statusCode, 303)
    assert.deepEqual((await lastOf('Turns')).tags, ['mw-undo'])
    const again = await open(`title=Turns&action=edit&undo=${second}&undoafter=${first}`)
    assert.match(again.body, /seems to have been undone already/)
    assert.match((await open('title=Turns&action=edit&undo=999999')).body, /cannot be undone/)
    assert.equal((await open('title=Turns&action=edit&oldid=999999')).statusCode, 404)
  })

  test('a protected page shows the reason, the log entry and the source', async () => {
    await api({ action: 'edit', title: 'Fort', text: 'walls' })
    await api({ action: 'protect', title: 'Fort', protections: 'edit=sysop', reason: 'sieges' })
    const { body, statusCode } = await open('title=Fort&action=edit')
    assert.equal(statusCode, 200)
    assert.match(body, /data-code="protectedpage"[\s\S]*Keeper[\s\S]*sieges/)
    assert.match(body, /<textarea id="wpTextbox1"[^>]* readonly[^>]*>\nwalls<\/textarea>/)
    assert.doesNotMatch(body, /name="wpSave"/)
    const kept = await send({ wpTextbox1: 'doors', wpSave: '1' }, 'Ann', '&title=Fort')
    assert.equal(kept.statusCode, 403)
    assert.match(kept.body, /<textarea id="wpTextbox2"[^>]*>\ndoors<\/textarea>/)
    assert.match((await open('title=Fort&action=edit', 'Keeper')).body, /id="mw-protected"[\s\S]*sieges/)
  })

  test('a blocked user sees the details of the block and keeps their text', async () => {
    const form = await open('title=Kettle&action=edit', 'Ben')
    await api({ action: 'block', user: 'Ben', reason: 'too much steam', expiry: '3 days' })
    const { body } = await open('title=Kettle&action=edit', 'Ben')
    assert.match(body, /data-code="blocked"[\s\S]*Keeper[\s\S]*too much steam[\s\S]*<time/)
    const refused = await submit(form.body, 'Kettle', { wpTextbox1: 'steam' }, 'Ben')
    assert.equal(refused.statusCode, 403)
    assert.match(refused.body, /steam<\/textarea>/)
    await api({ action: 'unblock', user: 'Ben' })
  })

  test('unregistered users are warned about their IP address and can edit', async () => {
    const form = await open('title=Kettle&action=edit', null)
    assert.match(form.body, /id="mw-anon-edit-warning"[\s\S]*127\.0\.0\.1[\s\S]*\/accounts\/login\//)
    const answer = await submit(form.body, 'Kettle', { wpTextbox1: 'by a visitor' }, null)
    assert.equal(answer.statusCode, 303)
    assert.equal((await lastOf('Kettle')).user, '127.0.0.1')
  })

  test('a form without a token saves nothing and keeps the text', async () => {
    const answer = await send(
      { wpTextbox1: 'precious', wpSummary: 's', wpSave: '1', wpEditToken: 'x' },
      null,
      '&title=Kettle',
    )
    assert.equal(answer.statusCode, 403)
    assert.match(answer.body, /id="mw-session-lost"[\s\S]*>\nprecious<\/textarea>/)
    assert.equal(await textOf('Kettle'), 'by a visitor')
    assert.equal((await send({ wpSave: '1', wpEditToken: '+\\' }, null, '&title=Kettle')).statusCode, 200)
    assert.equal(await textOf('Kettle'), 'by a visitor')
    const old = await send({ wpTextbox1: 'by a tool', wpSave: '1', wpEditToken: '+\\' }, null, '&title=Kettle')
    assert.equal(old.statusCode, 303)
  })

  test('shows errors above the rejected text', async () => {
    await api({ action: 'edit', title: 'MediaWiki:Spam-blacklist', text: 'bad\\.example' })
    const form = await open('title=Kettle&action=edit')
    const spam = await submit(form.body, 'Kettle', { wpTextbox1: 'see https://bad.example/x' })
    assert.equal(spam.statusCode, 400)
    assert.match(
      spam.body,
      /data-code="spamblacklist"[\s\S]*bad\.example[\s\S]*see https:\/\/bad\.example\/x<\/textarea>/,
    )
  })

  test('interface pages start with the shipped message; scripts are edited as code', async () => {
    const { body } = await open('title=MediaWiki:Mainpage&action=edit', 'Keeper')
    assert.match(body, /id="mw-editinginterface"[\s\S]*>\nMain Page<\/textarea>/)
    const css = await open('title=User:Ann/common.css&action=edit')
    assert.match(css.body, /name="model" value="css"[\s\S]*<textarea[^>]*dir="ltr" spellcheck="false"/)
    assert.match((await open('title=User:Ann/common.css&action=edit', 'Ben')).body, /data-code="customcssprotected"/)
  })

  test('Arabic text runs from right to left', async () => {
    const { body } = await open('title=شاي&action=edit'.replace('شاي', encodeURIComponent('شاي')))
    assert.match(body, /<textarea id="wpTextbox1"[^>]*lang="ar" dir="rtl"/)
  })
})
