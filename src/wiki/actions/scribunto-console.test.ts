import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEachEngine } from '#store/testing.ts'
import { type EditingWiki, editingWiki } from '../editing/testing.ts'

const SUM = 'return { add = function (a, b) mw.log("adding") return a + b end }'

onEachEngine('action=scribunto-console', open => {
  let site: EditingWiki
  before(async () => {
    site = await editingWiki(await open())
  })
  after(() => site.wiki.services.threads.close())

  test('answers questions and keeps variables for one person', async () => {
    const [ann, ben] = [await site.person('Ann'), await site.person('Ben')]
    const ask = (who: typeof ann, params: Record<string, string>) =>
      who.ask({ action: 'scribunto-console', title: 'Module:Sum', formatversion: '2', ...params })
    const first = await ask(ann, { content: SUM, question: 'local three = p.add(1, 2) print(three)' })
    const { session, sessionSize, ...rest } = first
    assert.deepEqual(rest, {
      type: 'normal',
      print: 'adding\n3\n',
      return: '',
      sessionMaxSize: 500_000,
      sessionIsNew: '',
    })
    assert.ok(sessionSize > SUM.length)
    const again = await ask(ann, { session, question: '=three' })
    assert.deepEqual([again.return, again.print, again.session, again.sessionIsNew], ['3', '', session, undefined])
    const failed = await ask(ann, { session, question: '=three.x.y' })
    assert.deepEqual([failed.type, failed.messagename], ['error', 'scribunto-lua-error-location'])
    assert.match(failed.message, /attempt to index/)
    assert.equal((await ask(ann, { session, question: '=three + 1' })).return, '4')
    assert.equal((await ask(ann, { session, question: '=three', clear: '1' })).return, 'nil')
    const other = await ask(ben, { session, question: '=three', content: SUM })
    assert.deepEqual([other.return, other.sessionIsNew], ['nil', ''])
    assert.notEqual(other.session, session)
  })

  test('rejects what it cannot run', async () => {
    const cat = await site.person('Cat')
    const codeOf = async (params: Record<string, string>) =>
      (await cat.ask({ action: 'scribunto-console', formatversion: '2', ...params })).error.code
    assert.equal(await codeOf({}), 'missingparam')
    assert.equal(await codeOf({ title: 'Special:Version', question: '=1' }), 'scribunto-console-invalid-title')
    const content = `--${'x'.repeat(500_000)}`
    assert.equal(await codeOf({ content, question: '=1' }), 'scribunto-console-too-large')
  })
})
