import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEachEngine } from '#store/testing.ts'
import { editUnit } from '#translation/catalogue/edit-units.ts'
import { testCatalogue } from '#translation/catalogue/testing.ts'
import { work } from '#translation/catalogue/work.ts'
import { type TestSite, testSite, type Visitor } from '../testing.ts'

onEachEngine('user profile', open => {
  let site: TestSite
  let ana: Visitor
  let other: Visitor
  const visitor = () => site.visitor()

  before(async () => {
    site = await testSite(await open())
    const { id } = await site.person('Ana')
    await site.person('Idle')
    await site.person('Other')
    ;[ana, other] = [site.visitor(), site.visitor()]
    await ana.logIn('Ana')
    await other.logIn('Other')
    for (const [slug, access] of [
      ['open', 0],
      ['hidden', 100],
    ] as const) {
      const { czech, units } = await testCatalogue(site.services, { slug, access })
      for (const unit of units.filter(each => !each.source.includes('\u001e')))
        await work(site.services, id, piece => editUnit(piece, czech, unit, { target: ['Text.'], state: 20 }))
    }
  })

  test('shows contributions visible to the reader', async () => {
    const { status, text } = await visitor().get('/user/Ana/')
    assert.equal(status, 200)
    assert.match(text, /<h1><bdi>Ana<\/bdi>/)
    assert.match(text, /Translations<\/span> <b[^>]*>3<\/b>/)
    assert.match(text, /\/projects\/open\/"><bdi>Project open/)
    assert.doesNotMatch(text, /Project hidden/)
    assert.equal((await visitor().get('/user/Ana')).location, '/user/Ana/')
  })

  test('hides users without contributions from visitors', async () => {
    assert.equal((await visitor().get('/user/Idle/')).status, 404)
    assert.equal((await other.get('/user/Idle/')).status, 200)
    for (const name of ['Nobody', '%00', 'a%2Fb', '%E0%A4%A']) {
      const { status } = await other.get(`/user/${name}/`)
      assert.ok([400, 404].includes(status), `${name}: ${status}`)
    }
  })

  test('can be made private', async () => {
    const about = { do: 'profile', username: 'Ana', full_name: 'Ana Horáková' }
    assert.equal((await ana.send('/account/', about)).status, 303)
    assert.equal((await other.get('/user/Ana/')).status, 404)
    assert.equal((await visitor().get('/user/Ana/')).status, 404)
    const own = await ana.get('/user/Ana/')
    assert.equal(own.status, 200)
    assert.match(own.text, /Ana Horáková<\/bdi> ?<small><bdi>Ana/)
    await ana.send('/account/', { ...about, public_page: '1' })
    assert.equal((await other.get('/user/Ana/')).status, 200)
  })
})
