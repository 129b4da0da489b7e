// The wiki's notifications on the site, from edits made through the API.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { issueToken } from '#accounts/tokens.ts'
import { followInbox, registerInbox } from '#core/follow-inbox.ts'
import { entriesOf } from '#events/inbox/entries.ts'
import { onEachEngine } from '#store/testing.ts'
import { type EditingWiki, type Editor, editingWiki } from '../../editing/testing.ts'
import { wikiInbox } from './source.ts'

onEachEngine('the inbox of the wiki', open => {
  let site: EditingWiki
  let anna: Editor
  let bert: Editor
  let boss: Editor

  before(async () => {
    site = await editingWiki(await open())
    site.services.inbox.sources.push(wikiInbox(site.services))
    await registerInbox(site.services)
    anna = await site.person('Anna')
    bert = await site.person('Bert')
    boss = await site.person('Boss', 'sysop', 'bureaucrat', 'suppress')
  })

  const doing = async (who: Editor, params: Readonly<Record<string, string>>) => {
    const answer = await who.post({ ...params, token: issueToken(who.caller, 'csrf', site.clock) })
    assert.equal(answer.error, undefined, JSON.stringify(answer))
    return answer
  }

  /** What a person got since the last call, as they may see it, the newest first. */
  async function news(who: Editor) {
    await followInbox(site.services)
    const { store, inbox } = site.services
    const rows = await entriesOf(store.read, who.caller.account!.id, { unread: true }, 100)
    await store.transaction(tx => tx.updateTable('inbox').set({ read_at: 1 }).execute())
    const shown = await inbox.sources[0]!.show(store.read, rows, who.caller)
    return shown.map(({ row, actor, where, link, text }) => [row.kind, actor, where.join(), row.title, text, link])
  }

  test('a message on a talk page', async () => {
    await bert.edit('User talk:Anna', '== Opening hours ==\nThanks for the [[table]]. Could you add winter? ~~~~', {
      summary: '/* Opening hours */ new section',
    })
    assert.deepEqual(await news(anna), [
      [
        'talk',
        'Bert',
        'User talk:Anna',
        'Opening hours',
        'Thanks for the table. Could you add winter?',
        '/wiki/User_talk:Anna#Opening_hours',
      ],
    ])
    await anna.edit('User talk:Anna', 'Done')
    assert.deepEqual(await news(anna), [], 'her own edit')
  })

  test('a mention in a signed comment, once for an edit that is also a message', async () => {
    await bert.edit('Talk:Lighthouse', '[[User:Anna]], is it 1904 or 1906? ~~~~')
    assert.deepEqual(
      (await news(anna)).map(entry => entry.slice(0, 5)),
      [['mention', 'Bert', 'Talk:Lighthouse', '', 'User:Anna, is it 1904 or 1906?']],
    )
    await bert.edit('Talk:Lighthouse', '[[User:Anna]] is a name', { minor: 1 })
    assert.deepEqual(await news(anna), [], 'neither signed nor meant')
    await bert.edit('User talk:Anna', '[[User:Anna]], hello! ~~~~')
    assert.deepEqual(
      (await news(anna)).map(([kind]) => kind),
      ['talk'],
    )
  })

  test('undo and rollback of an edit, with the summary', async () => {
    await boss.edit('Pier', 'Begun')
    const edit = await anna.edit('Pier', 'Changed')
    const undone = await bert.post({
      action: 'edit',
      title: 'Pier',
      undo: edit.newrevid,
      summary: 'Needs a source',
      token: issueToken(bert.caller, 'csrf', site.clock),
    })
    assert.equal(undone.edit?.result, 'Success', JSON.stringify(undone))
    const [entry, ...others] = await news(anna)
    assert.deepEqual(others, [])
    assert.deepEqual(entry!.slice(0, 5), ['revert', 'Bert', 'Pier', '', 'Needs a source'])
    assert.match(String(entry![5]), /diff=\d+&oldid=\d+$/)
    await anna.edit('Pier', 'Changed again')
    await boss.post({
      action: 'rollback',
      title: 'Pier',
      user: 'Anna',
      token: issueToken(boss.caller, 'rollback', site.clock),
    })
    assert.deepEqual(
      (await news(anna)).map(each => each.slice(0, 2)),
      [['revert', 'Boss']],
    )
  })

  test('a change of rights', async () => {
    await doing(boss, { action: 'edit', title: 'Pier', text: 'x' })
    const answer = await boss.post({
      action: 'userrights',
      user: 'Anna',
      add: 'bot',
      reason: 'For the import',
      token: issueToken(boss.caller, 'userrights', site.clock),
    })
    assert.equal(answer.error, undefined, JSON.stringify(answer))
    assert.deepEqual(
      (await news(anna)).map(entry => [entry[0], entry[1], entry[4]]),
      [['rights', 'Boss', 'For the import']],
    )
  })

  test('what is deleted or hidden disappears', async () => {
    await bert.edit('Talk:Harbour', '[[User:Anna]], secret ~~~~')
    const edit = await bert.edit('Talk:Harbour 2', '[[User:Anna]], name ~~~~')
    await followInbox(site.services)
    await doing(boss, { action: 'delete', title: 'Talk:Harbour' })
    await doing(boss, { action: 'revisiondelete', type: 'revision', ids: String(edit.newrevid), hide: 'user' })
    assert.deepEqual(
      (await news(anna)).map(entry => entry.slice(0, 3)),
      [['mention', null, 'Talk:Harbour 2']],
    )
  })
})
