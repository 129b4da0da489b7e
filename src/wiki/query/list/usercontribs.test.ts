import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEachEngine } from '#store/testing.ts'
import { type EditingWiki, type Editor, editingWiki, editor } from '../../editing/testing.ts'

onEachEngine('contributions of an IP range', open => {
  let site: EditingWiki
  let ann: Editor
  before(async () => {
    site = await editingWiki(await open())
    ann = await site.person('Ann')
    await ann.edit('Account', 'by an account')
    for (const ip of ['192.0.2.9', '192.0.2.200', '192.0.3.1', '2001:DB8:0:0:0:0:0:1']) {
      site.clock.advance(60)
      const visitor = editor(site.wiki, await site.services.callers.identify({ ip, headers: {} }))
      await visitor.edit(`From ${ip}`, 'x')
      await visitor.edit(`Talk:From ${ip}`, 'y')
    }
  })
  const ask = (params: Record<string, string | number>) =>
    ann.ask({ action: 'query', list: 'usercontribs', ucprop: 'title', ...params })
  const titles = async (params: Record<string, string | number>) => {
    const found: string[] = []
    for (let next: Record<string, string> | undefined = {}; next; ) {
      const answer = await ask({ ...params, ...next })
      assert.ok(answer.query, JSON.stringify(answer))
      for (const { title } of answer.query.usercontribs) found.push(title)
      next = answer.continue
    }
    return found
  }

  test('are listed address by address in list direction, with continuation', async () => {
    const older = ['192.0.2.200', '192.0.2.9'].flatMap(ip => [`Talk:From ${ip}`, `From ${ip}`])
    assert.deepEqual(await titles({ uciprange: '192.0.2.0/24' }), older)
    for (const uclimit of [1, 2, 3]) assert.deepEqual(await titles({ uciprange: '192.0.2.0/24', uclimit }), older)
    assert.deepEqual(await titles({ uciprange: '192.0.2.0/24', ucdir: 'newer', uclimit: 1 }), older.toReversed())
    assert.deepEqual(await titles({ uciprange: '192.0.2.0/23', ucnamespace: 0, uclimit: 1 }), [
      ...['From 192.0.3.1', 'From 192.0.2.200', 'From 192.0.2.9'],
    ])
    assert.deepEqual(await titles({ uciprange: '2001:db8::/32', ucnamespace: 1 }), ['Talk:From 2001:DB8:0:0:0:0:0:1'])
    assert.deepEqual(await titles({ uciprange: '198.51.100.0/24' }), [])
  })

  test('rejects invalid ranges, ranges that are too broad, and combinations with users', async () => {
    const codes: string[] = []
    for (const uciprange of ['Ann', '192.0.2.1', '192.0.2.0/33', '192.0.0.0/15', '2001::/31', ''])
      codes.push((await ask({ uciprange })).error.code)
    assert.deepEqual(codes, [
      ...['invalidiprange', 'invalidiprange', 'invalidiprange', 'cidrtoobroad', 'cidrtoobroad', 'invalidiprange'],
    ])
    assert.equal((await ask({ uciprange: '192.0.2.0/24', ucuser: 'Ann' })).error.code, 'invalidparammix')
    assert.equal((await ask({ uciprange: '192.0.2.0/24', uccontinue: 'name|Ann|0|0' })).error.code, 'badcontinue')
    assert.match((await ask({})).error.info, /"uciprange"/)
  })
})

onEachEngine('the value * of a parameter', open => {
  let site: EditingWiki
  before(async () => {
    site = await editingWiki(await open())
  })

  test('selects all values if it stands alone and MediaWiki supports it', async () => {
    const { query, warnings } = await site.anonymous.ask({
      action: 'query',
      meta: 'tokens|userinfo',
      type: '*',
      uiprop: '*',
    })
    assert.equal(warnings, undefined)
    assert.deepEqual(Object.keys(query.tokens), [
      ...['createaccounttoken', 'csrftoken', 'logintoken', 'patroltoken'],
      ...['rollbacktoken', 'userrightstoken', 'watchtoken'],
    ])
    for (const name of ['groups', 'rights', 'options', 'changeablegroups', 'unreadcount'])
      assert.ok(name in query.userinfo, name)
    assert.ok(!('preferencestoken' in query.userinfo))
  })

  test('is an ordinary value among others or elsewhere', async () => {
    const warned = async (params: Record<string, string>) => {
      const { warnings } = await site.anonymous.ask({ action: 'query', ...params })
      return Object.values(warnings as Record<string, { warnings: string }>)[0]!.warnings
    }
    const words = (name: string) => `Unrecognized value for parameter "${name}": *`
    assert.equal(await warned({ meta: 'tokens', type: 'csrf|*' }), words('type'))
    assert.equal(await warned({ list: 'allrevisions', arvnamespace: '0|*' }), words('arvnamespace'))
    assert.equal(await warned({ list: 'users', ususers: 'Ann', usprop: '*' }), words('usprop'))
  })
})
