import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEachEngine } from '#store/testing.ts'
import { type Answer, type TestApi, testApi } from '../api/testing.ts'
import { testCatalogue } from '../catalogue/testing.ts'
import { Person } from '../manage/testing.ts'

const AT = '/strings/?project=bulk&q=has%3Acomment'
const said = ({ text }: Answer): string => text.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')

onEachEngine('saved searches on pages', open => {
  let api: TestApi
  let boss: Person
  let plain: Person

  before(async () => {
    api = await testApi(await open())
    boss = await Person.named(api, 'Boss', { superuser: true })
    plain = await Person.named(api, 'Plain')
    await testCatalogue(api.services, { slug: 'bulk', strings: [{ source: ['Tea'] }] })
  })

  const submit = async (who: Person, fields: Record<string, string>) => {
    const { text } = await who.open(AT)
    const token = /name="csrfmiddlewaretoken" value="([^"]+)"/.exec(text)?.[1] ?? ''
    const values = { csrfmiddlewaretoken: token, project: 'bulk', q: 'has:comment', ...fields }
    return who.send('/strings/', Object.entries(values))
  }

  test('a personal search is listed for its owner, and can be deleted', async () => {
    const saved = await submit(plain, { do: 'save_search', scope: 'me', name: 'Mine' })
    assert.equal(saved.status, 200, saved.text)
    assert.match(said(saved), /Search saved\./)
    assert.match(said(saved), /Delete saved search “Mine”/)
    assert.match(said(await plain.open('/strings/?language=cs')), /Mine/)
    assert.doesNotMatch(said(await boss.open(AT)), /Mine/)
    assert.match(said(await submit(plain, { do: 'delete_search', scope: 'me', name: 'Mine' })), /Saved search deleted/)
    assert.doesNotMatch(said(await plain.open(AT)), /Mine/)
  })

  test('a shared search is listed for everyone in its project', async () => {
    assert.match(said(await submit(boss, { do: 'save_search', scope: 'project', name: 'Ours' })), /Search saved\./)
    assert.match(said(await plain.open(AT)), /Ours \(shared\)/)
    assert.match((await api.send('GET', AT)).text, /Ours/)
    assert.doesNotMatch(said(await plain.open('/strings/?language=cs')), /Ours/)
    const again = await submit(boss, { do: 'save_search', scope: 'project', name: 'Ours' })
    assert.deepEqual([again.status, /already has a saved search/.test(said(again))], [400, true])
    assert.match(said(await boss.open('/manage/searches/bulk/')), /Ours has:comment/)
  })

  test('only project managers can share a search or delete a shared one', async () => {
    const { text } = await plain.open(AT)
    assert.doesNotMatch(text, /Everyone in this project|Delete saved search/)
    for (const action of ['save_search', 'delete_search'])
      assert.equal((await submit(plain, { do: action, scope: 'project', name: 'Ours' })).status, 403)
    assert.match(said(await plain.open(AT)), /Ours/)
    assert.equal((await plain.open('/manage/searches/bulk/')).status, 403)
  })

  test('invalid searches are rejected', async () => {
    assert.equal((await submit(plain, { do: 'save_search', scope: 'me', name: ' ' })).status, 400)
    assert.equal((await submit(plain, { do: 'save_search', scope: 'us', name: 'x' })).status, 400)
    assert.equal((await submit(plain, { do: 'save_search', name: 'x', q: 'state:odd' })).status, 400)
  })
})
