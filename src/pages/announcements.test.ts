// Announcements on pages: Markdown, dismissed per reader.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEachEngine } from '#store/testing.ts'
import { type TestSite, testSite } from './testing.ts'

onEachEngine('announcements', open => {
  let site: TestSite
  const written = (message: string): Promise<number> =>
    site.services.store.transaction(async tx => {
      const row = { message, severity: 'info', notify: 0, created_at: 1 }
      return (await tx.insertInto('announcement').values(row).returning('id').executeTakeFirstOrThrow()).id
    })

  before(async () => {
    site = await testSite(await open())
    await site.person('Ada')
  })

  test('renders Markdown but not embedded HTML, scripts and images', async () => {
    const id = await written(
      '**Freeze** on [Friday](https://example.org/plan?a=1&b="), not [there](javascript:alert(1)).\n\n- one\n\n![tracker](https://example.org/x.png) [l](//elsewhere) <script>alert(1)</script>',
    )
    const { text } = await site.visitor().get('/projects/')
    assert.match(text, /<strong>Freeze<\/strong>/)
    assert.match(text, /<a href="https:\/\/example\.org\/plan[^"]*" rel="nofollow noopener">Friday<\/a>/)
    assert.match(text, /<li>one/)
    assert.match(text, /&lt;script&gt;/)
    assert.match(text, /tracker/)
    assert.doesNotMatch(text, /javascript:|x\.png|elsewhere"|<script>alert/)
    for (const message of ['>'.repeat(10_000), '*_'.repeat(5000)]) {
      const hard = await written(message)
      assert.equal((await site.visitor().get('/projects/')).status, 200)
      await site.services.store.transaction(tx => tx.deleteFrom('announcement').where('id', '=', hard).execute())
    }
    await site.services.store.transaction(tx => tx.deleteFrom('announcement').where('id', '=', id).execute())
  })

  test('are dismissed per account, or per browser for visitors', async () => {
    const [first, second] = [await written('The first'), await written('The second')]
    const at = '/accounts/announcements/'
    const visitor = site.visitor()
    const closed = await visitor.send('/projects/', { id: String(first), back: '/projects/' }, at)
    assert.deepEqual([closed.status, closed.location], [303, '/projects/'])
    assert.doesNotMatch((await visitor.get('/projects/')).text, /The first/)
    assert.match((await visitor.get('/')).text, /The second/)
    assert.match((await site.visitor().get('/projects/')).text, /The second[\s\S]*The first/)
    const ada = site.visitor()
    await ada.logIn('Ada')
    for (const id of [first, second]) await ada.send('/', { id: String(id), back: '//elsewhere' }, at)
    const elsewhere = site.visitor()
    await elsewhere.logIn('Ada')
    for (const page of ['/', '/projects/'])
      assert.doesNotMatch((await elsewhere.get(page)).text, /The first|The second/, page)
    const wrong = await ada.send('/', { id: 'x', back: '/' }, at)
    assert.equal(wrong.status, 400)
    assert.match(wrong.text, /id/)
    const nothing = await ada.send('/', { id: '999999', back: '//elsewhere' }, at)
    assert.deepEqual([nothing.status, nothing.location], [303, '/'])
  })
})
