import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { before, test } from 'node:test'
import { issueToken } from '#accounts/tokens.ts'
import { temporaryStore } from '#store/testing.ts'
import { type EditingWiki, type Editor, editingWiki } from '../editing/testing.ts'

let site: EditingWiki
let ann: Editor
let boss: Editor
before(async () => {
  site = await editingWiki(await temporaryStore('sqlite'))
  ann = await site.person('Ann')
  boss = await site.person('Boss', 'sysop')
  await boss.edit('Main', 'text')
})

const refused = async (who: Editor, params: Record<string, string | number>) =>
  who.refusal({ title: 'Main', text: 'x', ...params })

test('rejects contradictory or incomplete parameters', async () => {
  const { refusal } = ann
  assert.equal(await refusal({ title: 'Main' }), 'missingparam')
  assert.equal(await refusal({ text: 'x' }), 'missingparam')
  assert.equal(await refusal({ title: 'Main', pageid: 1, text: 'x' }), 'invalidparammix')
  assert.equal(await refusal({ pageid: 999, text: 'x' }), 'nosuchpageid')
  for (const title of ['A[b', '', 'Talk:#x', 'wikipedia:Foo', ':'])
    assert.equal(await refusal({ title, text: 'x' }), 'invalidtitle', title)
  for (const title of ['Special:Version', 'Media:X.png', '#x'])
    assert.equal(await refusal({ title, text: 'x' }), 'pagecannotexist', title)
  assert.equal(await refused(ann, { createonly: 1 }), 'articleexists')
  assert.equal(await refused(ann, { title: 'None', nocreate: 1 }), 'missingtitle')
  assert.equal(await refused(ann, { md5: 'abc' }), 'badmd5')
  assert.equal(await refused(ann, { text: 'x'.repeat(2048 * 1024 + 1) }), 'contenttoobig')
  assert.equal(await refused(ann, { contentmodel: 'unknown' }), 'no-direct-editing')
  assert.equal(await refused(ann, { undo: -5 }), 'outofrange')
})

