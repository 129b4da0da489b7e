import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { issueToken } from '#accounts/tokens.ts'
import { onEachEngine } from '#store/testing.ts'
import { type EditingWiki, type Editor, editingWiki } from '../editing/testing.ts'
import { recount } from '../editing/testing-recount.ts'

onEachEngine('content models, stashed edits, notification timestamps', open => {
  let site: EditingWiki
  let ann: Editor
  let bob: Editor
  before(async () => {
    site = await editingWiki(await open())
    ann = await site.person('Ann')
    bob = await site.person('Bob')
  })
  const send = (who: Editor, params: Record<string, string | number>) =>
    who.post({ token: issueToken(who.caller, 'csrf', site.clock), ...params })

  test('changes the content model with an edit and a log entry', async () => {
    await ann.edit('Data', '{"a":1}')
    const { changecontentmodel: done } = await send(ann, {
      action: 'changecontentmodel',
      title: 'Data',
      model: 'json',
      summary: 'tidier',
    })
    assert.deepEqual([done.result, done.contentmodel], ['Success', 'json'])
    assert.equal(await site.textOf('Data'), '{\n\t"a": 1\n}')
    const query = { action: 'query', titles: 'Data', prop: 'revisions', rvprop: 'comment|tags', rvlimit: 1 }
    const [revision] = (await ann.ask(query)).query.pages[0].revisions
    assert.deepEqual(revision.tags, ['mw-contentmodelchange'])
    assert.match(revision.comment, /^Ann changed the content model of the page \[\[Data\]\] .*: tidier$/)
    const { logevents } = (await ann.ask({ action: 'query', list: 'logevents', letype: 'contentmodel' })).query
    assert.deepEqual([logevents[0].logid, logevents[0].comment], [done.logid, 'tidier'])
    assert.deepEqual(await recount(site.wiki, site.clock.now() / 1000), [])
  })

  test('rejects content that does not fit the new model', async () => {
    await ann.edit('Prose', 'no data')
    const codeOf = async (who: Editor, more: Record<string, string>) =>
      (await send(who, { action: 'changecontentmodel', summary: '', ...more })).error?.code
    assert.deepEqual(
      [
        await codeOf(ann, { title: 'Prose', model: 'json' }),
        await codeOf(ann, { title: 'Prose', model: 'wikitext' }),
        await codeOf(ann, { title: 'Nowhere', model: 'css' }),
        await codeOf(site.anonymous, { title: 'Prose', model: 'css' }),
      ],
      ['invalid-json-data', 'nochanges', 'changecontentmodel-missingtitle', 'permissiondenied'],
    )
  })

  test('merges only texts with the same content model', async () => {
    await ann.edit('Becoming', 'first')
    const { revisions } = (await ann.ask({ action: 'query', prop: 'revisions', titles: 'Becoming' })).query.pages[0]
    await send(ann, { action: 'changecontentmodel', title: 'Becoming', model: 'text' })
    const refused = await send(ann, {
      action: 'stashedit',
      title: 'Becoming',
      contentmodel: 'wikitext',
      contentformat: 'text/x-wiki',
      baserevid: revisions[0].revid,
      text: 'second',
    })
    assert.equal(refused.error.code, 'contentmodel-mismatch')
  })

  test('accepts the hash of a stashed text instead of the text', async () => {
    const stash = (more: Record<string, string | number>) =>
      send(ann, {
        action: 'stashedit',
        title: 'Draft',
        contentmodel: 'wikitext',
        contentformat: 'text/x-wiki',
        baserevid: 0,
        ...more,
      })
    const { stashedit } = await stash({ text: 'words\r\n' })
    assert.equal(stashedit.status, 'stashed')
    assert.deepEqual((await stash({ stashedtexthash: stashedit.texthash })).stashedit, stashedit)
    assert.equal((await stash({ stashedtexthash: '0'.repeat(40) })).error.code, 'missingtext')
    assert.equal((await stash({ text: 'x', contentformat: 'text/css' })).error.code, 'badmodelformat')
  })

  test('sets the notification timestamp of watched pages', async () => {
    await ann.edit('Watched', 'a', { watchlist: 'watch' })
    site.clock.advance(10)
    await bob.edit('Watched', 'b')
    const seen = (more: Record<string, string | number>) =>
      send(ann, { action: 'setnotificationtimestamp', titles: 'Watched', ...more })
    const timeOf = async () => {
      const query = { action: 'query', titles: 'Watched', prop: 'info', inprop: 'notificationtimestamp' }
      return (await ann.ask(query)).query.pages[0].notificationtimestamp
    }
    assert.notEqual(await timeOf(), '')
    assert.deepEqual((await seen({})).setnotificationtimestamp, [
      { ns: 0, title: 'Watched', notificationtimestamp: '' },
    ])
    assert.equal(await timeOf(), '')
    await seen({ timestamp: '2020-01-01T00:00:00Z' })
    assert.equal(await timeOf(), '2020-01-01T00:00:00Z')
    const others = await seen({ titles: 'Watched|Nowhere', torevid: 1 })
    assert.deepEqual(others.setnotificationtimestamp.at(-1), {
      ns: 0,
      title: 'Nowhere',
      missing: true,
      notwatched: true,
    })
    assert.equal((await seen({ entirewatchlist: 1 })).error.code, 'multisource')
    await send(ann, { action: 'setnotificationtimestamp', entirewatchlist: 1 })
    assert.equal(await timeOf(), '')
  })
})

