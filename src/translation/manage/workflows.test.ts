import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEachEngine } from '#store/testing.ts'
import { type TestApi, testApi } from '../api/testing.ts'
import { testCatalogue } from '../catalogue/testing.ts'
import { Person, says } from './testing.ts'

onEachEngine('the page for workflows by language', open => {
  let api: TestApi
  let boss: Person
  let key: string
  const at = '/manage/workflows/hello/'
  const workflow = async () => (await api.send('GET', '/api/projects/hello/languages/cs/workflow/', { key })).json

  before(async () => {
    api = await testApi(await open())
    boss = await Person.named(api, 'Boss', { superuser: true })
    key = (await api.user('Root', { superuser: true })).key
    await testCatalogue(api.services)
  })

  test('offers the languages of the project and keeps what was typed', async () => {
    says((await boss.open(at)).text, /<option value="cs"[\s\S]*No language has its own workflow/)
    assert.ok(!(await boss.open(at)).text.includes('name="restrict_direct_editing"'))
    const chosen = await boss.open(`${at}?language=cs`)
    says(chosen.text, /Restrict direct editing/)
    const wrong = await boss.fill(`${at}?language=cs`, 'workflow-cs', { suggestion_autoaccept: '3' })
    assert.equal(wrong.status, 400)
    says(wrong.text, /value="3"[\s\S]*Turn on voting to accept suggestions automatically/)
  })

  test('customizes a language and stops again', async () => {
    const typed = { restrict_direct_editing: 'true', enable_suggestions: 'true', suggestion_autoaccept: '0' }
    assert.equal((await boss.fill(`${at}?language=cs`, 'workflow-cs', typed)).status, 303)
    const { customized, restrict_direct_editing, translation_review } = await workflow()
    assert.deepEqual([customized, restrict_direct_editing, translation_review], [true, true, false])
    says((await boss.open(at)).text, /name="restrict_direct_editing" value="true" checked/)
    assert.equal((await boss.fill(at, 'remove', { code: 'cs' })).status, 303)
    assert.equal((await workflow()).customized, false)
  })
})
