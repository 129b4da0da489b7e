// Requests of the translation editor: the list of strings, the details of a string, and checks while typing.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { JobRunner } from '#events/job-runner.ts'
import { onEachEngine } from '#store/testing.ts'
import { faults, STRINGS, type TestCatalogue, testCatalogue } from '../../catalogue/testing.ts'
import { type TestApi, testApi } from '../testing.ts'

const LIST = '/api/translations/hello/main/cs/strings/'

onEachEngine('an editor over REST', open => {
  let api: TestApi
  let boss: string
  let anna: string
  let catalogue: TestCatalogue
  const get = async (path: string, key = boss) => (await api.send('GET', path, { key })).json
  const send = (method: string, path: string, body?: unknown, key = boss) => api.send(method, path, { key, body })
  const many = Array.from({ length: 20 }, (_, i) => ({ source: [`Sentence number ${i}.`] }))
  const unit = (n: number) => catalogue.units[n]!.id

  before(async () => {
    api = await testApi(await open())
    boss = (await api.user('Boss', { superuser: true })).key
    anna = (await api.user('Anna')).key
    catalogue = await testCatalogue(api.services, { strings: [...STRINGS, ...many] })
  })

  const idsOf = (answer: { results: { id: number }[] }) => answer.results.map(each => each.id)

  test('pages through all strings in both directions', async () => {
    const all = catalogue.units.map(each => each.id)
    const seen: number[] = []
    let path = `${LIST}?limit=5`
    let last: { next: string | null; previous: string | null; results: { id: number }[] }
    do {
      last = await get(path)
      seen.push(...idsOf(last))
      path = `${LIST}?limit=5&after=${last.next}`
    } while (last.next !== null)
    assert.deepEqual(seen, all)
    const back = await get(`${LIST}?limit=5&before=${last.previous}`)
    assert.deepEqual(idsOf(back), all.slice(-9, -4))
    assert.equal(back.count, 24)
    assert.equal(back.position_of_first, null)
    assert.equal((await get(`${LIST}?limit=5&count=yes&before=${last.previous}`)).position_of_first, 15)
    const one = (await get(LIST)).results[1]
    assert.deepEqual([one.num_plurals, one.source.length, one.state, one.has_failing_check], [3, 2, 0, false])
  })

  test('centers the list on a string', async () => {
    const all = catalogue.units.map(each => each.id)
    assert.deepEqual(idsOf(await get(`${LIST}?limit=6&around=${all[10]}`)), all.slice(7, 13))
    assert.deepEqual(idsOf(await get(`${LIST}?limit=6&around=${all[0]}`)), all.slice(0, 6))
    assert.deepEqual(idsOf(await get(`${LIST}?limit=6&around=${all[23]}`)), all.slice(18))
    assert.deepEqual(idsOf(await get(`${LIST}?limit=1&around=${all[4]}`)), [all[4]])
  })

  test('rejects invalid parameters', async () => {
    for (const [query, attr] of [
      ['after=x', 'after'],
      ['before=1-', 'before'],
      ['around=999999', 'around'],
      ['around=abc', 'around'],
      ['after=1&before=2', 'non_field_errors'],
      ['limit=0', 'limit'],
      ['limit=501', 'limit'],
      ['q=nonsense:1', 'q'],
      ['q=state:odd', 'q'],
      ['q=state:[odd%20to%2020]', 'q'],
    ]) {
      const { status, json } = await send('GET', `${LIST}?${query}`)
      assert.deepEqual([status, json.errors[0].attr], [400, attr], query)
    }
    assert.equal((await send('GET', `/api/units/${unit(0)}/everything/?parts=memory,magic`)).status, 400)
  })

  test('counts common searches from the counters', async () => {
    await send('PATCH', `/api/units/${unit(0)}/`, { target: ['Ahoj, světe'], state: 20 })
    await send('PATCH', `/api/units/${unit(3)}/`, { target: ['Díky'], state: 10 })
    await send('POST', `/api/units/${unit(5)}/suggestions/`, { target: ['Věta číslo jedna.'] })
    await send('POST', `/api/units/${unit(6)}/comments/`, { comment: 'What is this?' })
    const counts: Record<string, number> = {
      'state:<translated': 23,
      'state:>=translated': 1,
      'is:translated': 1,
      'state:empty': 22,
      'is:untranslated': 23,
      'is:fuzzy': 1,
      'has:check': 1,
      'has:suggestion': 1,
      'has:comment': 1,
    }
    for (const [q, count] of Object.entries(counts)) {
      const path = `${LIST}?limit=1&q=${encodeURIComponent(q)}`
      const [quick, slow] = [await get(path), await get(path.replace('limit=1', 'limit=500'))]
      assert.deepEqual([q, quick.count, slow.results.length], [q, count, count])
    }
    const search = await get(`${LIST}?limit=2&q=sentence`)
    assert.deepEqual([search.count, search.count_is_known], [null, false])
    const counted = await get(`${LIST}?limit=2&q=sentence&count=1`)
    assert.deepEqual([counted.count, counted.count_is_known], [20, true])
    assert.equal((await get(`${LIST}?q=sentence`)).count, 20)
    assert.equal((await get(`${LIST}?limit=1&q=is:pending`)).results.length, 1)
  })

  test('returns everything about a string in one response', async () => {
    const work = await get(`/api/units/${unit(1)}/everything/`)
    assert.deepEqual(work.unit, await get(`/api/units/${unit(1)}/`))
    assert.deepEqual(
      work.plural.forms.map((form: { name: string }) => form.name),
      ['one', 'few', 'many'],
    )
    assert.equal(work.plural.forms[0].examples, '1')
    assert.equal(work.plural.forms[1].examples, '2, 3, 4')
    assert.match(work.plural.forms[2].examples, /^0, 5, .*…$/)
    assert.deepEqual(work.placeables, ['%d'])
    assert.deepEqual(work.highlights, [[{ start: 14, end: 16 }], [{ start: 14, end: 16 }]])
    assert.deepEqual(work.language, { code: 'cs', name: 'Czech', direction: 'ltr' })
    assert.equal(work.nearby.length, 10)
    assert.equal(work.may.translate, true)
    assert.match(work.version, /^[0-9a-f]{16}$/)
    const some = await get(`/api/units/${unit(1)}/everything/?parts=history`)
    assert.deepEqual(['history' in some, 'memory' in some, 'checks' in some], [true, false, false])
  })

  test('names the authors of suggestions, comments and changes', async () => {
    await send('PATCH', `/api/units/${unit(7)}/`, { target: ['Věta číslo 3'], state: 20 }, anna)
    await send('POST', `/api/units/${unit(7)}/suggestions/`, { target: ['Třetí věta.'] }, anna)
    await send('POST', `/api/units/${unit(7)}/comments/`, { comment: 'Here' }, anna)
    await send('POST', `/api/units/${unit(7)}/comments/`, { comment: 'Everywhere', scope: 'global' }, anna)
    const work = await get(`/api/units/${unit(7)}/everything/`)
    const who = { username: 'Anna', full_name: '' }
    assert.deepEqual(
      work.comments.map((each: { comment: string; scope: string }) => [each.comment, each.scope]),
      [
        ['Here', 'translation'],
        ['Everywhere', 'source'],
      ],
    )
    assert.deepEqual([work.suggestions[0].user, work.suggestions[0].is_own], [who, false])
    assert.deepEqual(work.history.at(-1).user, who)
    assert.deepEqual(work.history.at(-1).target, ['Věta číslo 3'])
    assert.deepEqual(
      work.checks.map((each: { id: string; dismissed: boolean }) => [each.id, each.dismissed]),
      [['end_stop', false]],
    )
    const similar = await get(`/api/units/${unit(8)}/everything/?parts=memory`)
    assert.deepEqual(similar.memory, [
      { source: 'Sentence number 3.', target: 'Věta číslo 3', quality: 94, origin: 'hello/main' },
    ])
    const english = await api.services.store.read
      .selectFrom('unit')
      .select('source_unit_id as id')
      .where('id', '=', unit(7))
      .executeTakeFirstOrThrow()
    const source = await get(`/api/units/${english.id}/everything/?parts=other_languages,memory`)
    assert.deepEqual(source.other_languages[0].target, ['Věta číslo 3'])
    assert.deepEqual([source.is_source, source.memory], [true, []])
  })

  test('checks a translation without saving it', async () => {
    const path = `/api/units/${unit(1)}/check/`
    const before = await get(`/api/units/${unit(1)}/`)
    const { json } = await send('POST', path, { target: ['Orangutan má banán.', 'x %d', 'y %d'] })
    assert.deepEqual(json.target, ['Orangutan má banán.\n', 'x %d\n', 'y %d\n'])
    assert.deepEqual(json.checks, [])
    const worse = await send('POST', path, { target: ['a', 'b', 'c'] }, anna)
    assert.ok(
      worse.json.checks.some((each: { id: string; name: string }) => each.id === 'c_format' && each.name !== ''),
    )
    assert.deepEqual((await send('POST', path, { target: ['', '', ''] })).json.checks, [])
    const wrong = await send('POST', path, { target: ['one'] })
    assert.deepEqual([wrong.status, wrong.json.errors[0].attr], [400, 'target'])
    assert.deepEqual(await get(`/api/units/${unit(1)}/`), before)
  })

  test('checks a long text in a thread with the same result', async () => {
    const long = 'Věta číslo pět. '.repeat(6000)
    const ids = async (target: string) => {
      const { json } = await send('POST', `/api/units/${unit(9)}/check/`, { target: [target] })
      return json.checks.map((each: { id: string }) => each.id)
    }
    assert.deepEqual(await ids(`${long}Konec.`), [])
    assert.deepEqual(await ids(`${long}Konec`), await ids('Konec'))
    assert.deepEqual(await ids('Konec'), ['end_stop'])
  })

  test('does not overwrite a concurrent change', async () => {
    const path = `/api/units/${unit(10)}/`
    const { version } = await get(`${path}everything/?parts=`)
    const mine = await send('PATCH', path, { target: ['Moje věta.'], state: 20, version })
    assert.equal(mine.status, 200)
    const late = await send('PATCH', path, { target: ['Tvá věta.'], state: 20, version }, anna)
    assert.equal(late.status, 409)
    assert.equal(late.json.errors[0].code, 'conflict')
    assert.deepEqual(late.json.unit.target, ['Moje věta.'])
    assert.deepEqual((await get(path)).target, ['Moje věta.'])
    const again = await send('PATCH', path, { target: ['Tvá věta.'], state: 20, version: late.json.version }, anna)
    assert.deepEqual([again.status, again.json.target], [200, ['Tvá věta.']])
    assert.equal((await send('PATCH', path, { target: ['Bez verze.'], state: 20 })).status, 200)
  })

  test('reports a conflict to one of two concurrent saves', async () => {
    const path = `/api/units/${unit(11)}/`
    const { version } = await get(`${path}everything/?parts=`)
    const both = await Promise.all(
      [boss, anna].map((key, i) => send('PATCH', path, { target: [`Věta ${i}.`], state: 20, version }, key)),
    )
    assert.deepEqual(both.map(each => each.status).sort(), [200, 409])
    const winner = both.find(each => each.status === 200)!
    assert.deepEqual((await get(path)).target, winner.json.target)
  })

  test('dismisses and restores a check unless it is enforced', async () => {
    const path = `/api/units/${unit(12)}/`
    await send('PATCH', path, { target: ['Bez tečky'], state: 20 })
    const turn = (word: string, check = 'end_stop', key = anna) =>
      send('POST', `${path}checks/${check}/${word}/`, {}, key)
    assert.deepEqual(
      (await turn('dismiss')).json.map((each: { dismissed: boolean }) => each.dismissed),
      [true],
    )
    assert.equal((await get(path)).has_failing_check, false)
    assert.equal((await turn('dismiss')).status, 200)
    assert.deepEqual(
      (await turn('restore')).json.map((each: { dismissed: boolean }) => each.dismissed),
      [false],
    )
    assert.equal((await get(path)).has_failing_check, true)
    assert.deepEqual((await turn('dismiss', 'end_colon')).json.length, 1)
    assert.equal((await turn('dismiss', 'nonsense')).status, 404)
    await send('PATCH', '/api/components/hello/main/', { enforced_checks: ['end_stop'] })
    assert.equal((await turn('dismiss')).status, 403)
    await send('PATCH', '/api/components/hello/main/', { enforced_checks: [] })
    assert.deepEqual(await faults(api.services.store), [])
  })

  test('reports what the caller may do with a string', async () => {
    const [component, project] = ['/api/components/hello/main/', '/api/projects/hello/']
    const may = async (key?: string) =>
      (await api.send('GET', `/api/units/${unit(17)}/everything/?parts=history`, { ...(key && { key }) })).json.may
    const granted = async (key?: string) =>
      Object.entries(await may(key))
        .filter(([, is]) => is)
        .map(([name]) => name)
        .sort()
    const always = ['comment', 'delete_suggestion', 'dismiss_check', 'resolve_comment', 'upload_screenshot']
    const unlocked = ['bulk_edit', 'edit_flags', 'edit_labels']
    const writing = ['accept', 'machinery', 'suggest', 'translate']
    assert.deepEqual(await granted(boss), [...always, ...unlocked, ...writing].sort())
    await send('PATCH', component, { suggestion_voting: true })
    await send('PATCH', project, { translation_review: true })
    assert.deepEqual(await granted(boss), [...always, ...unlocked, ...writing, 'review', 'vote'].sort())
    assert.deepEqual(await granted(), ['suggest'], 'without an account')
    const member = await granted(anna)
    assert.ok(member.includes('vote') && member.includes('translate'))
    assert.ok(!member.includes('review') && !member.includes('bulk_edit'))
    await send('PATCH', `/api/units/${unit(17)}/`, { target: ['Schváleno.'], state: 30 })
    assert.deepEqual([(await may(anna)).translate, (await may(boss)).translate], [false, true], 'approved')
    await send('POST', `${component}lock/`, { lock: true })
    assert.deepEqual([await granted(boss), await granted()], [always, []], 'locked')
    await send('POST', `${component}lock/`, { lock: false })
    await send('PATCH', component, { suggestion_voting: false })
    await send('PATCH', project, { translation_review: false })
  })

  test('a vote can be withdrawn', async () => {
    await send('PATCH', '/api/components/hello/main/', { suggestion_voting: true })
    const path = `/api/units/${unit(13)}/`
    const { id } = (await send('POST', `${path}suggestions/`, { target: ['Návrh.'] })).json
    const votes = async (key = anna) => {
      const { suggestions } = await get(`${path}everything/?parts=suggestions`, key)
      return [suggestions[0].votes, suggestions[0].own_vote]
    }
    const vote = (value: number) => send('POST', `/api/suggestions/${id}/vote/`, { value }, anna)
    assert.deepEqual(await votes(), [1, 0])
    await vote(-1)
    assert.deepEqual(await votes(), [0, -1])
    await vote(0)
    assert.deepEqual(await votes(), [1, 0])
    assert.equal((await vote(2)).status, 400)
    await send('PATCH', '/api/components/hello/main/', { suggestion_voting: false })
  })

  test('stores saved searches privately', async () => {
    const path = '/api/users/Anna/filters/'
    const filters = [
      { name: 'Mine', q: 'changed_by:Anna' },
      { name: 'All', q: '' },
    ]
    assert.deepEqual(await get(path, anna), [])
    assert.deepEqual((await send('PUT', path, { filters }, anna)).json, filters)
    assert.deepEqual((await send('PUT', path, { filters: filters.toReversed() }, anna)).json, filters.toReversed())
    const ben = (await api.user('Ben')).key
    assert.equal((await send('GET', path, undefined, ben)).status, 403)
    const refused = await send('PUT', path, { filters: [{ name: 'Bad', q: 'state:odd' }] }, anna)
    assert.deepEqual([refused.status, refused.json.errors[0].attr], [400, 'q'])
    assert.equal((await send('PUT', path, { filters: [filters[0], filters[0]] }, anna)).status, 400)
    assert.deepEqual(await get(path, anna), filters.toReversed())
  })

  test('shares saved searches with everyone in a project', async () => {
    const path = '/api/projects/hello/filters/'
    const made = (await send('POST', path, { name: 'Unclear', q: 'has:comment' })).json
    assert.deepEqual(await get(path, anna), [made])
    assert.equal((await send('POST', path, { name: 'Mine', q: '' }, anna)).status, 403)
    const one = `${path}${made.id}/`
    assert.deepEqual((await send('PATCH', one, { q: 'has:suggestion' })).json, { ...made, q: 'has:suggestion' })
    for (const [body, attr] of [
      [{ name: 'Bad', q: 'state:odd' }, 'q'],
      [{ name: 'Unclear', q: '' }, 'name'],
      [{ name: 'x'.repeat(101), q: '' }, 'name'],
    ] as const) {
      const { status, json } = await send('POST', path, body)
      assert.deepEqual([status, json.errors[0].attr], [400, attr])
    }
    assert.equal((await send('DELETE', one, undefined, anna)).status, 403)
    assert.equal((await send('DELETE', one)).status, 204)
    assert.equal((await send('DELETE', one)).status, 404)
    assert.deepEqual(await get(path), [])
  })

  test('bulk edits strings and their sources', async () => {
    const path = '/api/translations/hello/main/cs/bulk-edit/'
    const label = (await send('POST', '/api/projects/hello/labels/', { name: 'Seen', color: 'red' })).json
    for (const n of [14, 15]) await send('PATCH', `/api/units/${unit(n)}/`, { target: [`Hotovo ${n}.`], state: 20 })
    const q = `id:${unit(14)},${unit(15)},${unit(16)}`
    assert.deepEqual((await send('POST', path, { q, state: 10 })).json, { updated: 2 })
    assert.equal((await get(`/api/units/${unit(14)}/`)).state, 10)
    const more = { q, add_flags: 'max-length:100', add_labels: ['Seen'] }
    assert.deepEqual((await send('POST', path, more)).json, { updated: 3 })
    const changed = await get(`/api/units/${unit(16)}/`)
    assert.deepEqual(
      [changed.extra_flags, changed.labels.map((each: { id: number }) => each.id)],
      ['max-length:100', [label.id]],
    )
    assert.equal((await send('POST', path, { q, state: 10 }, anna)).status, 403)
    for (const [body, attr] of [
      [{ q, state: 30 }, 'state'],
      [{ q, state: 100 }, 'state'],
      [{ q, add_labels: ['Unseen'] }, 'add_labels'],
      [{ q, add_flags: 'nonsense' }, 'add_flags'],
      [{ q: 'state:odd', state: 10 }, 'q'],
      [{ q }, 'non_field_errors'],
    ] as const) {
      const { status, json } = await send('POST', path, body)
      assert.deepEqual([status, json.errors[0].attr], [400, attr])
    }
    const source = await send('POST', path.replace('/cs/', '/en/'), { q: 'id:1', state: 10 })
    assert.deepEqual([source.status, source.json.errors[0].attr], [400, 'state'])
    assert.deepEqual(await faults(api.services.store), [])
  })

  test('bulk edits many strings in the background', async () => {
    const strings = Array.from({ length: 250 }, (_, i) => ({ source: [`Line ${i}`] }))
    await testCatalogue(api.services, { slug: 'many', strings })
    const answer = await send('POST', '/api/translations/many/main/cs/bulk-edit/', {
      q: 'line',
      add_flags: 'ignore-same',
    })
    assert.equal(answer.status, 202)
    const { store, jobs, log } = api.services
    await new JobRunner({ store, jobs, log, leaseClock: api.clock }).drain()
    const task = await get(new URL(answer.json.task_url).pathname)
    assert.deepEqual([task.completed, task.result], [true, { updated: 250 }])
    const { results } = await get('/api/translations/many/main/cs/units/?page_size=250')
    assert.ok(results.every((each: { extra_flags: string }) => each.extra_flags === 'ignore-same'))
  })
})
