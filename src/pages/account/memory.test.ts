import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEachEngine } from '#store/testing.ts'
import { learn } from '#translation/catalogue/memory-file.ts'
import { testCatalogue } from '#translation/catalogue/testing.ts'
import { work } from '#translation/catalogue/work.ts'
import { type TestSite, testSite, type Visitor } from '../testing.ts'

const ENTRY = { source: 'Cup', target: 'Hrnek', source_language: 'en', target_language: 'cs', origin: '' }

onEachEngine('the page of the personal memory', open => {
  let site: TestSite
  let ada: Visitor
  before(async () => {
    site = await testSite(await open())
    await testCatalogue(site.services)
    const { id } = await site.person('Ada', { email: 'ada@example.org' })
    await work(site.services, id, piece => learn(piece, { account: id }, [ENTRY], 'file old.tmx'))
    ada = site.visitor()
    await ada.logIn('Ada')
  })

  test('shows the origin of entries and removes them', async () => {
    const { status, text } = await ada.get('/account/memory/')
    assert.equal(status, 200)
    assert.match(text, /file old\.tmx/)
    assert.match(text, /\/api\/users\/Ada\/memory\/\?format=tmx/)
    const cleaned = await ada.send('/account/memory/', { form: 'clean', origin: 'file old.tmx', from_file: 'true' })
    assert.equal(cleaned.location, '/account/memory/?done=memory_cleaned')
    assert.doesNotMatch((await ada.get('/account/memory/')).text, /file old\.tmx/)
  })

  test('turns the memory off and on', async () => {
    const isOn = async () => /name="contribute_personal_tm"[^>]* checked/.test((await ada.get('/account/memory/')).text)
    assert.equal(await isOn(), true)
    assert.equal((await ada.send('/account/memory/', { form: 'keep' })).location, '/account/memory/?done=saved')
    assert.equal(await isOn(), false)
    await ada.send('/account/memory/', { form: 'keep', contribute_personal_tm: 'true' })
    assert.equal(await isOn(), true)
  })

  test('rejects forged and unknown forms', async () => {
    const forged = await ada.send('/account/memory/', { csrfmiddlewaretoken: 'x', form: 'keep' })
    assert.equal(forged.status, 403)
    assert.equal((await ada.send('/account/memory/', { form: 'other' })).status, 404)
  })
})
