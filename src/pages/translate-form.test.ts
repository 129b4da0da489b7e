// The editor where there are no scripts: a list to read, a page at a time, and one form that saves one string.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { temporaryStore } from '#store/testing.ts'
import { type TestCatalogue, testCatalogue } from '#translation/catalogue/testing.ts'
import { type TestSite, testSite, type Visitor } from './testing.ts'

const AT = '/translate/hello/main/cs/'

describe('translating without JavaScript', () => {
  let site: TestSite
  let made: TestCatalogue
  let boss: Visitor
  let plain: Visitor

  const unit = (index: number) =>
    site.services.store.read
      .selectFrom('unit')
      .selectAll()
      .where('id', '=', made.units[index]!.id)
      .executeTakeFirstOrThrow()
  /** What the form for a string is sent with, but for its text. */
  const fieldsOf = async (visitor: Visitor, index: number) => {
    const { text } = await visitor.get(`${AT}?unit=${made.units[index]!.id}`)
    const value = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? ''
    return { unit: value('unit'), version: value('version'), q: value('q'), page: value('page') }
  }

  before(async () => {
    site = await testSite(await temporaryStore('sqlite'))
    const long = Array.from({ length: 60 }, (_, i) => ({ source: [`Long list ${i}`] }))
    const strings = [
      { source: ['<b>One & only</b>'], note: 'A note' },
      { source: ['%d file', '%d files'] },
      { source: ['Locked'], flags: 'read-only' },
      ...long,
    ]
    made = await testCatalogue(site.services, { strings })
    await site.person('Boss', { superuser: true })
    await site.person('Plain')
    boss = site.visitor()
    await boss.logIn('Boss')
    plain = site.visitor()
    await plain.logIn('Plain')
  })

  test('shows strings page by page, with the requested one', async () => {
    const { status, text } = await site.visitor().get(AT)
    assert.equal(status, 200)
    assert.match(text, /<p lang="en" dir="ltr">&lt;b&gt;One &amp; only&lt;\/b&gt;<\/p>/)
    assert.match(text, /A note/)
    assert.match(text, /rel="next"/)
    assert.doesNotMatch(text, /Long list 59/)
    assert.match((await site.visitor().get(`${AT}?page=2`)).text, /Long list 59/)
    const found = await site.visitor().get(`${AT}?q=%22Long+list+59%22`)
    assert.match(found.text, /Long list 59/)
    assert.doesNotMatch(found.text, /Long list 58/)
  })

  test('visitors can read and are asked to log in', async () => {
    const { text } = await site.visitor().get(AT)
    assert.match(text, /<textarea[^>]* readonly>/)
    assert.doesNotMatch(text, /name="do"/)
    assert.match(text, /You can view strings\. To translate: ?<a href="\/accounts\/login\//)
    const sent = await site.visitor().send(AT, { unit: String(made.units[0]!.id), target: 'x', do: 'save' })
    assert.equal(sent.status, 403)
    assert.equal((await unit(0)).state, 0)
  })

  test('offers only what the reader may do', async () => {
    const offered = async (visitor: Visitor, index: number) => {
      const { text } = await visitor.get(`${AT}?unit=${made.units[index]!.id}`)
      return [...text.matchAll(/name="do" value="(\w+)"/g)].map(match => match[1])
    }
    assert.deepEqual([await offered(boss, 0), await offered(plain, 0)], Array(2).fill(['save', 'suggest']))
    assert.deepEqual([await offered(boss, 2), await offered(plain, 2)], [[], []])
    const lock = (locked: number) =>
      site.services.store.transaction(tx => tx.updateTable('component').set({ locked }).execute())
    await lock(1)
    assert.deepEqual([await offered(boss, 0), await offered(plain, 0)], [[], []])
    await lock(0)
  })

  test('saves a string and opens the next search result', async () => {
    const fields = await fieldsOf(boss, 0)
    const sent = await boss.send(AT, { ...fields, q: 'state:empty', target: 'Jeden\r\na jediný', do: 'save' })
    assert.equal(sent.status, 303)
    assert.equal(sent.location, `?q=state%3Aempty&unit=${made.units[1]!.id}`)
    const { target, state } = await unit(0)
    assert.deepEqual([target, state], ['Jeden\na jediný', 20])
  })

  test('saves plural forms and the "Needs editing" state', async () => {
    const fields = await fieldsOf(boss, 1)
    const target = ['%d soubor', '%d soubory', '%d souborů']
    assert.equal((await boss.send(AT, { ...fields, target, needs_editing: '1', do: 'save' })).status, 303)
    assert.equal((await unit(1)).state, 10)
    const wrong = await boss.send(AT, { ...(await fieldsOf(boss, 1)), target: ['only one'], do: 'save' })
    assert.equal(wrong.status, 400)
    assert.match(wrong.text, /role="alert">The string needs 3 plural forms, got 1\./)
  })

  test('reports an edit conflict and keeps both texts', async () => {
    const fields = await fieldsOf(boss, 3)
    site.clock.advance(1)
    assert.equal((await boss.send(AT, { ...fields, target: 'Theirs', do: 'save' })).status, 303)
    const late = await boss.send(AT, { ...fields, target: 'Mine <i>', do: 'save' })
    assert.equal(late.status, 409)
    assert.match(late.text, /Someone else changed this string in the meantime/)
    assert.match(late.text, />\nMine &lt;i&gt;<\/textarea>/)
    assert.match(late.text, /Saved version: <p lang="cs" dir="ltr">Theirs<\/p>/)
    assert.equal((await unit(3)).target, 'Theirs')
    const again = /name="version" value="(\d+)"/.exec(late.text)![1]!
    assert.equal((await boss.send(AT, { ...fields, version: again, target: 'Mine', do: 'save' })).status, 303)
    assert.equal((await unit(3)).target, 'Mine')
  })

  test('saves a suggestion', async () => {
    const fields = await fieldsOf(plain, 4)
    assert.equal((await plain.send(AT, { ...fields, target: 'Návrh', do: 'suggest' })).status, 303)
    const { state, suggestion_count } = await unit(4)
    assert.deepEqual([state, suggestion_count], [0, 1])
  })

  test('rejects read-only strings, expired forms and other translations', async () => {
    const locked = await boss.send(AT, { ...(await fieldsOf(boss, 2)), target: 'x', do: 'save' })
    assert.equal(locked.status, 403)
    const old = await boss.send(AT, {
      ...(await fieldsOf(boss, 5)),
      csrfmiddlewaretoken: 'old',
      target: 'x',
      do: 'save',
    })
    assert.equal(old.status, 403)
    assert.match(old.text, /Your session expired/)
    assert.equal((await unit(5)).state, 0)
    const gone = await boss.send(AT, { ...(await fieldsOf(boss, 5)), unit: '999999', target: 'x', do: 'save' })
    assert.equal(gone.status, 404)
    for (const path of [
      '/translate/hello/main/xx/',
      '/translate/hello/',
      '/translate/nobody/main/cs/',
      '/translate/%00/a/b/',
    ])
      assert.equal((await boss.get(path)).status, 404, path)
    assert.equal((await boss.get('/translate/hello/main/cs')).status, 301)
  })

  test('ignores invalid positions and reports invalid searches', async () => {
    for (const query of ['?unit=x', '?unit=99999999', '?page=-5', '?page=x', '?checksum=zz', '?page=99999'])
      assert.equal((await boss.get(AT + query)).status, 200, query)
    const { status, text } = await boss.get(`${AT}?q=colour:red`)
    assert.equal(status, 200)
    assert.match(text, /role="alert">Unknown search field &quot;colour:&quot;/)
  })

  test('URLs from the API lead to their string', async () => {
    const { text } = await boss.get(`/api/units/${made.units[5]!.id}/`)
    const { web_url } = JSON.parse(text) as { web_url: string }
    const page = await boss.get(web_url.replace('http://site.test', ''))
    assert.match(page.text, new RegExp(`"unit":${made.units[5]!.id},`))
  })
})
