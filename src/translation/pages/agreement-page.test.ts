import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEachEngine } from '#store/testing.ts'
import { type Answer, multipart, type TestApi, testApi } from '../api/testing.ts'
import { ACTION } from '../catalogue/change-actions.ts'
import { faults, type TestCatalogue, testCatalogue } from '../catalogue/testing.ts'
import { Person } from '../manage/testing.ts'

const AT = '/agreement/?project=hello&component=main'
const EDITOR = '/translate/hello/main/cs/'
const API = '/api/components/hello/main/agreement/'
const DENIED = 'Contributing to this translation requires accepting its contributor agreement.'
const said = ({ text }: Answer): string => text.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')

onEachEngine('contributor agreements', open => {
  let api: TestApi
  let boss: string
  let anna: Person
  let ben: string
  let place: TestCatalogue

  before(async () => {
    api = await testApi(await open())
    boss = (await api.user('Boss', { superuser: true })).key
    anna = await Person.named(api, 'Anna')
    ben = (await api.user('Ben')).key
    place = await testCatalogue(api.services)
    await agreement('Be fair.\nKeep it short.')
  })

  const agreement = async (text: string) => {
    const answer = await api.send('PATCH', '/api/components/hello/main/', { key: boss, body: { agreement: text } })
    assert.equal(answer.status, 200, answer.text)
  }
  const unit = () => `/api/units/${place.units[0]!.id}/`
  /** Everything that contributes texts, as a user without an accepted agreement. */
  const attempts = (key: string): Promise<Answer[]> => {
    const file = { name: 'file', filename: 'cs.po', content: Buffer.from('msgid "a"\nmsgstr "b"\n') }
    return Promise.all([
      api.send('PATCH', unit(), { key, body: { target: ['Ahoj'], state: 20 } }),
      api.send('POST', `${unit()}suggestions/`, { key, body: { target: ['Ahoj'] } }),
      api.send('POST', '/api/translations/hello/main/cs/file/', { key, ...multipart({ method: 'suggest' }, file) }),
    ])
  }

  test('nobody contributes before accepting it', async () => {
    for (const key of [ben, boss])
      for (const { status, json } of await attempts(key))
        assert.deepEqual([status, json.errors?.[0].detail], [403, DENIED])
    const page = await anna.open(EDITOR)
    assert.match(said(page), /read and accept its contributor agreement/)
    assert.doesNotMatch(page.text, /name="do" value="(save|suggest)"/)
    assert.match(said(await anna.open('/projects/hello/main/')), /Read the agreement/)
    assert.equal((await api.send('GET', `${unit()}everything/`, { key: ben })).json.may.translate, false)
  })

  test('translators accept it on its page', async () => {
    assert.match(said(await api.send('GET', AT)), /Be fair\. Keep it short\./)
    const page = await anna.open(AT)
    const token = /name="csrfmiddlewaretoken" value="([^"]+)"/.exec(page.text)![1]!
    const form: [string, string][] = [
      ['project', 'hello'],
      ['component', 'main'],
    ]
    assert.equal((await anna.send('/agreement/', form)).status, 403, 'without the token')
    const accepted = await anna.send('/agreement/', [...form, ['csrfmiddlewaretoken', token]])
    assert.match(said(accepted), /You accepted this agreement/)
    assert.match((await anna.open(EDITOR)).text, /name="do" value="save"/)
  })

  test('programs accept it with the API', async () => {
    assert.deepEqual((await api.send('GET', API, { key: ben })).json, {
      agreement: 'Be fair.\nKeep it short.',
      accepted: null,
    })
    assert.notEqual((await api.send('POST', API, { key: ben })).json.accepted, null)
    const { status, text } = await api.send('PATCH', unit(), { key: ben, body: { target: ['Ahoj\n'], state: 20 } })
    assert.equal(status, 200, text)
  })

  test('a changed text has to be accepted again', async () => {
    await agreement('Be fair, always.')
    assert.equal((await attempts(ben))[0]!.status, 403)
    const { results } = (
      await api.send('GET', `/api/components/hello/main/changes/?action=${ACTION.agreementChanged}`, { key: boss })
    ).json
    assert.equal(results.length, 2)
    await agreement('')
    assert.equal((await api.send('POST', API, { key: ben })).status, 400)
    assert.equal((await api.send('PATCH', unit(), { key: ben, body: { target: ['Nazdar\n'], state: 20 } })).status, 200)
    assert.deepEqual(await faults(api.services.store), [])
  })
})
