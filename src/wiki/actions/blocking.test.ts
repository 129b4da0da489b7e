import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { issueToken } from '#accounts/tokens.ts'
import { onEachEngine } from '#store/testing.ts'
import { type EditingWiki, type Editor, editingWiki } from '../editing/testing.ts'
import { recount } from '../editing/testing-recount.ts'

onEachEngine('blocks and user groups', open => {
  let site: EditingWiki
  let boss: Editor
  let chief: Editor
  before(async () => {
    site = await editingWiki(await open())
    boss = await site.person('Boss', 'sysop')
    chief = await site.person('Chief', 'bureaucrat', 'sysop', 'suppress')
  })
  type Params = Record<string, string | number>
  const send = (who: Editor, params: Params, type: 'csrf' | 'userrights' = 'csrf') =>
    who.post({ token: issueToken(who.caller, type, site.clock), ...params })
  const codeOf = async (answer: Promise<{ error?: { code: string } }>) => (await answer).error?.code
  const block = (user: string, more: Params = {}) => send(boss, { action: 'block', user, ...more })
  const blocks = async (params: Params) =>
    (await boss.ask({ action: 'query', list: 'blocks', bkprop: 'user|flags|expiry|restrictions|reason', ...params }))
      .query.blocks
  const log = async (title: string) =>
    (await boss.ask({ action: 'query', list: 'logevents', letitle: title, leprop: 'type|details|comment|title' })).query
      .logevents

  test('a blocked user cannot edit until the block expires or is lifted', async () => {
    const ann = await site.person('Ann')
    const { block: made } = await block('ann', { expiry: '3 days', reason: 'enough', nocreate: 1, allowusertalk: 1 })
    assert.deepEqual([made.user, made.expiry, made.nocreate], ['Ann', '2026-11-18T00:00:00Z', true])
    assert.equal(await ann.refusal({ title: 'A', text: 'x' }), 'blocked')
    await ann.edit('User talk:Ann', 'may I?')
    assert.equal(await codeOf(block('Ann')), 'alreadyblocked')
    const began = async () => (await blocks({ bkusers: 'Ann', bkprop: 'timestamp' }))[0].timestamp
    const beginning = await began()
    site.clock.advance(60)
    const again = await block('Ann', { reblock: 1, expiry: 'never' })
    assert.deepEqual([again.block.id, await began()], [made.id, beginning])
    assert.equal(await ann.refusal({ title: 'User talk:Ann', text: 'now not' }), 'blocked')
    await send(boss, { action: 'unblock', user: 'Ann', reason: 'over' })
    await ann.edit('A', 'x')
    const told = (await log('User:Ann')).map((entry: { action: string; comment: string }) => [
      entry.action,
      entry.comment,
    ])
    assert.deepEqual(told, [
      ['unblock', 'over'],
      ['reblock', ''],
      ['block', 'enough'],
    ])
    await block('Ann', { expiry: '1 hour' })
    site.clock.advance(3601)
    await ann.edit('A', 'y')
    assert.deepEqual(await blocks({ bkusers: 'Ann' }), [])
    assert.deepEqual(await recount(site.wiki, site.clock.now() / 1000), [])
  })

  test('a partial block covers only its pages and namespaces, not the talk page', async () => {
    const eve = await site.person('Eve')
    await boss.edit('Quarrel', 'x')
    const partial = { partial: 1, pagerestrictions: 'quarrel', namespacerestrictions: '12' }
    assert.equal(await codeOf(block('Eve', partial)), 'ipb-prevent-user-talk-edit')
    const { block: made } = await block('Eve', { ...partial, allowusertalk: 1 })
    assert.deepEqual([made.pagerestrictions, made.namespacerestrictions], [['Quarrel'], [12]])
    assert.equal(await eve.refusal({ title: 'Quarrel', text: 'mine' }), 'blocked')
    assert.equal(await eve.refusal({ title: 'Help:Quarrels', text: 'mine' }), 'blocked')
    await eve.edit('Peace', 'ours')
    assert.equal(
      await codeOf(block('Eve', { partial: 1, pagerestrictions: 'Nowhere', allowusertalk: 1 })),
      'missingtitle',
    )
    assert.equal(await codeOf(block('Eve', { partial: 1, allowusertalk: 1, reblock: 1 })), 'ipb-empty-block')
  })

  test('blocks of addresses and ranges cover visitors, and accounts unless anononly is set', async () => {
    const dan = await site.person('Dan')
    await block('192.0.2.77/24', { anononly: 1 })
    assert.deepEqual(
      (await blocks({ bkip: '192.0.2.9' })).map((each: { user: string }) => each.user),
      ['192.0.2.0/24'],
    )
    assert.equal(await site.anonymous.refusal({ title: 'S', text: 'x' }), 'blocked')
    await dan.edit('D', 'x')
    await block('192.0.2.0/24', { reblock: 1 })
    assert.equal(await dan.refusal({ title: 'D', text: 'y' }), 'blocked')
    // The ipblock-exempt right bypasses IP blocks.
    await boss.edit('B', 'x')
    assert.equal(await codeOf(send(boss, { action: 'unblock', user: '192.0.2.9' })), 'cantunblock')
    await send(boss, { action: 'unblock', user: '192.0.2.0/24' })
    assert.equal(await codeOf(block('10.0.0.0/8')), 'ip_range_toolarge')
  })

  test('reports both of two blocks and frees the user once both are lifted', async () => {
    const twice = await site.person('Twice')
    const own = () => twice.ask({ action: 'query', meta: 'userinfo', uiprop: 'blockinfo' })
    await block('Twice', { allowusertalk: 1, expiry: '1 week' })
    await block(twice.caller.ip, { expiry: '1 day', nocreate: 1 })
    const { blockid, blocknocreate, blockreason } = (await own()).query.userinfo
    assert.deepEqual([blockid, blocknocreate], [null, true])
    assert.match(blockreason, /multiple blocks/)
    assert.equal(await twice.refusal({ title: 'User talk:Twice', text: 'x' }), 'blocked')
    await send(boss, { action: 'unblock', user: twice.caller.ip })
    await twice.edit('User talk:Twice', 'x')
    assert.equal(await twice.refusal({ title: 'T', text: 'x' }), 'blocked')
    await send(boss, { action: 'unblock', user: 'Twice' })
    assert.equal((await own()).query.userinfo.blockid, undefined)
    await twice.edit('T', 'x')
  })

  test('an autoblock covers the address of the blocked user and ends with the block', async () => {
    const mallory = await site.person('Mallory')
    const bystander = await site.person('Bystander')
    await mallory.edit('M', 'x')
    await block('Mallory', { autoblock: 1, expiry: '1 week' })
    assert.equal(await bystander.refusal({ title: 'M', text: 'y' }), 'autoblocked')
    const [auto] = await blocks({ bkshow: '!account' })
    assert.deepEqual([auto.automatic, auto.user], [true, undefined])
    const { query } = await bystander.ask({ action: 'query', meta: 'userinfo', uiprop: 'blockinfo' })
    await send(boss, { action: 'unblock', id: query.userinfo.blockid })
    await bystander.edit('M', 'y')
    // Trying again blocks the address again.
    assert.equal(await mallory.refusal({ title: 'M', text: 'z' }), 'blocked')
    assert.equal(await bystander.refusal({ title: 'M', text: 'z' }), 'autoblocked')
    await send(boss, { action: 'unblock', user: 'Mallory' })
    await bystander.edit('M', 'z')
  })

  test('a hidden username is visible only to oversighters', async () => {
    const rude = await site.person('Rude name')
    await rude.edit('R', 'x')
    assert.equal(await codeOf(block('Rude name', { hidename: 1 })), 'permissiondenied')
    const hide = { action: 'block', user: 'Rude name', hidename: 1 }
    assert.equal(await codeOf(send(chief, { ...hide, expiry: '1 week' })), 'ipb_expiry_temp')
    await send(chief, hide)
    const shown = async (who: Editor) =>
      (await who.ask({ action: 'query', prop: 'revisions', titles: 'R', rvprop: 'user' })).query.pages[0].revisions[0]
    assert.deepEqual(await shown(boss), { userhidden: true, suppressed: true })
    assert.equal((await shown(chief)).user, 'Rude name')
    assert.equal(await codeOf(send(boss, { action: 'unblock', user: 'Rude name' })), 'unblock-hideuser')
    assert.equal(await codeOf(block('Rude name', { reblock: 1 })), 'cant-see-hidden-user')
    await send(chief, { action: 'unblock', user: 'Rude name' })
    assert.equal((await shown(boss)).user, 'Rude name')
  })

  test('a blocked administrator can block nobody, but can lift their own block', async () => {
    const other = await site.person('Other', 'sysop')
    await block('Other')
    assert.equal(await codeOf(send(other, { action: 'block', user: 'Chief' })), 'ipbblocked')
    const { block: back } = await send(other, { action: 'block', user: 'Boss' })
    await send(chief, { action: 'unblock', id: back.id })
    await send(boss, { action: 'unblock', user: 'Other' })
    await send(other, { action: 'block', user: 'Other' })
    assert.equal((await send(other, { action: 'unblock', user: 'Other' })).unblock.user, 'Other')
    const plain = await site.person('Plain')
    assert.equal(await codeOf(send(plain, { action: 'block', user: 'Boss' })), 'permissiondenied')
    assert.equal(await codeOf(send(boss, { action: 'block', user: 'No such person' })), 'nosuchuser')
  })

  test('groups are added and removed within the rights of the caller, each with its own expiry', async () => {
    await site.person('Member')
    const change = (who: Editor, params: Params) =>
      send(who, { action: 'userrights', user: 'Member', ...params }, 'userrights')
    const groups = async () =>
      (await boss.ask({ action: 'query', list: 'users', ususers: 'Member', usprop: 'groupmemberships' })).query.users[0]
        .groupmemberships
    assert.deepEqual((await change(boss, { add: 'sysop' })).userrights.added, [])
    const given = await change(chief, { add: 'bot|sysop', expiry: '1 week|infinite', reason: 'trusted' })
    assert.deepEqual(given.userrights.added, ['bot', 'sysop'])
    const [first, second] = await groups()
    assert.deepEqual([first.group, second], ['bot', { group: 'sysop', expiry: 'infinity' }])
    assert.deepEqual((await change(chief, { add: 'bot|sysop', expiry: 'infinite' })).userrights.added, ['bot'])
    assert.deepEqual((await change(chief, { remove: 'suppress|bot' })).userrights.removed, { 1: 'bot' })
    assert.deepEqual(
      (await log('User:Member')).map((entry: { params: { newgroups: string[] } }) => entry.params.newgroups),
      [['sysop'], ['bot', 'sysop'], ['bot', 'sysop']],
    )
    assert.equal(await codeOf(change(chief, { add: 'bot', expiry: 'yesterday' })), 'pastexpiry')
    assert.equal(await codeOf(change(chief, { add: 'bot|sysop', expiry: '1 day|2 days|3 days' })), 'toofewexpiries')
    await change(chief, { add: 'bot', expiry: '1 hour' })
    site.clock.advance(3601)
    assert.deepEqual(await groups(), [{ group: 'sysop', expiry: 'infinity' }])
  })
})
