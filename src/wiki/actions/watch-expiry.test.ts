import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { issueToken, type TokenType } from '#accounts/tokens.ts'
import { onEachEngine } from '#store/testing.ts'
import { type EditingWiki, type Editor, editingWiki } from '../editing/testing.ts'

const WEEK = 7 * 86_400
const TAKERS = ['edit', 'move', 'delete', 'protect', 'undelete', 'rollback', 'upload', 'block']

onEachEngine('watchlist expiry', open => {
  let site: EditingWiki
  let ann: Editor
  before(async () => {
    site = await editingWiki(await open(), { watchlistExpiry: 'on' })
    ann = await site.person('Ann', 'sysop')
  })
  const act = (action: string, more: Record<string, string | number>, kind: TokenType = 'csrf') =>
    ann.post({ action, token: issueToken(ann.caller, kind, site.clock), ...more })
  const watch = (more: Record<string, string | number>) => act('watch', more, 'watch')
  const at = (later: number) => new Date(site.clock.now() + later * 1000).toISOString().replace('.000', '')
  const end = async (titles: string) => {
    const { query } = await ann.ask({ action: 'query', titles, prop: 'info', inprop: 'watched' })
    const [page] = query.pages
    return page.watched ? (page.watchlistexpiry ?? 'never') : 'not watched'
  }

  test('is supported by the same actions as in MediaWiki', async () => {
    const { paraminfo } = await ann.ask({ action: 'paraminfo', modules: '*|query+watchlist' })
    type Module = { name: string; parameters: { name: string; type: unknown }[] }
    const taking = (name: string) =>
      paraminfo.modules
        .filter(({ parameters }: Module) => parameters.some(each => each.name === name && each.type === 'expiry'))
        .map((module: Module) => module.name)
        .sort()
    assert.deepEqual(taking('watchlistexpiry'), TAKERS.toSorted())
    assert.deepEqual(taking('expiry'), ['watch'])
    const [list] = paraminfo.modules.filter(({ name }: Module) => name === 'watchlist')
    assert.ok(list.parameters.find(({ name }: { name: string }) => name === 'prop').type.includes('expiry'))
  })

  test('is returned by watch and shown for the page and its talk page', async () => {
    const answer = await watch({ titles: 'Kettle', expiry: '1 week' })
    assert.deepEqual(answer.watch, [{ title: 'Kettle', ns: 0, expiry: at(WEEK), watched: true, missing: true }])
    assert.deepEqual([await end('Kettle'), await end('Talk:Kettle')], [at(WEEK), at(WEEK)])
    await watch({ titles: 'Kettle' })
    assert.equal(await end('Kettle'), at(WEEK))
    assert.equal((await watch({ titles: 'Kettle', expiry: 'never' })).watch[0].expiry, 'infinity')
    assert.equal(await end('Kettle'), 'never')
  })

  test('is limited to half a year and rejects invalid or past times', async () => {
    const long = await watch({ titles: 'Kettle', expiry: '2 years', errorformat: 'plaintext' })
    assert.equal(long.warnings[0].code, 'paramvalidator-badexpiry-duration-max')
    assert.match(long.warnings[0].text, /"2 years".*"6 months"/)
    assert.equal(await end('Kettle'), long.watch[0].expiry)
    assert.equal((await watch({ titles: 'Kettle', expiry: 'soon or so' })).error.code, 'badexpiry')
    assert.equal((await watch({ titles: 'Kettle', expiry: '' })).error.code, 'badexpiry')
    assert.equal((await watch({ titles: 'Kettle', expiry: '2001-01-01' })).error.code, 'badexpiry-past')
  })

  test('can be set when editing, protecting, moving or deleting a page', async () => {
    const made = await act('edit', { title: 'Pot', text: 'a', watchlist: 'watch', watchlistexpiry: '1 week' })
    assert.deepEqual([made.edit.watched, made.edit.watchlistexpiry], [true, at(WEEK)])
    const again = await act('edit', { title: 'Pot', text: 'b', watchlist: 'nochange', watchlistexpiry: '2 weeks' })
    assert.equal(again.edit.watchlistexpiry, at(2 * WEEK))
    const same = await act('edit', { title: 'Pot', text: 'b', watchlist: 'watch', watchlistexpiry: '1 day' })
    assert.deepEqual([same.edit.nochange, same.edit.watchlistexpiry], [true, at(86_400)])
    await act('protect', { title: 'Pot', protections: 'edit=sysop', watchlist: 'nochange', watchlistexpiry: '3 days' })
    assert.equal(await end('Pot'), at(3 * 86_400))
    await act('move', { from: 'Pot', to: 'Jug', watchlist: 'watch', watchlistexpiry: '4 days' })
    assert.deepEqual([await end('Pot'), await end('Jug')], [at(4 * 86_400), at(4 * 86_400)])
    await act('delete', { title: 'Jug', watchlist: 'watch', watchlistexpiry: '5 days' })
    assert.equal(await end('Jug'), at(5 * 86_400))
    await act('undelete', { title: 'Jug', watchlist: 'watch', watchlistexpiry: 'infinite' })
    assert.equal(await end('Jug'), 'never')
    await act('edit', { title: 'Jug', text: 'c', watchlist: 'unwatch', watchlistexpiry: '1 week' })
    assert.equal(await end('Jug'), 'not watched')
  })

  test('can be set when blocking a user', async () => {
    await site.person('Rude')
    const { block } = await act('block', { user: 'Rude', expiry: '1 day', watchuser: 1, watchlistexpiry: '1 week' })
    assert.equal(block.watchlistexpiry, at(WEEK))
    assert.equal(await end('User:Rude'), at(WEEK))
  })

  test('is listed on the watchlist; expired pages are hidden and removed', async () => {
    await act('edit', { title: 'Short', text: 'a', watchlist: 'watch', watchlistexpiry: '2 hours' })
    await act('edit', { title: 'Long', text: 'a', watchlist: 'watch', watchlistexpiry: 'infinite' })
    const changes = async () => {
      const { query } = await ann.ask({ action: 'query', list: 'watchlist', wlprop: 'title|expiry', wllimit: 'max' })
      type Change = { title: string; expiry: string | false }
      return new Map(query.watchlist.map(({ title, expiry }: Change) => [title, expiry]))
    }
    const before = await changes()
    assert.deepEqual([before.get('Short'), before.get('Long')], [at(7200), false])
    const rows = async () =>
      (await site.wiki.db.selectFrom('watch').where('title', '=', 'Short').selectAll().execute()).length
    site.clock.advance(7200)
    const after = await changes()
    assert.deepEqual([after.has('Short'), after.has('Long'), await end('Short')], [false, true, 'not watched'])
    await site.runJobs()
    assert.equal(await rows(), 0)
    assert.equal(await end('Long'), 'never')
  })

  test('lets an expired page be watched again', async () => {
    await watch({ titles: 'Again', expiry: '1 hour' })
    site.clock.advance(3601)
    await watch({ titles: 'Again' })
    assert.equal(await end('Again'), 'never')
  })
})

onEachEngine('a wiki without watchlist expiry', open => {
  test('has no expiry parameters', async () => {
    const site = await editingWiki(await open())
    const ann = await site.person('Ann')
    const token = issueToken(ann.caller, 'watch', site.clock)
    const answer = await ann.post({ action: 'watch', titles: 'Kettle', expiry: '1 week', token })
    assert.deepEqual(answer.watch, [{ title: 'Kettle', ns: 0, watched: true, missing: true }])
    assert.match(answer.warnings.main.warnings, /expiry/)
    const asked = await ann.ask({ action: 'query', list: 'watchlist', wlprop: 'title|expiry' })
    assert.match(asked.warnings.watchlist.warnings, /expiry/)
  })
})
