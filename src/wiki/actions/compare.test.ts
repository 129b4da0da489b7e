import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { issueToken } from '#accounts/tokens.ts'
import { onEachEngine } from '#store/testing.ts'
import { type EditingWiki, type Editor, editingWiki } from '../editing/testing.ts'

onEachEngine('action=compare', open => {
  let site: EditingWiki
  let ann: Editor
  let boss: Editor
  const revisions: number[] = []
  before(async () => {
    site = await editingWiki(await open())
    ann = await site.person('Ann')
    boss = await site.person('Boss', 'sysop')
    for (const text of ['one\ntwo', 'one\n2', 'one\n2\nthree']) {
      revisions.push((await ann.edit('Count', text)).newrevid)
      site.clock.advance(1)
    }
  })
  const compare = (params: Record<string, string | number>) => ann.ask({ action: 'compare', ...params })
  const codeOf = async (params: Record<string, string | number>) => (await compare(params)).error?.code

  test('compares two revisions and returns the requested fields of each', async () => {
    const [first, second, third] = revisions as [number, number, number]
    const prop = 'ids|title|size|user|comment|rel|diff'
    const { compare: shown } = await compare({ fromrev: first, torev: second, prop })
    assert.match(shown.body, /<del class="diffchange diffchange-inline">two<\/del>/)
    assert.match(shown.body, /<ins class="diffchange diffchange-inline">2<\/ins>/)
    assert.deepEqual(
      [shown.fromrevid, shown.fromtitle, shown.fromsize, shown.touser, shown.next, shown.prev],
      [first, 'Count', 7, 'Ann', third, undefined],
    )
  })

  test('finds the other side relative to the first', async () => {
    const [first, second, third] = revisions as [number, number, number]
    const ends = async (params: Record<string, string | number>) => {
      const { compare: shown } = await compare({ prop: 'ids', ...params })
      return [shown.fromrevid, shown.torevid]
    }
    assert.deepEqual(await ends({ fromrev: second, torelative: 'prev' }), [first, second])
    assert.deepEqual(await ends({ fromrev: second, torelative: 'next' }), [second, third])
    assert.deepEqual(await ends({ fromrev: first, torelative: 'cur' }), [first, third])
    const none = await compare({ fromrev: first, torelative: 'prev' })
    assert.match(none.warnings.compare.warnings, /is the earliest revision of Count/)
  })

  test('compares supplied texts: whole or one section, as sent or after the pre-save transform', async () => {
    const slots = { fromslots: 'main', toslots: 'main', totitle: 'Count', fromtitle: 'Count' }
    const both = await compare({ ...slots, 'fromtext-main': 'a', 'totext-main': '{{subst:PAGENAME}}', topst: 1 })
    assert.match(both.compare.body, />Count<\/ins>/)
    const parts = await compare({
      ...slots,
      'fromtext-main': 'one\n2\nthree',
      'totext-main': 'new',
      'tosection-main': 'new',
    })
    assert.match(parts.compare.body, /<ins class="diffchange">new<\/ins>/)
    const each = await compare({ ...slots, 'fromtext-main': 'a', 'totext-main': 'b', slots: 'main' })
    assert.deepEqual(Object.keys(each.compare), ['bodies'])
  })

  test('rejects a text without its slot and names missing parameters', async () => {
    const lone = await compare({ fromrev: revisions[0]!, torelative: 'cur', 'fromtext-main': 'x' })
    assert.match(lone.warnings.main.warnings, /Unrecognized parameter: fromtext-main/)
    assert.deepEqual(
      [
        await codeOf({}),
        await codeOf({ fromrev: 99_999, torelative: 'cur' }),
        await codeOf({ fromtitle: 'Nowhere', torelative: 'cur' }),
        await codeOf({ fromslots: 'main', totext: 'x' }),
        await codeOf({ fromtext: 'x', torelative: 'cur' }),
        await codeOf({ fromtext: 'x', totext: 'y', fromcontentmodel: 'json', fromcontentformat: 'text/css' }),
        await codeOf({ fromtext: 'x', totext: 'y', frompst: 1 }),
        await codeOf({ fromtitle: 'Count', tosection: '9', totitle: 'Count' }),
      ],
      [
        ...['missingparam', 'nosuchrevid', 'missingtitle', 'compare-maintextrequired', 'compare-relative-to-nothing'],
        ...['badformat-generic', 'compare-no-title', 'nosuchtosection'],
      ],
    )
  })

  test('shows deleted revisions only to users who may read them', async () => {
    const { newrevid } = await ann.edit('Gone', 'was here')
    await boss.post({ action: 'delete', title: 'Gone', token: issueToken(boss.caller, 'csrf', site.clock) })
    const request = { action: 'compare', fromrev: newrevid, totext: 'x' }
    assert.equal((await ann.ask(request)).error.code, 'nosuchrevid')
    const { compare: shown } = await boss.ask(request)
    assert.deepEqual([shown.fromid, shown.fromarchive], [0, true])
    assert.equal((await boss.ask({ ...request, torelative: 'prev' })).error.code, 'compare-relative-to-deleted')
  })
})
