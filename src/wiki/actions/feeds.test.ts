import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { issueToken } from '#accounts/tokens.ts'
import { onEachEngine } from '#store/testing.ts'
import { type EditingWiki, type Editor, editingWiki } from '../editing/testing.ts'
import { actionApi } from './index.ts'

onEachEngine('feeds', open => {
  let site: EditingWiki
  let ann: Editor
  let bob: Editor
  before(async () => {
    site = await editingWiki(await open())
    ann = await site.person('Ann')
    bob = await site.person('Bob')
    const later = () => site.clock.advance(60)
    await ann.edit('Pond', 'ducks & <geese>', { summary: 'see [[Lake|the lake]]' })
    later()
    await ann.edit('Pond', 'ducks')
    later()
    await ann.edit('Pond', 'ducks alone')
    later()
    await bob.edit('Lake', 'fish, near the [[Pond]]')
    later()
    await ann.edit('Talk:Pond', 'nice')
    await site.runJobs()
  })
  const feed = async (who: Editor, params: Record<string, string>) => {
    const asked = { method: 'GET', params: new Map(Object.entries(params)), inUrl: new Set<string>() } as const
    const request = { ...asked, files: new Map(), ip: who.caller.ip, header: () => undefined }
    const { body, headers } = await actionApi(site.wiki, request, who.caller)
    return { body: String(body), type: headers['content-type'] }
  }
  const titles = async (who: Editor, params: Record<string, string>) =>
    [...(await feed(who, params)).body.matchAll(/<title>(.*?)<\/title>/g)].slice(1).map(match => match[1])

  test('recent changes in both formats, with consecutive edits of one user combined', async () => {
    const changes = { action: 'feedrecentchanges' }
    assert.deepEqual(await titles(ann, changes), ['Talk:Pond', 'Lake', 'Pond', 'Pond'])
    assert.deepEqual(await titles(ann, { ...changes, feedformat: 'atom', limit: '1' }), ['Talk:Pond'])
    assert.deepEqual(await titles(ann, { ...changes, namespace: '1' }), ['Talk:Pond'])
    assert.deepEqual(await titles(ann, { ...changes, target: 'Lake' }), ['Pond', 'Pond'])
    assert.deepEqual(await titles(ann, { ...changes, target: 'Pond', showlinkedto: '1' }), ['Lake'])
    assert.deepEqual(await titles(ann, { ...changes, hidemyself: '1' }), ['Lake'])
    const { type, body } = await feed(ann, { ...changes, limit: '0' })
    assert.equal(type, 'application/xml; charset=utf-8')
    assert.match(body, /<dc:creator>Ann<\/dc:creator>/)
  })

  test('contributions escape the text once for HTML and once for XML', async () => {
    const { body } = await feed(ann, { action: 'feedcontributions', user: 'Ann' })
    assert.match(body, /&lt;div&gt;ducks &amp;amp; &amp;lt;geese&amp;gt;&lt;\/div&gt;/)
    assert.match(body, /Ann: see the lake/)
    const mine = { action: 'feedcontributions', user: 'Ann' }
    assert.deepEqual(await titles(ann, { ...mine, toponly: '1' }), ['Talk:Pond', 'Pond'])
    assert.deepEqual(await titles(ann, { ...mine, newonly: '1' }), ['Talk:Pond', 'Pond'])
    assert.deepEqual(await titles(ann, { ...mine, year: '2001' }), [])
    assert.deepEqual(await titles(ann, { action: 'feedcontributions', user: 'Nobody' }), [])
  })

  test('a watchlist feed needs its owner; others get the error as a feed', async () => {
    await bob.post({ action: 'watch', titles: 'Pond', token: issueToken(bob.caller, 'watch', site.clock) })
    assert.deepEqual(await titles(bob, { action: 'feedwatchlist', hours: '72' }), ['Talk:Pond', 'Lake', 'Pond'])
    assert.deepEqual(await titles(site.anonymous, { action: 'feedwatchlist' }), ['Error (notloggedin)'])
  })

  test('RSD points programs to the API', async () => {
    const { type, body } = await feed(ann, { action: 'rsd', format: 'json' })
    assert.equal(type, 'application/rsd+xml; charset=utf-8')
    assert.match(body, /apiLink="[^"]+\/api\.php"/)
  })

  test('shows the diff of a change, or a link if the diff is too expensive', async () => {
    await bob.edit('Canal', 'one')
    await bob.edit('Canal', 'two')
    const shown = async () => (await feed(ann, { action: 'feedrecentchanges', limit: '1' })).body
    assert.match(await shown(), /class="diff"|class=&quot;diff&quot;/)
    await ann.edit('Canal', 'fish\n'.repeat(2000))
    const linked = await shown()
    assert.doesNotMatch(linked, /diff-addedline/)
    assert.match(linked, /Show changes/)
  })
})
