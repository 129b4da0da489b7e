import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { issueToken } from '#accounts/tokens.ts'
import { onEachEngine } from '#store/testing.ts'
import { type EditingWiki, type Editor, editingWiki } from '../editing/testing.ts'

onEachEngine('purge and watch', open => {
  let site: EditingWiki
  let ann: Editor
  before(async () => {
    site = await editingWiki(await open())
    ann = await site.person('Ann')
    for (const title of ['One', 'Two', 'Three']) await ann.edit(title, '{{Shared}}', { watchlist: 'unwatch' })
    await ann.edit('Template:Shared', '[[Target]]', { watchlist: 'unwatch' })
    await site.runJobs()
  })
  const watching = (more: Record<string, string | number>, who = ann) =>
    who.post({ action: 'watch', token: issueToken(who.caller, 'watch', site.clock), ...more })
  const watched = async () =>
    (await ann.ask({ action: 'query', list: 'watchlistraw' })).watchlistraw.map((page: { title: string }) => page.title)

  test('purging touches pages and reports on each title', async () => {
    site.clock.advance(60)
    const answer = await site.anonymous.post({ action: 'purge', titles: 'one|None|Special:Version|A[b' })
    assert.deepEqual(answer.purge, [
      { title: 'A[b', invalidreason: 'The requested page title contains invalid characters: "[".', invalid: true },
      { ns: -1, title: 'Special:Version', special: true },
      { ns: 0, title: 'None', missing: true },
      { ns: 0, title: 'One', purged: true },
    ])
    assert.deepEqual(answer.normalized, [{ fromencoded: false, from: 'one', to: 'One' }])
    const { query } = await ann.ask({ action: 'query', titles: 'One|Two', prop: 'info' })
    assert.deepEqual(
      query.pages.map((page: { touched: string }) => page.touched.slice(11)),
      ['00:01:00Z', '00:00:00Z'],
    )
  })

  test('a missing page can be watched; only format version 2 reports it as missing', async () => {
    assert.deepEqual((await watching({ title: 'Nowhere' })).watch, { ns: 0, title: 'Nowhere', watched: true })
    const [row] = (await watching({ titles: 'Nowhere', unwatch: 1 })).watch
    assert.deepEqual(row, { ns: 0, title: 'Nowhere', unwatched: true, missing: true })
  })

  test('updates links on request', async () => {
    await site.wiki.store.transaction(tx => tx.deleteFrom('page_link').execute())
    const links = async (titles: string) =>
      (await ann.ask({ action: 'query', titles, prop: 'links' })).query.pages[0].links?.[0].title
    const purged = await ann.post({ action: 'purge', titles: 'One', forcelinkupdate: 1 })
    assert.deepEqual(purged.purge, [{ ns: 0, title: 'One', purged: true, linkupdate: true }])
    assert.deepEqual([await links('One'), await links('Two')], ['Target', undefined])
    await ann.post({ action: 'purge', titles: 'Template:Shared', forcerecursivelinkupdate: 1 })
    await site.runJobs()
    assert.equal(await links('Two'), 'Target')
  })

  test('defers link updates that are too much for one request', async () => {
    const small = await editingWiki(await open(), { textSteps: 30_000 })
    const ben = await small.person('Ben')
    const titles = ['A', 'B', 'C', 'D', 'E', 'F']
    for (const title of titles) await ben.edit(title, `[[Target]]${'[[x]] '.repeat(4000)}`)
    await small.runJobs()
    await small.wiki.store.transaction(tx => tx.deleteFrom('page_link').execute())
    const linking = async () =>
      (await ben.ask({ action: 'query', list: 'backlinks', bltitle: 'Target', bllimit: 'max' })).query.backlinks.length
    const { purge } = await ben.post({ action: 'purge', titles: titles.join('|'), forcelinkupdate: 1 })
    assert.ok(purge.length === 6 && purge.every((page: { linkupdate: boolean }) => page.linkupdate))
    const atOnce = await linking()
    assert.ok(atOnce > 0 && atOnce < 6, `${atOnce} at once`)
    await small.runJobs()
    assert.equal(await linking(), 6)
  })

  test('works through the pages of a generator in batches', async () => {
    const first = await ann.post({ action: 'purge', generator: 'allpages', gaplimit: 2 })
    assert.deepEqual([first.purge.length, first.continue.gapcontinue], [2, 'Two'])
    const second = await ann.post({ action: 'purge', generator: 'allpages', gaplimit: 2, ...first.continue })
    assert.deepEqual([second.purge.map((page: { title: string }) => page.title), second.continue], [['Two'], undefined])
  })

  test('watches and unwatches pages with their talk pages', async () => {
    const answer = await watching({ titles: 'One|None' })
    assert.deepEqual(answer.watch, [
      { title: 'None', ns: 0, watched: true, missing: true },
      { title: 'One', ns: 0, watched: true },
    ])
    assert.deepEqual(await watched(), ['None', 'One', 'Talk:None', 'Talk:One'])
    const gone = await watching({ titles: 'None', unwatch: 1 })
    assert.deepEqual(gone.watch, [{ title: 'None', ns: 0, unwatched: true, missing: true }])
    assert.deepEqual(await watched(), ['One', 'Talk:One'])
    assert.deepEqual((await watching({ title: 'Two' })).watch, { title: 'Two', ns: 0, watched: true })
  })

  test('deleting a page watches it only if the preferences say so', async () => {
    const boss = await site.person('Boss', 'sysop')
    const send = (params: Record<string, string | number>) =>
      boss.post({ token: issueToken(boss.caller, 'csrf', site.clock), ...params })
    const isWatched = async (title: string, more: Record<string, string> = {}) => {
      await ann.edit(title, 'x')
      await send({ action: 'delete', title, ...more })
      const { query } = await boss.ask({ action: 'query', titles: title, prop: 'info', inprop: 'watched' })
      return query.pages[0].watched
    }
    assert.equal(await isWatched('Four'), false)
    assert.equal(await isWatched('Five', { watchlist: 'watch' }), true)
    await send({ action: 'options', change: 'watchdeletion=1' })
    assert.equal(await isWatched('Six'), true)
    assert.equal(await isWatched('Seven', { watchlist: 'nochange' }), false)
    await send({ action: 'options', change: 'watchdeletion=0' })
    assert.equal(await isWatched('Eight'), false)
  })

  test('requires a logged-in user to watch pages', async () => {
    const code = async (more: Record<string, string | number>, who = ann) => (await watching(more, who)).error.code
    assert.equal(await code({ titles: 'One' }, site.anonymous), 'notloggedin')
    assert.equal(await code({ titles: 'One', token: issueToken(ann.caller, 'csrf', site.clock) }), 'badtoken')
    assert.equal(await code({ title: 'A[b' }), 'invalidtitle')
    assert.equal(await code({ title: 'One', titles: 'Two' }), 'invalidparammix')
  })
})
