import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEachEngine } from '#store/testing.ts'
import { editUnit } from '../catalogue/edit-units.ts'
import { faults, type TestCatalogue, testCatalogue } from '../catalogue/testing.ts'
import { work } from '../catalogue/work.ts'
import { SITE, type TestApi, testApi } from './testing.ts'

onEachEngine('the two resources of the contract', open => {
  let api: TestApi
  let catalogue: TestCatalogue
  before(async () => {
    api = await testApi(await open())
    catalogue = await testCatalogue(api.services)
    const { czech, units } = catalogue
    await work(api.services, null, async piece => {
      await editUnit(piece, czech, units[0]!, { target: ['Ahoj světe!\n'], state: 20 })
      await editUnit(piece, czech, units[3]!, { target: ['Děkujeme.'], state: 30 })
    })
  })

  test('returns the statistics of a language byte for byte', async () => {
    const answer = await api.send('GET', '/api/languages/cs/statistics/')
    assert.equal(answer.status, 200)
    assert.equal(answer.headers['content-type'], 'application/json')
    assert.match(answer.headers.vary!, /\bAccept\b/)
    assert.equal(answer.headers.allow, 'GET, HEAD, OPTIONS')
    assert.equal(
      answer.text,
      '{"total":4,"total_words":19,"total_chars":139,"last_change":"2026-11-15T00:00:00.000000Z","recent_changes":2,' +
        '"translated":2,"translated_words":7,"translated_percent":50.0,"translated_words_percent":36.8,' +
        '"translated_chars":42,"translated_chars_percent":30.2,"fuzzy":0,"fuzzy_percent":0.0,"failing":0,' +
        '"failing_percent":0.0,"approved":1,"approved_percent":25.0,"readonly":0,"readonly_percent":0.0,' +
        `"suggestions":0,"comments":0,"name":"Czech","url":"${SITE}/languages/cs/"}`,
    )
  })

  test('supports HEAD, OPTIONS and the browsable form', async () => {
    const head = await api.send('HEAD', '/api/languages/cs/statistics/')
    assert.equal(head.status, 200)
    assert.equal(head.text, '')
    const options = await api.send('OPTIONS', '/api/languages/cs/statistics/')
    assert.equal(options.json.name, 'Language statistics')
    assert.deepEqual(options.json.renders, ['application/json', 'text/html', 'text/csv'])
    const page = await api.send('GET', '/api/languages/cs/statistics/?format=api')
    assert.equal(page.headers['content-type'], 'text/html; charset=utf-8')
    assert.match(page.text, /translated_percent&quot;: 50\.0/)
    const browser = await api.send('GET', '/api/languages/cs/statistics/', {
      headers: { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' },
    })
    assert.equal(browser.headers['content-type'], 'text/html; charset=utf-8')
  })

  test('hides unused languages and matches codes exactly', async () => {
    for (const code of ['xx', 'CS', 'cs%2F', '%00', 'c s', '..'])
      assert.equal((await api.send('GET', `/api/languages/${code}/statistics/`)).status, 404, code)
  })

  test('rejects other methods and lists the allowed ones', async () => {
    const { key } = await api.user('Methodical')
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const answer = await api.send(method, '/api/languages/cs/statistics/', { key, body: {} })
      assert.equal(answer.status, 405)
      assert.deepEqual(answer.json.errors, [
        { code: 'method_not_allowed', detail: `Method "${method}" not allowed.`, attr: null },
      ])
      assert.equal(answer.headers.allow, 'GET, HEAD, OPTIONS')
    }
  })

  test('gives a new user the nine subscriptions of the contract, in order', async () => {
    const { key } = await api.user('Nováková. J')
    const answer = await api.send('GET', '/api/users/Nov%C3%A1kov%C3%A1.%20J/notifications/', { key })
    assert.equal(answer.status, 200)
    assert.deepEqual(Object.keys(answer.json), ['count', 'next', 'previous', 'results'])
    assert.equal(answer.headers.allow, 'GET, POST, HEAD, OPTIONS')
    const rows = answer.json.results as Record<string, unknown>[]
    assert.deepEqual(Object.keys(rows[0]!), ['notification', 'id', 'scope', 'frequency', 'project', 'component'])
    assert.deepEqual(
      rows.map(row => [row.scope, row.notification, row.frequency, row.project, row.component]),
      [
        [10, 'LastAuthorCommentNotificaton', 1, null, null],
        [10, 'MentionCommentNotificaton', 1, null, null],
        [10, 'NewAnnouncementNotificaton', 1, null, null],
        [20, 'MergeFailureNotification', 1, null, null],
        [20, 'ParseErrorNotification', 1, null, null],
        [20, 'NewTranslationNotificaton', 1, null, null],
        [20, 'NewAlertNotificaton', 1, null, null],
        [20, 'NewAnnouncementNotificaton', 1, null, null],
        [0, 'MentionCommentNotificaton', 1, null, null],
      ],
    )
    assert.deepEqual(
      rows.map(row => row.id),
      rows.map(row => row.id).toSorted((a, b) => (a as number) - (b as number)),
    )
  })

  test('the counters are still correct', async () => assert.deepEqual(await faults(api.services.store), []))
})
