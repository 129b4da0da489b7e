import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEachEngine } from '#store/testing.ts'
import { faults, testCatalogue } from '../../catalogue/testing.ts'
import { SITE, type TestApi, testApi } from '../testing.ts'

onEachEngine('the catalogue over REST', open => {
  let api: TestApi
  let boss: string
  let anna: string
  const get = async (path: string, key = boss) => (await api.send('GET', path, { key })).json
  const send = (method: string, path: string, body: unknown, key = boss) => api.send(method, path, { key, body })

  before(async () => {
    api = await testApi(await open())
    boss = (await api.user('Boss', { superuser: true })).key
    anna = (await api.user('Anna')).key
    await testCatalogue(api.services)
    await testCatalogue(api.services, { slug: 'hidden', access: 100 })
  })

  test('creates, changes and deletes a project', async () => {
    const made = await send('POST', '/api/projects/', { name: 'New', slug: 'new', web: 'https://example.org/' })
    assert.equal(made.status, 201, made.text)
    assert.equal(made.headers.location, `${SITE}/api/projects/new/`)
    assert.equal((await send('POST', '/api/projects/', { name: 'New', slug: 'new2' })).json.errors[0].code, 'unique')
    assert.equal((await send('POST', '/api/projects/', { name: 'x', slug: 'no spaces' })).json.errors[0].attr, 'slug')
    assert.equal((await send('POST', '/api/projects/', { name: 'x', slug: 'x' }, anna)).status, 403)
    const component = await send('POST', '/api/projects/new/components/', {
      name: 'App',
      slug: 'app',
      file_format: 'po',
      filemask: '*.po',
    })
    assert.equal(component.status, 201, component.text)
    assert.equal(component.json.source_language.code, 'en')
    assert.equal(
      (await send('POST', '/api/components/new/app/translations/', { language_code: 'de' })).json.data.language_code,
      'de',
    )
    const twice = await send('POST', '/api/components/new/app/translations/', { language_code: 'de_DE' })
    assert.equal(twice.json.errors[0].code, 'unique')
    const unit = await send('POST', '/api/translations/new/app/de/units/', { source: ['House'], target: ['Haus'] })
    assert.equal(unit.status, 200, unit.text)
    assert.deepEqual([unit.json.source, unit.json.target, unit.json.state], [['House'], ['Haus'], 20])
    assert.equal((await get('/api/projects/new/statistics/')).translated, 2)
    assert.equal((await send('PATCH', '/api/projects/new/', { slug: 'newer' })).json.slug, 'newer')
    assert.equal((await api.send('DELETE', '/api/projects/newer/', { key: boss })).status, 204)
    assert.equal((await api.send('GET', '/api/components/newer/app/', { key: boss })).status, 404)
    assert.equal((await api.send('GET', '/api/languages/de/statistics/')).status, 404)
    assert.deepEqual(await faults(api.services.store), [])
  })

  test('hides private projects and their strings', async () => {
    for (const path of ['/api/projects/', '/api/components/', '/api/translations/', '/api/units/', '/api/changes/']) {
      assert.doesNotMatch(JSON.stringify(await get(path, anna)), /hidden/, path)
      assert.match(
        JSON.stringify(await get(`${path}?page_size=1000`)),
        path === '/api/units/' ? /translations\/hidden/ : /hidden/,
        path,
      )
    }
    for (const path of [
      'projects/hidden/',
      'components/hidden/main/',
      'translations/hidden/main/cs/',
      'projects/hidden/statistics/',
    ])
      assert.equal((await api.send('GET', `/api/${path}`, { key: anna })).status, 404, path)
  })

  test('hides restricted components and their changes from users without access', async () => {
    await testCatalogue(api.services, { slug: 'half' })
    await send('PATCH', '/api/components/half/main/', { restricted: true })
    assert.equal((await api.send('GET', '/api/components/half/main/', { key: anna })).status, 404)
    assert.equal((await get('/api/projects/half/components/', anna)).count, 0)
    assert.equal(
      (await get('/api/projects/half/changes/', anna)).results.some((each: { component: string }) => each.component),
      false,
    )
    assert.doesNotMatch(JSON.stringify(await get('/api/changes/?page_size=1000', anna)), /components\/half/)
    assert.equal((await get('/api/projects/half/changes/')).count > 5, true)
    await send('DELETE', '/api/projects/half/', undefined)
  })

  test('updates statistics, changes and the last author after an edit', async () => {
    const list = await get('/api/translations/hello/main/cs/units/?q=source:hello', anna)
    assert.equal(list.count, 1)
    const [unit] = list.results
    assert.equal(typeof unit.id_hash, 'number')
    const path = unit.url.slice(SITE.length)
    const edited = await send('PATCH', path, { target: ['Nazdar, světe!\n'], state: 20 }, anna)
    assert.equal(edited.status, 200, edited.text)
    assert.equal(edited.json.pending, true)
    const statistics = await get('/api/translations/hello/main/cs/statistics/')
    assert.equal(statistics.translated, 1)
    assert.equal(statistics.last_author, 'Anna')
    const [change, joined] = (await get('/api/translations/hello/main/cs/changes/?user=Anna')).results
    assert.deepEqual([change.action_name, joined.action_name], ['Translation added', 'Contributor joined'])
    assert.equal(change.user, `${SITE}/api/users/Anna/`)
    assert.equal(change.unit, unit.url)
    assert.equal((await get('/api/users/Anna/statistics/')).translated, 1)
    assert.equal(
      (await get('/api/users/Anna/contributions/')).results[0].url,
      `${SITE}/api/translations/hello/main/cs/`,
    )
  })

  test('rejects invalid edits with a reason', async () => {
    const plural = (await get('/api/translations/hello/main/cs/units/?q=has:plural')).results[0].url.slice(SITE.length)
    const attempts: [unknown, string][] = [
      [{ target: ['jen jeden'], state: 20 }, 'target'],
      [{ target: ['a', 'b', 'c'] }, 'state'],
      [{ target: ['', '', ''], state: 20 }, 'state'],
      [{ target: ['a', 'b', 'c'], state: 11 }, 'state'],
      [{ target: ['a', 'b', 'c'], state: 30 }, 'state'],
      [{ target: 5, state: 20 }, 'target'],
    ]
    for (const [body, attr] of attempts) {
      const answer = await send('PATCH', plural, body)
      assert.equal(answer.status, 400, JSON.stringify(body))
      assert.equal(answer.json.errors[0].attr, attr, JSON.stringify(body))
    }
    const source = (await get('/api/translations/hello/main/en/units/')).results[0].url.slice(SITE.length)
    assert.equal((await send('PATCH', source, { target: ['x'], state: 20 })).status, 403)
    assert.equal((await send('PATCH', plural, { explanation: 'x' })).status, 403, 'it belongs to the source string')
    assert.equal((await send('PATCH', plural, { target: ['a', 'b', 'c'], state: 20 }, '')).status, 401)
    assert.equal((await get('/api/units/?q=nonsense:1')).errors[0].attr, 'q')
  })

  test('adds, repeats, accepts and rejects suggestions', async () => {
    const unit = (await get('/api/translations/hello/main/cs/units/?q=source:Thank')).results[0].url.slice(SITE.length)
    const made = await send('POST', `${unit}suggestions/`, { target: ['Děkujeme.'] }, anna)
    assert.equal(made.status, 201, made.text)
    for (const key of [anna, boss]) {
      const again = await send('POST', `${unit}suggestions/`, { target: ['Děkujeme.'] }, key)
      assert.deepEqual([again.status, again.json.errors[0].attr], [400, 'target'])
    }
    assert.equal((await get('/api/languages/cs/statistics/')).suggestions, 1)
    const at = made.json.url.slice(SITE.length)
    assert.equal((await send('POST', `${at}accept/`, {})).json.result, 'accepted')
    assert.equal((await get(unit)).target[0], 'Děkujeme.')
    assert.equal((await get('/api/languages/cs/statistics/')).suggestions, 0)
    const same = await send('POST', `${unit}suggestions/`, { target: ['Děkujeme.\n'] }, anna)
    assert.deepEqual([same.status, same.json.errors[0].attr], [400, 'target'], 'the translation says so already')
    const other = await send('POST', `${unit}suggestions/`, { target: ['Díky.'] }, anna)
    assert.equal((await api.send('DELETE', other.json.url.slice(SITE.length), { key: anna })).status, 204)
    assert.equal((await get('/api/suggestions/')).count, 0)
  })

  test('accepts a suggestion with enough votes', async () => {
    const unit = (await get('/api/translations/hello/main/cs/units/?q=source:Try')).results[0].url.slice(SITE.length)
    await send('PATCH', '/api/components/hello/main/', { suggestion_voting: true, suggestion_autoaccept: 2 })
    const made = await send('POST', `${unit}suggestions/`, { target: ['Zkuste to!'] }, anna)
    assert.deepEqual([made.status, made.json.num_votes, made.json.target], [201, 1, ['Zkuste to!\n']])
    const at = `${made.json.url.slice(SITE.length)}vote/`
    const no = await send('POST', at, { value: -1 }, anna)
    assert.deepEqual([no.status, no.json.result, no.json.suggestion.num_votes], [200, 'voted', -1])
    assert.equal((await send('POST', at, { value: 1 }, anna)).json.suggestion.num_votes, 1)
    const second = await send('POST', `${unit}suggestions/`, { target: ['Zkuste to!\n'] })
    assert.deepEqual([second.status, second.json.result], [200, 'accepted'], 'suggesting the same is a vote for it')
    assert.equal(second.json.suggestion, null)
    assert.equal((await get(made.json.url.slice(SITE.length))).errors[0].code, 'not_found')
    const { target, state } = await get(unit)
    assert.deepEqual([target, state], [['Zkuste to!\n'], 20])
    await send('PATCH', '/api/components/hello/main/', { suggestion_voting: true, suggestion_autoaccept: 1 })
    const alone = await send('POST', `${unit}suggestions/`, { target: ['Vyzkoušejte to!'] }, anna)
    assert.deepEqual([alone.status, alone.json.result], [200, 'accepted'])
    const [change] = (await get('/api/translations/hello/main/cs/changes/')).results
    assert.deepEqual([change.action_name, change.author], ['Suggestion accepted', `${SITE}/api/users/Anna/`])
    assert.deepEqual(await faults(api.services.store), [])
    await send('PATCH', '/api/components/hello/main/', { suggestion_voting: false, suggestion_autoaccept: 0 })
  })

  test('counts words and characters of every state', async () => {
    const newer = ['fuzzy', 'approved', 'readonly'].flatMap(state =>
      ['words', 'words_percent', 'chars', 'chars_percent'].map(part => `${state}_${part}`),
    )
    const places = ['projects/hello', 'translations/hello/main/cs']
    for (const place of places) {
      const numbers = await get(`/api/${place}/statistics/`)
      for (const name of newer) assert.equal(typeof numbers[name], 'number', `${place} ${name}`)
    }
    const source = (await get('/api/components/hello/main/statistics/')).results[0]
    assert.deepEqual(
      [source.readonly_words, source.readonly_words_percent, source.readonly_chars, source.fuzzy_chars],
      [19, 100, 139, 0],
    )
    const language = Object.keys(await get('/api/languages/cs/statistics/'))
    for (const name of newer) assert.ok(!language.includes(name), name)
  })

  test('handles comments, flags and labels', async () => {
    const source = (await get('/api/translations/hello/main/en/units/')).results[0]
    const unit = (await get(`/api/units/${source.id}/translations/`))[0]
    assert.equal((await send('POST', `/api/units/${unit.id}/comments/`, { comment: 'Opravdu?' }, anna)).status, 201)
    assert.equal((await get(`/api/units/${unit.id}/comments/`)).count, 1)
    assert.equal((await get('/api/languages/cs/statistics/')).comments, 1)
    const label = await send('POST', '/api/projects/hello/labels/', { name: 'Menu', color: 'navy' })
    assert.equal(label.status, 201, label.text)
    const flagged = await send('PATCH', `/api/units/${source.id}/`, {
      extra_flags: 'max-length:3',
      labels: [label.json.id],
      explanation: 'Why',
    })
    assert.equal(flagged.status, 200, flagged.text)
    assert.equal((await get(`/api/units/${unit.id}/`)).has_failing_check, true, 'the flag reached the translation')
    assert.deepEqual(
      (await get(`/api/units/${unit.id}/`)).labels.map((each: { name: string }) => each.name),
      ['Menu'],
    )
    assert.equal((await get('/api/units/?q=label:Menu')).count >= 1, true)
    assert.equal((await send('PATCH', `/api/units/${source.id}/`, { extra_flags: 'max-length:"' })).status, 400)
    assert.deepEqual(await faults(api.services.store), [])
  })

  test('rejects edits of a locked component', async () => {
    assert.deepEqual((await send('POST', '/api/components/hello/main/lock/', { lock: 1 })).json, { locked: true })
    const unit = (await get('/api/translations/hello/main/cs/units/')).results[0]
    const answer = await send('PATCH', `/api/units/${unit.id}/`, { target: ['x'], state: 20 })
    assert.equal(answer.status, 423)
    assert.equal(answer.json.errors[0].code, 'component-locked')
    assert.equal((await send('POST', '/api/components/hello/main/lock/', { lock: false }, anna)).status, 403)
    assert.deepEqual((await send('POST', '/api/projects/hello/lock/', { lock: 0 })).json, { locked: false })
  })

  test('handles categories and the components in them', async () => {
    const outer = await send('POST', '/api/categories/', {
      name: 'Outer',
      slug: 'outer',
      project: `${SITE}/api/projects/hello/`,
    })
    assert.equal(outer.status, 201, outer.text)
    assert.equal((await send('POST', '/api/categories/', { name: 'x', slug: 'x', project: '%ff' })).status, 400)
    const inner = await send('POST', '/api/categories/', {
      name: 'In',
      slug: 'in',
      project: 'hello',
      category: outer.json.url,
    })
    const made = await send('POST', '/api/projects/hello/components/', {
      name: 'Deep',
      slug: 'deep',
      file_format: 'po',
      category: inner.json.url,
    })
    assert.equal(made.json.url, `${SITE}/api/components/hello/outer%252Fin%252Fdeep/`)
    assert.equal((await get(made.json.url.slice(SITE.length))).slug, 'deep')
    assert.equal((await api.send('GET', '/api/components/hello/deep/', { key: boss })).status, 404)
    assert.equal((await send('PATCH', `/api/categories/${outer.json.id}/`, { slug: 'other' })).status, 200)
    assert.equal((await get('/api/components/hello/other%252Fin%252Fdeep/')).slug, 'deep')
    assert.equal((await get(`/api/categories/${outer.json.id}/statistics/`)).total, 0)
    assert.equal((await api.send('DELETE', `/api/categories/${inner.json.id}/`, { key: boss })).status, 400)
  })

  test('rejects a component and a category with the same path', async () => {
    const made = (slug: string, more = {}) =>
      send('POST', '/api/categories/', { name: slug, slug, project: 'hello', ...more })
    const taken = (answer: { status: number; json: { errors: { attr: string; code: string }[] } }) => {
      assert.equal(answer.status, 400)
      assert.deepEqual([answer.json.errors[0]!.attr, answer.json.errors[0]!.code], ['slug', 'unique'])
    }
    taken(await made('main'))
    const shelf = (await made('shelf')).json
    const component = (slug: string, more = {}) =>
      send('POST', '/api/projects/hello/components/', { name: slug, slug, file_format: 'po', ...more })
    taken(await component('shelf'))
    taken(await send('PATCH', `/api/categories/${shelf.id}/`, { slug: 'main' }))
    const book = await component('book')
    assert.equal(book.status, 201, book.text)
    taken(await send('PATCH', '/api/components/hello/book/', { slug: 'shelf' }))
    assert.equal((await made('book', { category: shelf.url })).status, 201, 'elsewhere it is free')
    taken(await send('PATCH', '/api/components/hello/book/', { category: shelf.url }))
    assert.equal((await send('PATCH', '/api/components/hello/book/', { name: 'Book' })).status, 200)
  })

  test('permissions come from teams and roles', async () => {
    const role = await send('POST', '/api/roles/', { name: 'Locker', permissions: ['component.lock'] })
    assert.equal(role.status, 201, role.text)
    assert.equal(
      (await send('POST', '/api/roles/', { name: 'Bad', permissions: ['fly'] })).json.errors[0].attr,
      'permissions.0',
    )
    const group = await send('POST', '/api/groups/', { name: 'Lockers' })
    const at = group.json.url.slice(SITE.length)
    assert.equal((await send('POST', `${at}roles/`, { role_id: role.json.id })).status, 200)
    const { id } = await get('/api/projects/hidden/')
    assert.equal((await send('POST', `${at}projects/`, { project_id: id })).status, 200)
    assert.equal((await api.send('GET', '/api/projects/hidden/', { key: anna })).status, 404)
    const joined = await send('POST', '/api/users/Anna/groups/', { group_id: group.json.id })
    assert.deepEqual(joined.json.groups, [group.json.url])
    assert.equal((await api.send('GET', '/api/projects/hidden/', { key: anna })).status, 200)
    assert.equal((await send('POST', '/api/components/hidden/main/lock/', { lock: true }, anna)).json.locked, true)
    assert.equal((await send('PATCH', '/api/projects/hidden/', { name: 'Mine' }, anna)).status, 403)
    assert.equal((await api.send('GET', at, { key: anna })).status, 200)
    assert.equal((await send('PATCH', at, { name: 'Mine' }, anna)).status, 403)
  })

  test('shows full accounts to managers and only names to others', async () => {
    // With the visitor.
    assert.equal((await get('/api/users/')).count, 3)
    assert.deepEqual(
      (await get('/api/users/', anna)).results.map((each: { username: string }) => each.username),
      ['Anna'],
    )
    assert.deepEqual(Object.keys((await get('/api/users/?username=Bo', anna)).results[0]), [
      'id',
      'full_name',
      'username',
    ])
    assert.equal((await api.send('GET', '/api/users/')).json.count, 0)
    const made = await send('POST', '/api/users/', {
      username: 'Karel',
      full_name: 'Karel Č.',
      email: 'karel@example.org',
    })
    assert.equal(made.status, 201, made.text)
    assert.equal((await get('/api/users/Karel/notifications/')).count, 9)
    assert.equal(
      (await send('POST', '/api/users/', { username: 'Karel', full_name: 'x', email: 'k@example.org' })).status,
      400,
    )
    assert.equal((await send('PATCH', '/api/users/Anna/', { full_name: 'Anna N.' }, anna)).json.full_name, 'Anna N.')
    assert.equal((await send('PATCH', '/api/users/Anna/', { is_superuser: true }, anna)).status, 403)
    assert.equal((await api.send('DELETE', '/api/users/Karel/', { key: boss })).status, 204)
    assert.equal((await get('/api/users/Karel/')).is_active, false)
  })

  test('language managers can create, change and delete languages', async () => {
    const wish = { code: 'x-elvish', name: 'Elvish', direction: 'rtl', plural: { number: 2, formula: 'n != 1' } }
    assert.equal((await send('POST', '/api/languages/', wish, anna)).status, 403)
    const made = await send('POST', '/api/languages/', wish)
    assert.equal(made.status, 201, made.text)
    assert.equal(made.json.plural.type, 1)
    assert.equal(
      (await send('POST', '/api/languages/', wish)).json.errors[0].detail,
      'Language with this Language code already exists.',
    )
    assert.equal(
      (await send('PATCH', '/api/languages/x-elvish/', { plural: { number: 1, formula: 'n' } })).json.errors[0].attr,
      'plural.formula',
    )
    assert.equal((await get('/api/languages/x-elvish/statistics/')).approved_percent, 100)
    assert.equal((await api.send('GET', '/api/languages/x-elvish/', { key: anna })).status, 404)
    assert.equal((await api.send('DELETE', '/api/languages/x-elvish/', { key: boss })).status, 204)
    assert.equal((await api.send('DELETE', '/api/languages/cs/', { key: boss })).status, 400)
    assert.deepEqual((await get('/api/languages/cs/')).aliases.includes('cze'), true)
  })
})