onEachEngine('page languages', open => {
  test('can be set with the right, logged and reset', async () => {
    const site = await editingWiki(await open(), { pageLanguages: ['sysop'] })
    const [ann, boss] = [await site.person('Ann'), await site.person('Boss', 'sysop')]
    await ann.edit('Seite', 'Text')
    const set = (who: Editor, lang: string, more: Record<string, string> = {}) =>
      who.post({
        token: issueToken(who.caller, 'csrf', site.clock),
        action: 'setpagelanguage',
        title: 'Seite',
        lang,
        ...more,
      })
    const languageOf = async () =>
      (await ann.ask({ action: 'query', prop: 'info', titles: 'Seite' })).query.pages[0].pagelanguage
    const expanded = async (title: string) =>
      (await ann.ask({ action: 'expandtemplates', title, text: '{{PAGELANGUAGE}}', prop: 'wikitext' })).expandtemplates
        .wikitext
    assert.equal(await expanded('Seite'), 'en')
    assert.equal((await set(ann, 'de')).error.code, 'permissiondenied')
    const { setpagelanguage: done } = await set(boss, 'de', { reason: 'it is German' })
    assert.deepEqual([done.oldlanguage, done.newlanguage, await languageOf()], ['en[def]', 'de', 'de'])
    assert.deepEqual(await Promise.all(['Seite', 'Elsewhere', 'MediaWiki:Sidebar/fr'].map(expanded)), [
      'de',
      'en',
      'fr',
    ])
    const { logevents } = (await ann.ask({ action: 'query', list: 'logevents', letitle: 'Seite', lelimit: 1 })).query
    assert.deepEqual(
      [logevents[0].logid, logevents[0].type, logevents[0].comment, logevents[0].params],
      [done.logid, 'pagelang', 'it is German', { oldlanguage: 'en[def]', newlanguage: 'de' }],
    )
    assert.equal((await set(boss, 'de')).error.code, 'pagelang-unchanged-language')
    assert.equal((await set(boss, 'default')).setpagelanguage.newlanguage, 'en[def]')
    assert.equal((await set(boss, 'default')).error.code, 'pagelang-unchanged-language')
    assert.equal((await set(boss, 'fr', { title: 'Nowhere' })).error.code, 'missingtitle')
    assert.deepEqual([await languageOf(), await recount(site.wiki, site.clock.now() / 1000)], ['en', []])
  })

  test('cannot be set unless the site configures them', async () => {
    const site = await editingWiki(await open())
    const boss = await site.person('Boss', 'sysop')
    const token = issueToken(boss.caller, 'csrf', site.clock)
    const refused = await boss.post({ token, action: 'setpagelanguage', title: 'Seite', lang: 'de' })
    assert.equal(refused.error.code, 'pagelang-disabled')
  })
})