test('strips heading markup from the title of a new section', async () => {
  const saved = async (sectiontitle: string, name = 'sectiontitle') => {
    await ann.edit('Sections', '')
    await ann.edit('Sections', 'body', { section: 'new', [name]: sectiontitle })
    const request = { action: 'query', prop: 'revisions', titles: 'Sections', rvprop: 'comment', rvlimit: 1 }
    const { comment } = (await ann.ask(request)).query.pages[0].revisions[0]
    return [await site.textOf('Sections'), /^\/\* (.*) \*\//.exec(comment)?.[1]]
  }
  for (const title of ['x', '== x ==', '=x=', '====== x ======', '  == x ==  ', '= x =='])
    assert.deepEqual(await saved(title), ['== x ==\n\nbody', 'x'], title)
  for (const title of ['== x', 'x ==', '== x == y', '='])
    assert.deepEqual(await saved(title), [`== ${title} ==\n\nbody`, title], title)
  for (const title of ['==', '== ==', '====']) assert.deepEqual(await saved(title), ['body', undefined], title)
  assert.deepEqual(await saved('== x ==', 'summary'), ['== x ==\n\nbody', 'x'])
})

test('rejects a text that does not match its md5', async () => {
  const text = 'Чай'
  assert.equal((await ann.edit('Guarded', text, { md5: hash('md5', text, 'hex') })).new, true)
})

test('requires a token, sent in the body', async () => {
  assert.equal(await refused(ann, { token: 'abc' }), 'badtoken')
  assert.equal(await refused(ann, { token: '' }), 'missingparam')
  assert.equal(await refused(ann, { token: '+\\' }), 'badtoken')
  assert.equal((await ann.ask({ action: 'edit', title: 'X', text: 'y', token: 'x' })).error.code, 'mustpostparams')
  assert.equal((await ann.ask({ action: 'edit', title: 'X', text: 'y' })).error.code, 'missingparam')
  assert.equal(await refused(site.anonymous, { assert: 'user' }), 'assertuserfailed')
  assert.equal((await site.anonymous.edit('Anybody', 'x')).new, true)
})

test('protected pages, interface pages and the scripts of other users require rights', async () => {
  await boss.edit('Locked', '{{Locked too}}')
  const { id } = await site.wiki.db
    .selectFrom('page')
    .where('title', '=', 'Locked')
    .select('id')
    .executeTakeFirstOrThrow()
  await site.wiki.store.transaction(async tx => {
    const rule = { page_id: id, type: 'edit', level: 'sysop', cascade: 1, expires_at: null }
    await tx.insertInto('page_restriction').values(rule).execute()
    const title = { ns: 0, title: 'Never', account_id: 1, summary_id: 1, timestamp: 1, level: 'sysop' }
    await tx
      .insertInto('protected_title')
      .values({ ...title, expires_at: null })
      .execute()
  })
  assert.equal(await refused(ann, { title: 'Locked' }), 'protectedpage')
  assert.equal(await refused(ann, { title: 'Template:Locked too' }), 'cascadeprotected')
  assert.equal(await refused(ann, { title: 'Never' }), 'protectedpage')
  assert.equal(await refused(ann, { title: 'MediaWiki:Edit' }), 'protectednamespace-interface')
  assert.equal(await refused(ann, { title: 'User:Boss/common.js' }), 'customjsprotected')
  assert.equal(await refused(boss, { title: 'MediaWiki:Common.js' }), 'sitejsprotected')
  assert.equal(await refused(boss, { title: 'Main', contentmodel: 'unknown' }), 'no-direct-editing')
  assert.equal((await boss.edit('Never', 'after all')).new, true)
  const rest = await site.wiki.db.selectFrom('protected_title').selectAll().execute()
  assert.deepEqual(rest, [])
  assert.equal((await ann.edit('User:Ann/common.js', 'x')).contentmodel, 'javascript')
})

test('reports who blocked the user and until when', async () => {
  const blocked = await site.person('Blocked')
  await boss.edit('Talk:Main', 'x')
  await site.wiki.store.transaction(async tx => {
    const who = { address: 'Blocked', account_id: blocked.caller.account!.id, by_actor_id: 1, summary_id: 1 }
    await tx
      .insertInto('block')
      .values({ ...who, timestamp: 1_794_000_000, expires_at: null, parent_block_id: null, enable_autoblock: 0 })
      .execute()
  })
  const token = (await blocked.ask({ action: 'query', meta: 'tokens' })).query.tokens.csrftoken
  const { error } = await blocked.post({ action: 'edit', title: 'Main', text: 'x', token })
  assert.equal(error.code, 'blocked')
  assert.deepEqual([error.blockinfo.blockedby, error.blockinfo.blockexpiry], ['Boss', 'infinite'])
})

test('accepts only tags that users may apply', async () => {
  await site.wiki.store.transaction(tx =>
    tx.insertInto('tag_def').values({ name: 'spelling', user_defined: 1 }).execute(),
  )
  await ann.edit('Tagged', 'x', { tags: 'spelling' })
  const { query } = await ann.ask({ action: 'query', list: 'recentchanges', rcprop: 'title|tags', rctag: 'spelling' })
  assert.deepEqual(query.recentchanges[0].tags, ['spelling'])
  assert.equal(await refused(ann, { tags: 'mw-undo' }), 'badtags')
  assert.equal(await refused(ann, { tags: 'nosuch|spelling' }), 'badtags')
  assert.equal(await refused(site.anonymous, { tags: 'spelling' }), 'tags-apply-no-permission')
})

test('marks edits of a bot only when asked to', async () => {
  const bot = await site.person('Robot', 'bot')
  await bot.edit('By a bot', 'x', { bot: 1 })
  const plain = await bot.edit('By a bot', 'y')
  assert.equal(plain.watched, undefined)
  const { query } = await ann.ask({ action: 'query', list: 'recentchanges', rcprop: 'title|flags', rclimit: 2 })
  assert.deepEqual(
    query.recentchanges.map((change: { bot: boolean }) => change.bot),
    [false, true],
  )
})

test('recreates a deleted page only on request', async () => {
  await site.wiki.store.transaction(async tx => {
    const entry = { type: 'delete', action: 'delete', timestamp: 1_794_700_000, actor_id: 1, ns: 0, title: 'Back' }
    await tx
      .insertInto('log')
      .values({ ...entry, page_id: 1, summary_id: 1 })
      .execute()
  })
  const before = { title: 'Back', starttimestamp: '2026-11-01T00:00:00Z' }
  assert.equal(await refused(ann, before), 'pagedeleted')
  assert.equal((await ann.edit('Back', 'x', { ...before, recreate: 1 })).new, true)
})

test('rejects edits on a read-only wiki, and visitors on a private one', async () => {
  const store = await temporaryStore('sqlite')
  const still = await editingWiki(store, { readOnly: 'Moving house' })
  const { error } = await still.anonymous.post({ action: 'edit', title: 'X', text: 'x', token: '+\\' })
  assert.deepEqual([error.code, error.readonlyreason], ['readonly', 'Moving house'])
  const closed = await editingWiki(store, { wikiAccess: 'private' })
  assert.equal(await closed.anonymous.refusal({ title: 'X', text: 'x' }), 'readapidenied')
})

test('stores or rejects unusual texts without failing', async () => {
  const texts = [
    '{{'.repeat(5000),
    '[['.repeat(20_000),
    '\u0000\ud800',
    '== '.repeat(5000),
    '{{Loop}}',
    '~~~~'.repeat(2000),
  ]
  for (const text of texts) {
    const edit = await ann.edit('Template:Loop', `${text}.`)
    assert.equal(edit.result, 'Success')
  }
  const links = Array.from({ length: 35_000 }, (_, i) => `[[p${i}]]`).join('')
  assert.equal((await ann.edit('Many', links)).result, 'Success')
  assert.equal((await ann.edit('Many', '')).result, 'Success')
  for (const section of ['999999999999999999999', 'T-', 'new ', '-1', '1e3'])
    assert.match(await refused(ann, { section }), /^(invalidsection|nosuchsection)$/, section)
})

test('names the page in errors by its prefixed title with underscores', async () => {
  const token = issueToken(ann.caller, 'csrf', site.clock)
  const { error } = await ann.post({ action: 'edit', title: 'Two words', text: 'x', contentformat: 'text/css', token })
  assert.match(error.info, /used by Two_words\.$/)
})
