import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import defaultGroups from '#accounts/default-groups.json' with { type: 'json' }
import { issueToken } from '#accounts/tokens.ts'
import { onEachEngine } from '#store/testing.ts'
import { type EditingWiki, type Editor, editingWiki } from '../editing/testing.ts'
import { recount } from '../editing/testing-recount.ts'

onEachEngine('delete, move, protect and patrol', open => {
  let site: EditingWiki
  let ann: Editor
  let boss: Editor
  before(async () => {
    site = await editingWiki(await open())
    ann = await site.person('Ann')
    boss = await site.person('Boss', 'sysop')
  })
  const send = (who: Editor, params: Record<string, string | number>, type: 'csrf' | 'patrol' = 'csrf') =>
    who.post({ token: issueToken(who.caller, type, site.clock), ...params })
  const codeOf = async (answer: Promise<{ error?: { code: string } }>) => (await answer).error?.code
  const clean = async () => {
    await site.runJobs()
    assert.deepEqual(await recount(site.wiki, site.clock.now() / 1000), [])
  }
  const members = async (category: string) =>
    (
      await ann.ask({ action: 'query', list: 'categorymembers', cmtitle: `Category:${category}` })
    ).query.categorymembers.map((page: { title: string }) => page.title)

  test('a deleted page and its id disappear everywhere except the log', async () => {
    await ann.edit('Old house', 'It stood [[here]]. [[Category:Houses]]')
    const { delete: done } = await send(boss, { action: 'delete', title: 'Old house', reason: 'fell down' })
    assert.deepEqual([done.title, done.reason, typeof done.logid], ['Old house', 'fell down', 'number'])
    assert.equal(await site.textOf('Old house'), undefined)
    assert.deepEqual(await members('Houses'), [])
    const { query } = await ann.ask({ action: 'query', list: 'logevents', letitle: 'Old house', letype: 'delete' })
    assert.deepEqual(
      query.logevents.map((entry: { comment: string }) => entry.comment),
      ['fell down'],
    )
    const found = await ann.ask({ action: 'query', list: 'search', srsearch: 'stood' })
    assert.deepEqual(found.query.search, [])
    assert.equal(await codeOf(send(boss, { action: 'delete', title: 'Old house' })), 'missingtitle')
    await clean()
  })

  test('deleting requires the right and includes the talk page on request', async () => {
    await ann.edit('Barn', 'x')
    await ann.edit('Talk:Barn', 'y')
    assert.equal(await codeOf(send(ann, { action: 'delete', title: 'Barn' })), 'permissiondenied')
    await send(boss, { action: 'delete', title: 'Barn', deletetalk: 1 })
    assert.deepEqual([await site.textOf('Barn'), await site.textOf('Talk:Barn')], [undefined, undefined])
    await clean()
  })

  test('a moved page keeps its history and leaves a redirect; categories and links follow', async () => {
    await ann.edit('Mill', 'By the [[river]]. [[Category:Works]]')
    const { move } = await send(ann, { action: 'move', from: 'Mill', to: 'Water mill', reason: 'clearer' })
    assert.deepEqual([move.from, move.to, move.redirectcreated], ['Mill', 'Water mill', true])
    assert.equal(await site.textOf('Mill'), '#REDIRECT [[Water mill]]')
    assert.deepEqual(await members('Works'), ['Water mill'])
    const { query } = await ann.ask({
      action: 'query',
      titles: 'Water mill',
      prop: 'revisions',
      rvlimit: 5,
      rvprop: 'flags',
    })
    assert.equal(query.pages[0].revisions.length, 2)
    const back = await send(ann, { action: 'move', from: 'Water mill', to: 'Mill' })
    assert.equal(back.move.moveoverredirect, true)
    assert.equal(await site.textOf('Mill'), 'By the [[river]]. [[Category:Works]]')
    await clean()
  })

  test('a watcher sees the old title as changed and the new one as before', async () => {
    const watcher = await site.person('Watcher')
    const changed = async () => {
      const { watchlistraw } = await watcher.ask({
        action: 'query',
        list: 'watchlistraw',
        wrprop: 'changed',
        wrnamespace: 0,
      })
      return watchlistraw.map((row: { title: string; changed?: string }) => [row.title, row.changed !== undefined])
    }
    for (const title of ['Boat', 'Ship']) {
      await ann.edit(title, 'afloat')
      const token = issueToken(watcher.caller, 'watch', site.clock)
      await watcher.post({ action: 'watch', titles: title, token })
    }
    site.clock.advance(60)
    await ann.edit('Ship', 'sunk')
    await send(boss, { action: 'move', from: 'Boat', to: 'Canoe' })
    await send(boss, { action: 'move', from: 'Ship', to: 'Wreck' })
    assert.deepEqual(await changed(), [
      ['Boat', true],
      ['Canoe', false],
      ['Ship', true],
      ['Wreck', true],
    ])
  })

  test('rejects moves onto existing pages, onto itself and to impossible titles', async () => {
    await ann.edit('A', 'a')
    await ann.edit('B', 'b')
    const refused = (to: string) => codeOf(send(ann, { action: 'move', from: 'A', to }))
    assert.deepEqual(
      [await refused('B'), await refused('A'), await refused('Special:Nowhere'), await refused('A[b')],
      ['articleexists', 'selfmove', 'immobile-target-namespace', 'invalidtitle'],
    )
    assert.deepEqual([await site.textOf('A'), await site.textOf('B')], ['a', 'b'])
    assert.equal(await codeOf(send(site.anonymous, { action: 'move', from: 'A', to: 'C' })), 'cantmove-anon')
  })

  test('a protected page accepts only permitted edits until the protection expires', async () => {
    await ann.edit('Gate', 'open')
    const { protect } = await send(boss, {
      action: 'protect',
      title: 'Gate',
      protections: 'edit=sysop',
      expiry: '1 day',
      reason: 'storm',
    })
    assert.deepEqual(Object.keys(protect.protections[0]), ['edit', 'expiry'])
    const summary = async () => {
      const revisions = { action: 'query', titles: 'Gate', prop: 'revisions', rvprop: 'comment' }
      return (await ann.ask(revisions)).query.pages[0].revisions[0].comment
    }
    assert.match(await summary(), /"\[\[Gate\]\]": storm \(/)
    await send(boss, { action: 'protect', title: 'Gate', protections: 'edit=sysop|move=sysop', expiry: '1 day' })
    assert.match(await summary(), /"\[\[Gate\]\]" \(/)
    assert.equal(await ann.refusal({ title: 'Gate', text: 'wide open' }), 'protectedpage')
    await boss.edit('Gate', 'closed')
    site.clock.advance(2 * 86_400)
    await ann.edit('Gate', 'open again')
    await send(boss, { action: 'protect', title: 'Never', protections: 'create=sysop' })
    assert.equal(await ann.refusal({ title: 'Never', text: 'x' }), 'protectedpage')
    await clean()
  })

  test('protection moves with the page and also covers the redirect', async () => {
    await ann.edit('Vault', 'gold')
    await send(boss, { action: 'protect', title: 'Vault', protections: 'edit=sysop' })
    await send(boss, { action: 'move', from: 'Vault', to: 'Safe' })
    assert.equal(await ann.refusal({ title: 'Vault', text: 'x' }), 'protectedpage')
    assert.equal(await ann.refusal({ title: 'Safe', text: 'x' }), 'protectedpage')
    const { query } = await ann.ask({ action: 'query', list: 'logevents', letitle: 'Safe', leprop: 'type|details' })
    assert.deepEqual(query.logevents, [
      { params: { oldtitle_ns: 0, oldtitle_title: 'Vault' }, type: 'protect', action: 'move_prot' },
    ])
    await clean()
  })

  test('history and log list the protections, with the reason if there is one', async () => {
    await ann.edit('Chest', 'gold')
    const told = async () => {
      const revisions = { action: 'query', prop: 'revisions', titles: 'Chest', rvprop: 'comment', rvlimit: 1 }
      const { query: page } = await ann.ask(revisions)
      const events = { action: 'query', list: 'logevents', letitle: 'Chest', leprop: 'details|comment', lelimit: 1 }
      const { query: log } = await ann.ask(events)
      return [page.pages[0].revisions[0].comment, log.logevents[0].params.description, log.logevents[0].comment]
    }
    await boss.edit('MediaWiki:Protect-level-sysop', 'Sysops')
    await boss.edit('MediaWiki:Protect-expiry-indefinite', 'always')
    await boss.edit('MediaWiki:Protect-expiring', 'until $1')
    await boss.edit('MediaWiki:Protect-summary-cascade', 'with all in it')
    await send(boss, { action: 'protect', title: 'Chest', protections: 'edit=sysop' })
    assert.deepEqual(await told(), [
      'Protected "[[Chest]]" ([Edit=Sysops] (always))',
      '\u200e[edit=sysop] (always)',
      '',
    ])
    const order = { protections: 'edit=sysop|move=sysop', expiry: 'infinite|2099-01-02T03:04:05Z', reason: 'thieves' }
    await send(boss, { action: 'protect', title: 'Chest', cascade: 1, ...order })
    const [changed, , reason] = await told()
    assert.match(
      changed,
      /"\[\[Chest\]\]": thieves \(\[Edit=Sysops\] \(always\) \[Move=Sysops\] \(until .*2099.*\)\) \[with all in it\]$/,
    )
    assert.equal(reason, 'thieves')
    await send(boss, { action: 'protect', title: 'Chest', protections: '', reason: 'caught' })
    const opened = await ann.ask({ action: 'query', prop: 'revisions', titles: 'Chest', rvprop: 'comment', rvlimit: 1 })
    assert.match(opened.query.pages[0].revisions[0].comment, /"\[\[Chest\]\]": caught$/)
  })

  test('reports invalid protections and changes nothing', async () => {
    const refused = (more: Record<string, string>) =>
      codeOf(send(boss, { action: 'protect', title: 'Gate', ...more } as never))
    assert.deepEqual(
      [
        await refused({ protections: 'edit=nobody' }),
        await refused({ protections: 'paint=sysop' }),
        await refused({ protections: 'create=sysop' }),
        await refused({ protections: 'edit=sysop', expiry: '2001-01-01T00:00:00Z' }),
        await refused({ protections: 'edit=sysop', expiry: 'some day' }),
        await refused({ protections: 'edit=sysop', expiry: 'never|never' }),
      ],
      [
        ...['protect-invalidlevel', 'protect-invalidaction', 'create-titleexists'],
        ...['pastexpiry', 'invalidexpiry', 'toofewexpiries'],
      ],
    )
    await ann.edit('Gate', 'still open')
  })

  test('an edit is patrolled once and logged', async () => {
    const edit = await ann.edit('News', 'fresh')
    const { patrol } = await send(boss, { action: 'patrol', revid: edit.newrevid }, 'patrol')
    assert.equal(patrol.title, 'News')
    await send(boss, { action: 'patrol', rcid: patrol.rcid }, 'patrol')
    const { query } = await boss.ask({ action: 'query', list: 'logevents', letitle: 'News', letype: 'patrol' })
    assert.deepEqual(
      query.logevents.map((entry: { user: string }) => entry.user),
      ['Boss'],
    )
    assert.equal(await codeOf(send(ann, { action: 'patrol', rcid: patrol.rcid }, 'patrol')), 'permissiondenied')
  })
})

onEachEngine('patrollers without autopatrol', open => {
  test('patrol the edits of others, but not their own', async () => {
    const store = await open()
    const groups = defaultGroups.concat({ name: 'patroller', rights: ['patrol'] })
    await store.transaction(tx =>
      tx
        .insertInto('site_setting')
        .values({ key: 'usergroups', value: JSON.stringify(groups) })
        .execute(),
    )
    const site = await editingWiki(store)
    const [ann, pat] = [await site.person('Ann'), await site.person('Pat', 'patroller')]
    const patrol = (revid: number) =>
      pat.post({ action: 'patrol', token: issueToken(pat.caller, 'patrol', site.clock), revid })
    const [hers, own] = [await ann.edit('News', 'fresh'), await pat.edit('Old news', 'stale')]
    assert.equal((await patrol(hers.newrevid)).patrol?.title, 'News')
    assert.equal((await patrol(own.newrevid)).error?.code, 'noautopatrol')
    const { query } = await pat.ask({ action: 'query', list: 'recentchanges', rcshow: 'patrolled', rctype: 'new' })
    assert.deepEqual(
      query.recentchanges.map((change: { title: string }) => change.title),
      ['News'],
    )
  })
})
