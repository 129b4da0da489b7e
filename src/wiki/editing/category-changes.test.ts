import assert from 'node:assert/strict'
import { test } from 'node:test'
import { issueToken } from '#accounts/tokens.ts'
import { onEachEngine } from '#store/testing.ts'
import { editingWiki } from './testing.ts'

onEachEngine('recent changes about categories', open => {
  test("record pages added to and removed from a category under the editor's name", async () => {
    const site = await editingWiki(await open(), { categoryChanges: 'on' })
    const ann = await site.person('Ann')
    const watcher = await site.person('Watcher')
    await watcher.post({
      action: 'watch',
      titles: 'Category:Tea',
      token: issueToken(watcher.caller, 'watch', site.clock),
    })
    const first = await ann.edit('Kettle', '[[Category:Tea]] [[Category:Pots]]')
    await site.runJobs()
    site.clock.advance(60)
    const second = await ann.edit('Kettle', '[[Category:Pots]] [[Category:Iron]]')
    await site.runJobs()
    site.clock.advance(60)
    await ann.edit('Kettle', '[[Category:Pots]] [[Category:Iron]] More.')
    await site.runJobs()
    const params = { rcprop: 'title|ids|user|comment|timestamp|sizes', rctype: 'categorize', rcdir: 'newer' }
    const { query } = await ann.ask({ action: 'query', list: 'recentchanges', rclimit: 'max', ...params })
    type Shown = { type: string; title: string; user: string; comment: string; revid: number; old_revid: number }
    const shown = query.recentchanges.map((each: Shown) => [
      each.title,
      each.user,
      each.comment,
      each.revid,
      each.old_revid,
    ])
    const came = '[[:Kettle]] added to category'
    assert.deepEqual(
      shown.toSorted((a: [string], b: [string]) => a[0].localeCompare(b[0])),
      [
        ['Category:Iron', 'Ann', came, second.newrevid, first.newrevid],
        ['Category:Pots', 'Ann', came, first.newrevid, 0],
        ['Category:Tea', 'Ann', came, first.newrevid, 0],
        ['Category:Tea', 'Ann', '[[:Kettle]] removed from category', second.newrevid, first.newrevid],
      ],
    )
    assert.ok(
      query.recentchanges.every(
        (each: Shown & { pageid: number }) => each.type === 'categorize' && each.pageid === first.pageid,
      ),
    )
    const watched = await watcher.ask({
      action: 'query',
      list: 'watchlist',
      wlallrev: 1,
      wltype: 'categorize',
      wlprop: 'title',
    })
    assert.deepEqual(
      watched.query.watchlist.map((each: Shown) => each.title),
      ['Category:Tea', 'Category:Tea'],
    )
  })

  test('mention pages that include the edited template', async () => {
    const site = await editingWiki(await open(), { categoryChanges: 'on' })
    const ann = await site.person('Ann')
    await ann.edit('Template:Box', 'box')
    await ann.edit('User of it', '{{Box}}')
    await ann.edit('Template:Box', 'box [[Category:Boxed]]')
    await site.runJobs()
    const { query } = await ann.ask({ action: 'query', list: 'recentchanges', rctype: 'categorize', rcprop: 'comment' })
    assert.match(
      query.recentchanges[0].comment,
      /^\[\[:Template:Box\]\] added to category, along with .*WhatLinksHere\/Template:Box/,
    )
  })

  test('are disabled by default', async () => {
    const site = await editingWiki(await open())
    const ann = await site.person('Ann')
    await ann.edit('Kettle', '[[Category:Tea]]')
    await site.runJobs()
    const { query } = await ann.ask({ action: 'query', list: 'recentchanges', rctype: 'categorize' })
    assert.deepEqual(query.recentchanges, [])
  })
})
