import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import defaultGroups from '#accounts/default-groups.json' with { type: 'json' }
import { issueToken } from '#accounts/tokens.ts'
import { onEachEngine } from '#store/testing.ts'
import { type EditingWiki, type Editor, editingWiki } from '../editing/testing.ts'

type Row = Record<string, unknown>

/** Splits the rights of administrators over several groups. */
const GROUPS = [
  ...defaultGroups.map(group => ({
    ...group,
    rights: group.rights.filter(right => group.name !== 'user' || right !== 'move-rootuserpages'),
  })),
  { name: 'historian', rights: ['deletedhistory'] },
  { name: 'archivist', rights: ['deletedhistory', 'deletedtext'] },
  { name: 'restorer', rights: ['deletedhistory', 'undelete'] },
  { name: 'auditor', rights: ['deletedhistory', 'deletedtext', 'viewsuppressed'] },
]

onEachEngine('hidden and deleted content', open => {
  let site: EditingWiki
  let ben: Editor
  let boss: Editor
  let keeper: Editor
  let historian: Editor
  let archivist: Editor
  let restorer: Editor
  let auditor: Editor
  before(async () => {
    const store = await open()
    await store.transaction(tx =>
      tx
        .insertInto('site_setting')
        .values({ key: 'usergroups', value: JSON.stringify(GROUPS) })
        .execute(),
    )
    site = await editingWiki(store)
    ben = await site.person('Ben')
    boss = await site.person('Boss', 'sysop')
    keeper = await site.person('Keeper', 'sysop', 'suppress')
    historian = await site.person('Historian', 'historian')
    archivist = await site.person('Archivist', 'archivist')
    restorer = await site.person('Restorer', 'restorer')
    auditor = await site.person('Auditor', 'auditor')
  })
  const send = (who: Editor, params: Record<string, string | number>) =>
    who.post({ token: issueToken(who.caller, 'csrf', site.clock), ...params })
  const hide = async (type: string, id: number, parts: string, more: Record<string, string> = {}) => {
    const order = { action: 'revisiondelete', type, ids: id, hide: parts, ...more }
    const { revisiondelete } = await send(keeper, order)
    assert.equal(revisiondelete?.items[0].status, 'Success')
  }
  const remove = async (title: string) => {
    const { delete: done } = await send(boss, { action: 'delete', title, reason: 'for a reason' })
    assert.ok(done.logid)
    return done.logid as number
  }
  const editTwice = async (title: string) => {
    const { newrevid } = await ben.edit(title, `first of ${title}`, { summary: 'telling' })
    site.clock.advance(1)
    await boss.edit(title, `second of ${title}`)
    return newrevid as number
  }
  const picked = (row: Row, ...names: string[]): Row =>
    Object.fromEntries(names.flatMap(name => (name in row ? [[name, row[name]]] : [])))

  const logEntry = async (who: Editor, id: number, letitle = ''): Promise<Row> => {
    const request = { action: 'query', list: 'logevents', letype: 'delete', lelimit: 50, ...(letitle && { letitle }) }
    const { query } = await who.ask({ ...request, leprop: 'ids|title|type|user|comment' })
    return query.logevents.find((row: Row) => row.logid === id) ?? {}
  }
  const LOG_FIELDS = ['title', 'user', 'comment', 'actionhidden', 'userhidden', 'commenthidden', 'suppressed']

  test('a partly hidden log entry stays visible except for the hidden part', async () => {
    await ben.edit('Rumour', 'x')
    const id = await remove('Rumour')
    const whole = { title: 'Rumour', user: 'Boss', comment: 'for a reason' }
    await hide('logging', id, 'comment')
    assert.deepEqual(picked(await logEntry(ben, id), ...LOG_FIELDS), {
      title: 'Rumour',
      user: 'Boss',
      commenthidden: true,
    })
    assert.deepEqual(picked(await logEntry(boss, id), ...LOG_FIELDS), { ...whole, commenthidden: true })
    // The deletedhistory right is enough for log entries, including their targets.
    await hide('logging', id, 'content')
    assert.deepEqual(picked(await logEntry(ben, id), ...LOG_FIELDS), {
      user: 'Boss',
      actionhidden: true,
      commenthidden: true,
    })
    const { query } = await ben.ask({
      action: 'query',
      list: 'logevents',
      letype: 'delete',
      leprop: 'type',
      lelimit: 50,
    })
    for (const row of query.logevents) assert.deepEqual(Object.keys(row).sort(), ['action', 'type'])
    const both = { ...whole, actionhidden: true, commenthidden: true }
    assert.deepEqual(picked(await logEntry(historian, id), ...LOG_FIELDS), both)
    await hide('logging', id, 'content|comment|user', { suppress: 'yes' })
    const marks = { actionhidden: true, userhidden: true, commenthidden: true, suppressed: true }
    assert.deepEqual(picked(await logEntry(boss, id), ...LOG_FIELDS), marks)
    for (const who of [keeper, auditor])
      assert.deepEqual(picked(await logEntry(who, id), ...LOG_FIELDS), { ...whole, ...marks })
  })

  test('filtering by title or user does not reveal what a log entry hides', async () => {
    await ben.edit('Whisper', 'x')
    const id = await remove('Whisper')
    const found = async (who: Editor, filter: Row) => {
      const { query } = await who.ask({ action: 'query', list: 'logevents', leprop: 'ids', lelimit: 50, ...filter })
      return query.logevents.some((row: Row) => row.logid === id)
    }
    const everybody = [ben, historian, boss, auditor, keeper]
    const foundBy = async (filter: Row) => {
      const seen: boolean[] = []
      for (const who of everybody) seen.push(await found(who, filter))
      return seen
    }
    await hide('logging', id, 'content')
    assert.deepEqual(await foundBy({ letitle: 'Whisper' }), [false, true, true, true, true])
    assert.deepEqual(await foundBy({ leuser: 'Boss' }), [true, true, true, true, true])
    await hide('logging', id, 'user', { suppress: 'yes' })
    assert.deepEqual(await foundBy({ letitle: 'Whisper' }), [false, false, false, true, true])
    assert.deepEqual(await foundBy({ leuser: 'Boss' }), [false, false, false, true, true])
  })

  const revisionOf = async (who: Editor, id: number): Promise<Row> => {
    const request = { action: 'query', prop: 'revisions', revids: id, rvprop: 'ids|user|userid|comment|sha1|content' }
    return (await who.ask({ ...request, rvslots: 'main' })).query.pages[0].revisions[0]
  }
  const contentOf = (row: Row) => (row as { slots: { main: Row } }).slots.main

  test('parts of a revision are hidden separately, and hidden text requires its own right', async () => {
    const id = await editTwice('Diary')
    await hide('revision', id, 'user')
    const anonymous = await revisionOf(ben, id)
    assert.deepEqual(picked(anonymous, 'user', 'userid', 'userhidden', 'comment', 'suppressed'), {
      userhidden: true,
      comment: 'telling',
    })
    assert.equal(contentOf(anonymous).content, 'first of Diary')
    await hide('revision', id, 'content|comment')
    const parts = async (who: Editor) => {
      const row = await revisionOf(who, id)
      return [row.user, row.comment, 'sha1' in row, contentOf(row).content, contentOf(row).texthidden, row.suppressed]
    }
    const [nothing, text] = [undefined, 'first of Diary']
    assert.deepEqual(await parts(ben), [nothing, nothing, false, nothing, true, nothing])
    assert.deepEqual(await parts(historian), ['Ben', 'telling', false, nothing, true, nothing])
    assert.deepEqual(await parts(archivist), ['Ben', 'telling', true, text, true, nothing])
    await hide('revision', id, 'content', { suppress: 'yes' })
    assert.deepEqual(await parts(archivist), [nothing, nothing, false, nothing, true, true])
    assert.deepEqual(await parts(boss), [nothing, nothing, false, nothing, true, true])
    assert.deepEqual(await parts(auditor), ['Ben', 'telling', true, text, true, true])
    assert.deepEqual(await parts(keeper), ['Ben', 'telling', true, text, true, true])
  })

  test('hiding reports the new state of revisions and log entries', async () => {
    const id = await editTwice('Notice')
    const logid = await remove('Notice')
    const state = async (type: string, item: number) => {
      const order = { action: 'revisiondelete', type, ids: item, hide: 'comment', target: 'Notice' }
      const [row] = (await send(keeper, order)).revisiondelete.items
      return picked(
        row,
        'status',
        'userhidden',
        'commenthidden',
        'texthidden',
        'actionhidden',
        'userid',
        'user',
        'comment',
      )
    }
    const hidden = { status: 'Success', userhidden: false, commenthidden: true }
    const { id: author } = ben.caller.account!
    const revision = { ...hidden, texthidden: false, userid: author, user: 'Ben', comment: 'telling' }
    assert.deepEqual(await state('revision', id), revision)
    const { id: remover } = boss.caller.account!
    const entry = { ...hidden, actionhidden: false, userid: String(remover), user: 'Boss', comment: 'for a reason' }
    assert.deepEqual(await state('logging', logid), entry)
  })

  test('contributions do not reveal a hidden author', async () => {
    const id = await editTwice('Letter')
    const foundBy = async (who: Editor) => {
      const { query } = await who.ask({ action: 'query', list: 'usercontribs', ucuser: 'Ben', uclimit: 50 })
      return query.usercontribs.some((row: Row) => row.revid === id)
    }
    const all = async () => [await foundBy(ben), await foundBy(historian), await foundBy(auditor)]
    await hide('revision', id, 'content')
    assert.deepEqual(await all(), [true, true, true])
    await hide('revision', id, 'user')
    assert.deepEqual(await all(), [false, true, true])
    await hide('revision', id, 'user', { suppress: 'yes' })
    assert.deepEqual(await all(), [false, false, true])
  })

  const deletedRow = async (who: Editor, title: string, id: number): Promise<Row> => {
    const drprop = 'revid|user|userid|comment|parsedcomment|len|sha1|content'
    const { query } = await who.ask({ action: 'query', list: 'deletedrevs', titles: title, drprop, drlimit: 10 })
    return query.deletedrevs[0].revisions.find((row: Row) => row.revid === id)
  }
  const DELETED_MARKS = ['userhidden', 'commenthidden', 'sha1hidden', 'texthidden', 'suppressed']
  const DELETED_FACTS = ['user', 'comment', 'parsedcomment', 'text']

  test('deleted revisions keep their hidden parts and report suppression', async () => {
    const id = await editTwice('Attic')
    const open = (await ben.edit('Attic', 'third')).newrevid
    await remove('Attic')
    const facts = { user: 'Ben', comment: 'telling', parsedcomment: 'telling', text: 'first of Attic' }
    const show = async (who: Editor) => picked(await deletedRow(who, 'Attic', id), ...DELETED_FACTS, ...DELETED_MARKS)
    assert.deepEqual(await show(boss), facts)
    await hide('revision', id, 'user|comment|content', { target: 'Attic' })
    const marks = { userhidden: true, commenthidden: true, sha1hidden: true, texthidden: true }
    assert.deepEqual(await show(boss), { ...facts, ...marks })
    await hide('revision', id, 'content', { target: 'Attic', suppress: 'yes' })
    assert.deepEqual(await show(boss), { ...marks, suppressed: true })
    assert.deepEqual(await show(keeper), { ...facts, ...marks, suppressed: true })
    assert.deepEqual(picked(await deletedRow(boss, 'Attic', open), ...DELETED_MARKS), {})
    const drprop = 'revid|len'
    const { query } = await boss.ask({ action: 'query', list: 'deletedrevs', titles: 'Attic', drprop, drlimit: 10 })
    for (const row of query.deletedrevs[0].revisions) assert.deepEqual(picked(row, ...DELETED_MARKS), {})
    const refused = await ben.ask({ action: 'query', list: 'deletedrevs', titles: 'Attic' })
    assert.equal(refused.error.code, 'permissiondenied')
  })

  test('a deleted revision reports hidden parts only for the requested fields', async () => {
    const id = await editTwice('Cellar')
    await ben.edit('Cellar', 'third')
    await hide('revision', id, 'comment', { suppress: 'yes' })
    await remove('Cellar')
    const marksOf = async (drprop: string) => {
      const request = { action: 'query', list: 'deletedrevs', titles: 'Cellar', drlimit: 10 }
      const { query } = await boss.ask({ ...request, drprop: `revid|${drprop}` })
      return picked(
        query.deletedrevs[0].revisions.find((row: Row) => row.revid === id),
        ...DELETED_MARKS,
      )
    }
    assert.deepEqual(await marksOf('comment'), { commenthidden: true, suppressed: true })
    assert.deepEqual(await marksOf('user'), {})
    assert.deepEqual(await marksOf('content|sha1'), {})
  })

  test('deleted revisions can be compared with the right to read or restore them', async () => {
    const id = await editTwice('Shed')
    const { newrevid: other } = await ben.edit('Yard', 'grass')
    await remove('Shed')
    const result = async (who: Editor) => {
      const answer = await who.ask({ action: 'compare', fromrev: id, torev: other })
      return answer.error?.code ?? /<del[^>]*>([^<]*)/.exec(answer.compare.body)?.[1]
    }
    assert.deepEqual(
      [await result(ben), await result(historian), await result(restorer), await result(archivist), await result(boss)],
      ['nosuchrevid', 'nosuchrevid', 'first of Shed', 'first of Shed', 'first of Shed'],
    )
  })

  test('comparing a hidden revision shows only what the reader may see', async () => {
    const id = await editTwice('Stable')
    const latest = (await ben.edit('Stable', 'third')).newrevid
    const shown = async (who: Editor) => {
      const answer = await who.ask({ action: 'compare', fromrev: id, torev: latest, prop: 'user|comment|diff' })
      if (answer.error) return answer.error.code
      const names = ['fromuser', 'fromcomment', 'fromuserhidden', 'fromcommenthidden', 'fromtexthidden']
      return picked(answer.compare, ...names, 'fromsuppressed')
    }
    await hide('revision', id, 'user|comment')
    const marks = { fromuserhidden: true, fromcommenthidden: true }
    assert.deepEqual(await shown(ben), marks)
    assert.deepEqual(await shown(historian), { ...marks, fromuser: 'Ben', fromcomment: 'telling' })
    await hide('revision', id, 'content')
    assert.equal(await shown(ben), 'missingcontent')
    assert.equal(await shown(historian), 'missingcontent')
    const all = { ...marks, fromtexthidden: true, fromuser: 'Ben', fromcomment: 'telling' }
    assert.deepEqual(await shown(archivist), all)
    await hide('revision', id, 'content', { suppress: 'yes' })
    assert.equal(await shown(boss), 'missingcontent')
    assert.deepEqual(await shown(auditor), { ...all, fromsuppressed: true })
  })

  test('contributions return the requested fields and mark hidden ones', async () => {
    const id = await editTwice('Pantry')
    const row = async (who: Editor, ucprop: string): Promise<Row> => {
      const { query } = await who.ask({ action: 'query', list: 'usercontribs', ucuser: 'Ben', ucprop, uclimit: 500 })
      return query.usercontribs.find((each: Row) => each.revid === id)
    }
    assert.deepEqual(Object.keys(await row(ben, 'ids')), ['userid', 'user', 'pageid', 'revid', 'parentid'])
    const all = await row(ben, 'ids|flags|comment|size|sizediff')
    const sizes = { size: 15, sizediff: 15 }
    assert.deepEqual(picked(all, 'new', 'minor', 'top', 'comment', 'size', 'sizediff', 'userhidden'), {
      new: true,
      minor: false,
      top: false,
      comment: 'telling',
      ...sizes,
    })
    assert.deepEqual(picked(await row(boss, 'ids|patrolled'), 'patrolled', 'autopatrolled', 'comment'), {
      patrolled: false,
      autopatrolled: false,
    })
    await hide('revision', id, 'comment')
    assert.deepEqual(picked(await row(ben, 'ids|comment'), 'comment', 'commenthidden', 'userhidden'), {
      commenthidden: true,
    })
    await hide('revision', id, 'user')
    assert.equal((await row(boss, 'ids')).userhidden, true)
    await hide('revision', id, 'user', { suppress: 'yes' })
    const marks = { userhidden: true, suppressed: true }
    assert.deepEqual(picked(await row(keeper, 'ids'), 'texthidden', 'userhidden', 'suppressed'), marks)
  })

  test('recent changes hide what their revisions and log entries hide', async () => {
    const id = await editTwice('Porch')
    await ben.edit('Fence', 'x')
    const logid = await remove('Fence')
    const found = async (who: Editor, key: string, value: number): Promise<Row> => {
      const request = { action: 'query', list: 'recentchanges', rcprop: 'ids|title|user|comment|loginfo|sha1' }
      const { query } = await who.ask({ ...request, rclimit: 500, rctype: 'edit|new|log' })
      return query.recentchanges.find((row: Row) => row[key] === value) ?? {}
    }
    const MARKS = ['userhidden', 'commenthidden', 'actionhidden', 'suppressed']
    assert.deepEqual(picked(await found(historian, 'revid', id), ...MARKS), {})
    await hide('revision', id, 'user|comment')
    await hide('logging', logid, 'user')
    const change = await found(ben, 'revid', id)
    assert.deepEqual(picked(change, 'user', 'comment', ...MARKS), { userhidden: true, commenthidden: true })
    assert.deepEqual(picked(await found(historian, 'revid', id), 'user', 'comment'), {
      user: 'Ben',
      comment: 'telling',
    })
    const entry = await found(ben, 'logid', logid)
    assert.deepEqual(picked(entry, 'user', 'comment', ...MARKS), { userhidden: true, comment: 'for a reason' })
  })

  test('the deletion log lists hidden revisions by id', async () => {
    const id = await editTwice('Ledger')
    await hide('revision', id, 'comment')
    const request = { action: 'query', list: 'logevents', leaction: 'delete/revision', letitle: 'Ledger' }
    const { query } = await boss.ask({ ...request, leprop: 'details' })
    assert.deepEqual(query.logevents[0].params.ids, [id])
  })

  test('deleted revisions return only requested fields and can be listed by title prefix', async () => {
    for (const title of ['Zebra', 'Zeppelin', 'Zoo']) {
      await ben.edit(title, 'x')
      await remove(title)
    }
    const titles = async (range: Record<string, string>) => {
      const request = { action: 'query', list: 'deletedrevs', drdir: 'newer', drprop: 'revid', drlimit: 50 }
      const { query } = await boss.ask({ ...request, ...range })
      for (const row of query.deletedrevs.flatMap((page: { revisions: Row[] }) => page.revisions))
        assert.deepEqual(Object.keys(row).sort(), ['revid', 'timestamp'])
      return query.deletedrevs.map((row: Row) => row.title).filter((title: string) => title.startsWith('Z'))
    }
    assert.deepEqual(await titles({ drfrom: 'Zeppelin' }), ['Zeppelin', 'Zoo'])
    assert.deepEqual(await titles({ drfrom: 'Z', drto: 'Zf' }), ['Zebra', 'Zeppelin'])
    assert.deepEqual(await titles({ drprefix: 'Ze' }), ['Zebra', 'Zeppelin'])
  })

  test('creating a user page requires the right to do so', async () => {
    await ben.edit('Portrait', 'x')
    const move = async (who: Editor, from: string, to: string) => {
      const answer = await send(who, { action: 'move', from, to })
      return answer.error?.code ?? answer.move.to
    }
    assert.equal(await move(ben, 'Portrait', 'User:Nobody'), 'cant-move-to-user-page')
    assert.equal(await move(ben, 'Portrait', 'User:Ben/Portrait'), 'User:Ben/Portrait')
    assert.equal(await move(boss, 'User:Ben/Portrait', 'User:Nobody'), 'User:Nobody')
  })
})
