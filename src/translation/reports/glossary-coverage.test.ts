import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { JobRunner } from '#events/job-runner.ts'
import { onEachEngine } from '#store/testing.ts'
import { SITE, type TestApi, testApi } from '../api/testing.ts'
import { faults, testCatalogue } from '../catalogue/testing.ts'
import { Person } from '../manage/testing.ts'
import { termsByWord } from './terms-by-word.ts'

const STRINGS = ['Open the harbour gate', 'The harbour is closed', 'Harbours', 'Start Parlance', 'Goodbye']

onEachEngine('glossary coverage', open => {
  let api: TestApi
  let boss: Person
  let key: string
  const terms = '/api/translations/hello/terms/cs/'

  before(async () => {
    api = await testApi(await open())
    boss = await Person.named(api, 'Boss', { superuser: true })
    key = (await api.user('Admin', { superuser: true })).key
    await testCatalogue(api.services, { strings: STRINGS.map(text => ({ source: [text] })) })
    const glossary = { name: 'Terms', slug: 'terms', file_format: 'tbx', filemask: '*.tbx' }
    await send('POST', '/api/projects/hello/components/', { ...glossary, is_glossary: true, manage_units: true })
    await send('POST', '/api/components/hello/terms/translations/', { language_code: 'cs' })
    await addTerm('harbour', 'přístav')
    await addTerm('Parlance', '', 'read-only')
    await addTerm('gate', '', 'terminology')
    await addTerm('closed', 'uzavřeno', 'forbidden')
    const { results } = await send('GET', '/api/translations/hello/main/cs/units/')
    const texts = ['Otevřít přístav', 'Přístav je uzavřeno', 'Přístavy', 'Spustit Mluvu', 'Nashle']
    for (const [i, text] of texts.entries())
      await send('PATCH', new URL(results[i].url).pathname, { target: [text], state: 20 })
  })

  const send = async (method: string, path: string, body?: unknown) => {
    const answer = await api.send(method, path, { key, body })
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${answer.text}`)
    return answer.json
  }
  const addTerm = async (source: string, target: string, flags = '') => {
    const state = target === '' ? 0 : 20
    const unit = await send('POST', `${terms}units/`, { source: [source], target: [target], state })
    if (flags !== '') await send('PATCH', unit.source_unit.slice(SITE.length), { extra_flags: flags, explanation: '' })
    return unit
  }
  const coverage = () => send('GET', '/api/projects/hello/glossary-coverage/')

  test('counts terms immediately, and strings on request', async () => {
    const [before] = await coverage()
    assert.deepEqual(
      [before.language, before.terms, before.translated, before.missing, before.strings, before.counted],
      ['cs', 4, 3, 1, null, null],
    )
    const { task_url } = await send('POST', '/api/projects/hello/glossary-coverage/')
    const { store, jobs, log, clock } = api.services
    await new JobRunner({ store, jobs, log, leaseClock: clock }).drain()
    assert.equal((await send('GET', task_url.slice(SITE.length))).completed, true)
    const [after] = await coverage()
    // The second string uses a forbidden translation, the fourth translates a term that must stay.
    assert.deepEqual([after.strings, after.following], [3, 1])
    assert.notEqual(after.counted, null)
    assert.deepEqual(await faults(api.services.store), [])
  })

  test('the page shows the numbers, and managers start the count', async () => {
    const at = '/manage/glossary-coverage/hello/'
    const said = (text: string) => text.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
    assert.match(said((await boss.open(at)).text), /Czech 3 \/ 4 \(75%\) 1 3 1 2/)
    const sent = await boss.fill(at, 'count', {})
    assert.equal(sent.status, 303)
    const plain = await Person.named(api, 'Plain')
    assert.doesNotMatch((await plain.open(at)).text, /Count strings/)
    const visitor = await api.send('GET', at)
    assert.equal(visitor.status, 303)
  })

  test('the editor shows variants of the terms in a string', async () => {
    await addTerm('port', 'port', 'variant:harbour')
    await addTerm('quay', 'nábřeží')
    const { results } = await send('GET', '/api/translations/hello/main/cs/units/')
    const { glossary } = await send('GET', `${new URL(results[1].url).pathname}everything/`)
    const found = glossary.map((term: { source: string; variant: string }) => [term.source, term.variant])
    assert.deepEqual(found, [
      ['harbour', ''],
      ['closed', ''],
      ['port', 'harbour'],
    ])
  })

  test('terms and their types leave and return as TBX', async () => {
    const { text } = await api.send('GET', `${terms}file/?format=tbx`, { key })
    assert.match(text, /<term>uzavřeno<\/term><termNote type="administrativeStatus">forbidden<\/termNote>/)
    assert.match(text, /<descrip type="Translation needed">No<\/descrip>/)
  })
})

test('terms are found by their first word, and everywhere in languages without spaces', () => {
  const terms = ['harbour', 'open sea', 'C++', '++'].map(source => ({ source, target: 'x' }))
  const named = (found: readonly { source: string }[]) => found.map(each => each.source)
  assert.deepEqual(named(termsByWord(terms, 'en')('The OPEN sea off the harbour, in C++')), [
    '++',
    'open sea',
    'harbour',
    'C++',
  ])
  assert.deepEqual(named(termsByWord(terms, 'en')('harbours, openly')), [])
  assert.deepEqual(named(termsByWord([{ source: '港', target: 'x' }], 'ja')('新しい港湾')), ['港'])
})
