import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Caller } from '#accounts/caller.ts'
import { issueToken } from '#accounts/tokens.ts'
import type { Store } from '#store/store.ts'
import { onEachEngine } from '#store/testing.ts'
import { type EditingWiki, editingWiki, editor } from '../editing/testing.ts'
import { actionApi } from './index.ts'

type Params = Readonly<Record<string, string | number>>

onEachEngine('an edit with an Idempotency-Key', open => {
  let store: Store
  let site: EditingWiki
  let ann: Caller
  before(async () => {
    store = await open()
    site = await editingWiki(store)
    ann = (await site.person('Ann')).caller
  })

  const send = async (key: string, params: Params, caller = ann) => {
    const token = issueToken(caller, 'csrf', site.wiki.clock)
    const all = { action: 'edit', format: 'json', formatversion: 2, token, ...params }
    const headers = new Map([
      ['content-type', 'application/x-www-form-urlencoded'],
      ['idempotency-key', key],
    ])
    const answer = await actionApi(
      site.wiki,
      {
        method: 'POST',
        inUrl: new Set<string>(),
        files: new Map(),
        ip: caller.ip,
        params: new Map(Object.entries(all).map(([name, value]) => [name, String(value)])),
        header: name => headers.get(name.toLowerCase()),
      },
      caller,
    )
    const { edit, error } = JSON.parse(String(answer.body))
    return { edit, code: error?.code, isReplay: answer.headers['idempotency-replayed'] === 'true' }
  }
  const revisions = async (title: string): Promise<number> => {
    const rows = site.wiki.db.selectFrom('revision').innerJoin('page', 'page.id', 'revision.page_id')
    return (await rows.where('page.title', '=', title).select('revision.id').execute()).length
  }

  test('is saved only once and gets the same response each time', async () => {
    const order = { title: 'Once', appendtext: 'drop ', watchlist: 'watch', watchlistexpiry: '1 week' }
    const first = await send('once-0001', order)
    assert.equal(first.edit.result, 'Success')
    assert.equal(first.isReplay, false)
    // A renewed session, another language or another format is still the same request.
    site.clock.advance(7)
    const again = await send('once-0001', { ...order, uselang: 'de', formatversion: 'latest', assertuser: 'Ann' })
    assert.deepEqual(again, { ...first, isReplay: true })
    assert.equal(await site.textOf('Once'), 'drop')
    assert.equal(await revisions('Once'), 1)
    const next = await send('once-0002', order)
    assert.equal(next.edit.oldrevid, first.edit.newrevid)
    assert.equal(await site.textOf('Once'), 'dropdrop')
  })

  test('is remembered if it changed nothing, but not if it was rejected', async () => {
    await send('same-0001', { title: 'Same', text: 'a' })
    const same = await send('same-0002', { title: 'Same', text: 'a' })
    assert.equal(same.edit.nochange, true)
    await send('same-0003', { title: 'Same', text: 'b' })
    assert.deepEqual(await send('same-0002', { title: 'Same', text: 'a' }), { ...same, isReplay: true })
    assert.equal(await site.textOf('Same'), 'b')
    const order = { title: 'Later', text: 'x' }
    assert.equal((await send('same-0004', { ...order, nocreate: 1 })).code, 'missingtitle')
    assert.equal((await send('same-0004', order)).edit.result, 'Success')
  })

  test('is rejected if its key is invalid or was used for another request', async () => {
    await send('used-0001', { title: 'Used', text: 'a' })
    assert.equal((await send('used-0001', { title: 'Used', text: 'b' })).code, 'idempotencykeyreused')
    assert.equal((await send('short', { title: 'Used', text: 'b' })).code, 'badidempotencykey')
    assert.equal(await site.textOf('Used'), 'a')
  })

  test('has a separate key for each caller', async () => {
    await send('mine-0001', { title: 'Mine', text: 'a' })
    const other = await send('mine-0001', { title: 'Theirs', text: 'b' }, site.anonymous.caller)
    assert.deepEqual([other.isReplay, other.edit.title], [false, 'Theirs'])
  })

  test('is saved only once when sent twice concurrently', async () => {
    const orders: Params[] = [
      { title: 'Twin', text: 'a', createonly: 1 },
      { title: 'Twin', text: 'b' },
      { title: 'Twin', appendtext: ' c' },
      { title: 'Twin', section: 'new', sectiontitle: 'd', text: 'e' },
    ]
    for (const [i, order] of orders.entries()) {
      const answers = await Promise.all(Array.from({ length: 5 }, () => send(`twin-000${i}`, order)))
      for (const { edit, code } of answers) assert.deepEqual([code, edit], [undefined, answers[0]!.edit])
      assert.equal(answers.filter(({ isReplay }) => !isReplay).length, 1)
      assert.equal(await revisions('Twin'), i + 1)
    }
  })

  test('other write actions reject a key; read actions ignore it', async () => {
    const keyed = editor(site.wiki, ann, { 'idempotency-key': 'other-0001' })
    const token = issueToken(ann, 'watch', site.wiki.clock)
    const watch = await keyed.post({ action: 'watch', titles: 'Once', unwatch: 1, token })
    assert.equal(watch.error.code, 'idempotencyunsupported')
    assert.match(watch.error.info, /"watch" module does not support the "Idempotency-Key" header/)
    assert.equal((await keyed.ask({ action: 'query', titles: 'Once' })).error, undefined)
  })
})
