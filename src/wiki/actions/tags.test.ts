import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { issueToken } from '#accounts/tokens.ts'
import { onEachEngine } from '#store/testing.ts'
import { type EditingWiki, type Editor, editingWiki } from '../editing/testing.ts'
import { recount } from '../editing/testing-recount.ts'

onEachEngine('change tags', open => {
  let site: EditingWiki
  let ann: Editor
  let boss: Editor
  before(async () => {
    site = await editingWiki(await open())
    ann = await site.person('Ann')
    boss = await site.person('Boss', 'sysop')
  })
  const send = (who: Editor, params: Record<string, string | number>) =>
    who.post({ token: issueToken(who.caller, 'csrf', site.clock), ...params })
  const manage = (operation: string, tag: string, who = boss) =>
    send(who, { action: 'managetags', operation, tag, reason: 'so' })
  const tagsOf = async (revid: number) =>
    (await ann.ask({ action: 'query', revids: revid, prop: 'revisions', rvprop: 'tags' })).query.pages[0].revisions[0]
      .tags
  const known = async () =>
    (await ann.ask({ action: 'query', list: 'tags', tgprop: 'hitcount|source' })).query.tags.filter(
      (tag: { name: string }) => !tag.name.startsWith('mw-'),
    )

  test('creates a tag, adds it to changes, removes it and deletes it', async () => {
    assert.equal((await manage('create', 'good', ann)).error.code, 'permissiondenied')
    assert.equal((await manage('create', 'good')).managetags.success, true)
    assert.equal((await manage('create', 'good')).error.code, 'tags-create-already-exists')
    const { newrevid } = await ann.edit('Page', 'x')
    const put = await send(ann, { action: 'tag', revid: newrevid, add: 'good', reason: 'nice' })
    assert.deepEqual([put.tag[0].status, put.tag[0].added], ['success', ['good']])
    assert.deepEqual(await tagsOf(newrevid), ['good'])
    assert.deepEqual(await known(), [{ name: 'good', hitcount: 1, source: ['manual'] }])
    assert.deepEqual(await recount(site.wiki, site.clock.now() / 1000), [])
    const again = await send(ann, { action: 'tag', revid: newrevid, add: 'good' })
    assert.deepEqual(again.tag, [{ revid: newrevid, status: 'success', noop: true }])
    await manage('deactivate', 'good')
    assert.equal((await send(ann, { action: 'tag', revid: newrevid, add: 'good' })).error.code, 'badtags')
    await send(ann, { action: 'tag', revid: newrevid, remove: 'good' })
    assert.deepEqual([await tagsOf(newrevid), await known()], [[], []])
  })

  test('logs both; only managing tags appears in recent changes', async () => {
    const { query } = await ann.ask({ action: 'query', list: 'logevents', lelimit: 20, leprop: 'type|details|title' })
    const entries = query.logevents.map((entry: { action: string; type: string; title: string; params: object }) => [
      `${entry.type}/${entry.action}`,
      entry.title,
      entry.params,
    ])
    assert.deepEqual(
      entries.filter(([kind]: [string]) => kind.startsWith('managetags')),
      [
        ['managetags/deactivate', 'Special:Tags', { tag: 'good' }],
        ['managetags/create', 'Special:Tags', { tag: 'good' }],
      ],
    )
    const changes = await ann.ask({ action: 'query', list: 'recentchanges', rctype: 'log', rcprop: 'loginfo' })
    assert.deepEqual(
      changes.query.recentchanges.map((change: { logtype: string }) => change.logtype),
      ['managetags', 'managetags'],
    )
  })

  test('deleting a tag removes it everywhere; software-defined tags cannot be deleted', async () => {
    await manage('create', 'odd')
    const { newrevid } = await ann.edit('Other', 'x')
    await send(ann, { action: 'tag', revid: newrevid, add: 'odd' })
    const { managetags } = await manage('delete', 'odd')
    assert.equal(managetags.success, true)
    assert.deepEqual(await tagsOf(newrevid), [])
    assert.equal((await manage('delete', 'mw-undo')).error.code, 'tags-delete-not-allowed')
    assert.equal((await manage('delete', 'nothing')).error.code, 'tags-delete-not-found')
    assert.deepEqual(await recount(site.wiki, site.clock.now() / 1000), [])
  })

  test('tags the log entry, the revision and the redirect of a move', async () => {
    await manage('create', 'renamed')
    await ann.edit('Pond', 'x')
    await send(boss, { action: 'move', from: 'Pond', to: 'Lake', tags: 'renamed' })
    const titles = { action: 'query', titles: 'Pond|Lake', prop: 'revisions', rvprop: 'tags' }
    const pages: { title: string; revisions: { tags: string[] }[] }[] = (await ann.ask(titles)).query.pages
    assert.deepEqual(Object.fromEntries(pages.map(({ title, revisions }) => [title, revisions[0]!.tags.toSorted()])), {
      Pond: ['mw-new-redirect', 'renamed'],
      Lake: ['renamed'],
    })
    const log = await ann.ask({ action: 'query', list: 'logevents', letype: 'move', leprop: 'tags' })
    assert.deepEqual(log.query.logevents, [{ tags: ['renamed'] }])
    assert.deepEqual(await recount(site.wiki, site.clock.now() / 1000), [])
  })

  test('rejects invalid tag names and reports each missing change', async () => {
    const codes = await Promise.all(['a,b', 'a/b', 'a[b'].map(async name => (await manage('create', name)).error.code))
    assert.deepEqual(codes, [
      'tags-create-invalid-chars',
      'tags-create-invalid-chars',
      'tags-create-invalid-title-chars',
    ])
    const { tag } = await send(ann, { action: 'tag', revid: 99_999, rcid: 99_999, logid: 99_999 })
    assert.deepEqual(
      tag.map((row: { code: string }) => row.code),
      ['nosuchrevid', 'nosuchrcid', 'nosuchlogid'],
    )
    const refused = await send(ann, { action: 'tag', logid: 1, remove: 'mw-undo' })
    assert.equal(refused.tag[0].errors[0].code, 'tags-update-remove-not-allowed-one')
  })

  test('rejects a software-defined tag before checking the token', async () => {
    const { error } = await boss.post({ action: 'managetags', operation: 'create', tag: 'x', tags: 'no', token: 'bad' })
    assert.deepEqual([error.code, error.disallowedtags], ['badtags', ['no']])
    const odd = await send(ann, { action: 'edit', title: 'Page', text: 'x', tags: '<x>' })
    assert.equal(odd.error.info, 'The tag "<x>" is not allowed to be manually applied.')
  })
})
