import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { issueToken } from '#accounts/tokens.ts'
import { onEachEngine } from '#store/testing.ts'
import { pagesByName } from '../content/pages.ts'
import { findLastEdits } from '../editing/rollback-page.ts'
import { type EditingWiki, type Editor, editingWiki } from '../editing/testing.ts'
import { recount } from '../editing/testing-recount.ts'

onEachEngine('undelete, rollback, revision deletion and history merge', open => {
  let site: EditingWiki
  let ann: Editor
  let ben: Editor
  let boss: Editor
  let keeper: Editor
  before(async () => {
    site = await editingWiki(await open())
    ann = await site.person('Ann')
    ben = await site.person('Ben')
    boss = await site.person('Boss', 'sysop')
    keeper = await site.person('Keeper', 'sysop', 'suppress')
  })
  const send = (who: Editor, params: Record<string, string | number>) => {
    const type = params.action === 'rollback' ? 'rollback' : 'csrf'
    return who.post({ token: issueToken(who.caller, type, site.clock), ...params })
  }
  const codeOf = async (answer: Promise<{ error?: { code: string } }>) => (await answer).error?.code
  const clean = async () => {
    await site.runJobs()
    assert.deepEqual(await recount(site.wiki, site.clock.now() / 1000), [])
  }
  const historyOf = async (title: string, who = ann, more = {}) => {
    const request = { action: 'query', prop: 'revisions', titles: title, rvprop: 'ids|user|comment|content|tags' }
    const { query } = await who.ask({ ...request, rvslots: 'main', rvlimit: 20, ...more })
    return query.pages[0].revisions ?? []
  }
  const textsOf = async (title: string) =>
    (await historyOf(title)).map((revision: { slots: { main: { content: string } } }) => revision.slots.main.content)

  test('a restored page has its history, its id and its links', async () => {
    const { pageid } = await ann.edit('Old house', 'It stood.')
    site.clock.advance(60)
    await ben.edit('Old house', 'It stands [[here]]. [[Category:Houses]]')
    await send(boss, { action: 'delete', title: 'Old house' })
    assert.equal(await codeOf(send(ann, { action: 'undelete', title: 'Old house' })), 'permissiondenied')
    const { undelete } = await send(boss, { action: 'undelete', title: 'Old house', reason: 'it stands' })
    assert.deepEqual(undelete, { title: 'Old house', revisions: 2, fileversions: 0, reason: 'it stands' })
    const { query } = await ann.ask({ action: 'query', titles: 'Old house', prop: 'categories|links' })
    assert.equal(query.pages[0].pageid, pageid)
    assert.deepEqual(
      [query.pages[0].categories[0].title, query.pages[0].links[0].title],
      ['Category:Houses', 'here'].map(title => title[0]!.toUpperCase() + title.slice(1)),
    )
    assert.deepEqual(await textsOf('Old house'), ['It stands [[here]]. [[Category:Houses]]', 'It stood.'])
    const found = await ann.ask({ action: 'query', list: 'search', srsearch: 'stands' })
    assert.equal(found.query.search.length, 1)
    assert.equal(await codeOf(send(boss, { action: 'undelete', title: 'Old house' })), 'cantundelete')
    await clean()
  })

  test('restores selected revisions below newer ones', async () => {
    const first = await ann.edit('Barn', 'one')
    site.clock.advance(60)
    await ann.edit('Barn', 'two')
    await ann.edit('Talk:Barn', 'talk')
    await send(boss, { action: 'delete', title: 'Barn', deletetalk: 1 })
    site.clock.advance(60)
    await ben.edit('Barn', 'new')
    const one = { action: 'undelete', title: 'Barn', timestamps: first.newtimestamp, undeletetalk: 1 }
    assert.equal((await send(boss, one)).undelete.revisions, 2)
    assert.deepEqual(await textsOf('Barn'), ['new', 'one'])
    assert.equal(await site.textOf('Talk:Barn'), 'talk')
    await clean()
  })

  test('restores the talk page of a page of which no text is wanted', async () => {
    await ann.edit('Shed', 'one')
    await ann.edit('Talk:Shed', 'talk')
    await send(boss, { action: 'delete', title: 'Shed', deletetalk: 1 })
    const talkOnly = { action: 'undelete', title: 'Shed', fileids: 1, undeletetalk: 1 }
    assert.equal((await send(boss, talkOnly)).undelete.revisions, 1)
    assert.equal(await site.textOf('Talk:Shed'), 'talk')
    const { error, warnings } = await send(boss, talkOnly)
    assert.equal(error.code, 'cantundelete')
    assert.match(JSON.stringify(warnings), /associated talk page/)
    await clean()
  })

  test("rolls back a user's latest edits and tags the edit", async () => {
    await ann.edit('Mill', 'good')
    await ben.edit('Mill', 'bad')
    await ben.edit('Mill', 'worse')
    assert.equal(await codeOf(send(boss, { action: 'rollback', title: 'Mill', user: 'Ann' })), 'alreadyrolled')
    assert.equal(await codeOf(send(ann, { action: 'rollback', title: 'Mill', user: 'Ben' })), 'permissiondenied')
    const { rollback } = await send(boss, { action: 'rollback', title: 'Mill', user: 'Ben', summary: '$2 to $1' })
    assert.equal(rollback.summary, 'Ben to Ann')
    const history = await historyOf('Mill')
    assert.equal(history[0].slots.main.content, 'good')
    assert.deepEqual(
      history.map((revision: { tags: string[] }) => revision.tags),
      [['mw-rollback'], ['mw-reverted'], ['mw-reverted'], []],
    )
    await ann.edit('Alone', 'x')
    assert.equal(await codeOf(send(boss, { action: 'rollback', title: 'Alone', user: 'Ann' })), 'onlyauthor')
    await clean()
  })

  test('a page deleted during a rollback has nothing to roll back', async () => {
    await ann.edit('Mist', 'x')
    const [page] = await pagesByName(site.wiki.db, [{ ns: 0, title: 'Mist' }])
    await send(boss, { action: 'delete', title: 'Mist' })
    assert.equal(await findLastEdits(site.wiki.db, page!), null)
  })

  test('hidden content is visible with the right only, and the latest text cannot be hidden', async () => {
    await ann.edit('Diary', 'mine')
    const { newrevid: id } = await ben.edit('Diary', 'secret', { summary: 'telling' })
    const { newrevid: latest } = await ann.edit('Diary', 'mine again')
    const hide = { action: 'revisiondelete', type: 'revision', hide: 'content|comment|user' }
    assert.equal(await codeOf(send(boss, { ...hide, ids: id })), 'permissiondenied')
    const { revisiondelete } = await send(keeper, { ...hide, ids: `${id}|${latest}|99999` })
    assert.deepEqual(
      revisiondelete.items.map((item: { id: number; errors?: { code: string }[] }) => [
        item.id,
        item.errors?.[0]?.code,
      ]),
      [
        [latest, 'revdelete-hide-current'],
        [id, undefined],
        [99999, 'revdelete-modify-missing'],
      ],
    )
    const { revisiondelete: elsewhere } = await send(keeper, { ...hide, type: 'archive', ids: id })
    assert.deepEqual([elsewhere.target, elsewhere.items[0].status], ['Diary', 'Fail'])
    const seen = (await historyOf('Diary'))[1]
    assert.deepEqual([seen.userhidden, seen.commenthidden, seen.slots.main.texthidden], [true, true, true])
    assert.deepEqual([seen.user, seen.comment, seen.slots.main.content], [undefined, undefined, undefined])
    assert.equal((await historyOf('Diary', boss))[1].slots.main.content, 'secret')
    await send(keeper, { ...hide, ids: id, suppress: 'yes' })
    assert.equal((await historyOf('Diary', boss))[1].slots.main.content, undefined)
    await send(keeper, {
      action: 'revisiondelete',
      type: 'revision',
      ids: id,
      show: 'content|comment|user',
      suppress: 'no',
    })
    assert.equal((await historyOf('Diary'))[1].slots.main.content, 'secret')
    await clean()
  })

  test('a log entry can be hidden', async () => {
    await ann.edit('Rumour', 'x')
    const { delete: done } = await send(boss, { action: 'delete', title: 'Rumour', reason: 'names' })
    await send(keeper, { action: 'revisiondelete', type: 'logging', ids: done.logid, hide: 'comment|user' })
    const { query } = await ann.ask({ action: 'query', list: 'logevents', letitle: 'Rumour', letype: 'delete' })
    const [entry] = query.logevents
    assert.deepEqual(
      [entry.user, entry.comment, entry.userhidden, entry.commenthidden],
      [undefined, undefined, true, true],
    )
  })

  test('merges an older history and leaves a redirect', async () => {
    await ann.edit('Village', 'old [[road]]')
    site.clock.advance(60)
    await ben.edit('Town', 'new')
    assert.equal(
      await codeOf(send(boss, { action: 'mergehistory', from: 'Town', to: 'Village' })),
      'mergehistory-fail-timestamps-overlap',
    )
    assert.equal(
      await codeOf(send(ann, { action: 'mergehistory', from: 'Village', to: 'Town' })),
      'mergehistory-fail-permission',
    )
    const { mergehistory } = await send(boss, { action: 'mergehistory', from: 'Village', to: 'Town', reason: 'grown' })
    assert.deepEqual([mergehistory.from, mergehistory.to, mergehistory.reason], ['Village', 'Town', 'grown'])
    assert.deepEqual(await textsOf('Town'), ['new', 'old [[road]]'])
    assert.deepEqual(await textsOf('Village'), ['#REDIRECT [[Town]]'])
    await clean()
  })
})
