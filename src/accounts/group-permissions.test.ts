import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { before, test } from 'node:test'
import type { Store } from '#store/store.ts'
import { onEachEngine } from '#store/testing.ts'
import { GroupPermissions, loadPermissions } from './group-permissions.ts'
import { RIGHTS } from './rights.ts'

const permissions = new GroupPermissions()
const member = { registeredAt: 1000, editCount: 0 }

test('rights follow the order of the groups, without duplicates', () => {
  const rights = permissions.rightsOfAll(['bureaucrat', '*', 'user', 'autoconfirmed'])
  assert.deepEqual(rights.slice(0, 4), ['userrights', 'noratelimit', 'createaccount', 'read'])
  assert.equal(new Set(rights).size, rights.length)
  assert.deepEqual(permissions.rightsOf('nosuch'), [])
  assert.deepEqual(permissions.groupsWith('apihighlimits'), ['bot', 'sysop'])
})

test('the default groups grant only known rights', () => {
  const allRights = new Set<string>(RIGHTS)
  assert.deepEqual(
    permissions.groups.flatMap(group => group.rights).filter(right => !allRights.has(right)),
    [],
  )
})

test('implicit groups depend on login, account age and edit count', () => {
  assert.deepEqual(permissions.implicitGroups(null, 5000), ['*'])
  assert.deepEqual(permissions.implicitGroups(member, 1000), ['*', 'user', 'autoconfirmed'])
  const strict = new GroupPermissions(undefined, { age: 100, edits: 2 })
  assert.deepEqual(strict.implicitGroups({ ...member, editCount: 2 }, 1099), ['*', 'user'])
  assert.deepEqual(strict.implicitGroups({ ...member, editCount: 1 }, 1100), ['*', 'user'])
  assert.deepEqual(strict.implicitGroups({ ...member, editCount: 2 }, 1100), ['*', 'user', 'autoconfirmed'])
  assert.deepEqual(strict.implicitGroups({ registeredAt: null, editCount: 2 }, 1100), ['*', 'user', 'autoconfirmed'])
})

test('changeable groups follow "userrights" or the rules of the groups', () => {
  const all = ['bot', 'sysop', 'interface-admin', 'bureaucrat', 'suppress']
  const nothing = { add: [], remove: [], 'add-self': [], 'remove-self': [] }
  assert.deepEqual(permissions.changeableBy(['bureaucrat'], new Set(['userrights'])), {
    ...nothing,
    add: all,
    remove: all,
  })
  assert.deepEqual(permissions.changeableBy(['sysop'], new Set()), nothing)
  const own = new GroupPermissions([{ name: 'sysop', rights: [], add: ['bot'], 'remove-self': ['sysop'] }])
  assert.deepEqual(own.changeableBy(['sysop', 'sysop'], new Set()), {
    ...nothing,
    add: ['bot'],
    'remove-self': ['sysop'],
  })
})

onEachEngine('groups of a site', open => {
  let store: Store
  before(async () => {
    store = await open()
  })
  const set = (key: string, value: string) =>
    store.transaction(async tx => {
      await tx.deleteFrom('site_setting').where('key', '=', key).execute()
      await tx.insertInto('site_setting').values({ key, value }).execute()
    })

  test('stored groups override the defaults', async () => {
    assert.deepEqual((await loadPermissions(store.read)).groups, permissions.groups)
    await set('siteinfo', JSON.stringify({ usergroups: [{ name: 'sysop', rights: ['block'] }] }))
    assert.deepEqual((await loadPermissions(store.read)).rightsOfAll(['*', 'sysop']), ['block'])
    await set('usergroups', JSON.stringify([{ name: '*', rights: ['read'] }]))
    await set('autoconfirm', JSON.stringify({ age: 345_600, edits: 10 }))
    const own = await loadPermissions(store.read)
    assert.deepEqual(own.rightsOfAll(['*', 'sysop']), ['read'])
    assert.deepEqual(own.autoconfirm, { age: 345_600, edits: 10 })
  })

  test('a private site can be read only after logging in, regardless of its groups', async () => {
    await set(
      'usergroups',
      JSON.stringify([
        { name: '*', rights: ['edit', 'read'] },
        { name: 'user', rights: ['move'] },
      ]),
    )
    const own = await loadPermissions(store.read, 'private')
    assert.deepEqual([own.rightsOf('*'), own.rightsOf('user')], [['edit'], ['read', 'move']])
    await set(
      'usergroups',
      JSON.stringify([
        { name: '*', rights: ['read'] },
        { name: 'user', rights: ['move', 'read'] },
        { name: 'sysop', rights: ['block'] },
      ]),
    )
    const other = await loadPermissions(store.read, 'private')
    assert.deepEqual(
      ['*', 'user', 'sysop'].map(group => other.rightsOf(group)),
      [[], ['move', 'read'], ['block']],
    )
  })

  test('rejects invalid groups and names the setting', async () => {
    for (const value of [
      {},
      [{ name: 'sysop' }],
      [{ name: 'sysop', rights: 'block' }],
      [{ name: 'x', rights: [1] }],
      [null],
    ]) {
      await set('usergroups', JSON.stringify(value))
      await assert.rejects(loadPermissions(store.read), /"usergroups" must be a list/, JSON.stringify(value))
    }
  })

  test('registration is open, by invitation or closed, as set or as in the imported wiki', async () => {
    const groups = [
      { name: '*', rights: ['read', 'createaccount'] },
      { name: 'sysop', rights: ['createaccount'] },
    ]
    await set('usergroups', JSON.stringify(groups))
    const registrationGroups = async (registration: 'wiki' | 'open' | 'invitation' | 'closed') => {
      const own = await loadPermissions(store.read, 'public', registration)
      return [own.registration, ...own.groupsWith('createaccount')]
    }
    assert.deepEqual(await registrationGroups('wiki'), ['open', '*', 'sysop'])
    assert.deepEqual(await registrationGroups('invitation'), ['invitation', 'sysop'])
    assert.deepEqual(await registrationGroups('closed'), ['closed'])
    await set('usergroups', JSON.stringify(groups.slice(1)))
    assert.deepEqual(await registrationGroups('wiki'), ['invitation', 'sysop'])
  })

  test('an error in a setting names the setting', async () => {
    await set('usergroups', '{"*": {}}')
    await assert.rejects(loadPermissions(store.read), /"usergroups" must be a list/)
  })
})

const shared = process.env.PARLANCE_SHARED ?? path.join(import.meta.dirname, '..', '..', '..', 'shared')
const siteFile = path.join(shared, 'corpus', 'scenario-site.json')
test('the defaults are those of a fresh MediaWiki 1.39', { skip: !existsSync(siteFile) && 'no shared corpus' }, () => {
  const site = JSON.parse(readFileSync(siteFile, 'utf8')) as { usergroups: unknown }
  assert.deepEqual(permissions.groups, site.usergroups)
})
