import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import fc from 'fast-check'
import { onEachEngine } from '#store/testing.ts'
import { type TestApi, testApi } from '../api/testing.ts'
import { testCatalogue } from './testing.ts'
import { checkUnitSearch, SearchError } from './unit-search.ts'

onEachEngine('searching for strings', open => {
  let api: TestApi
  let boss: string
  let anna: string
  const ok = async (method: string, path: string, body?: unknown, key = boss) => {
    const answer = await api.send(method, path, { key, ...(body !== undefined && { body }) })
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`)
    return answer.json
  }
  /** The first words of the strings that a search finds in the Czech translation. */
  const find = async (q: string): Promise<string[]> => {
    const { results } = await ok('GET', `/api/translations/hello/main/cs/units/?q=${encodeURIComponent(q)}`)
    return results.map((each: { source: string[] }) => each.source[0]!.split(/\W/)[0])
  }

  before(async () => {
    api = await testApi(await open())
    boss = (await api.user('Boss', { superuser: true })).key
    anna = (await api.user('Anna')).key
    const { units } = await testCatalogue(api.services)
    const [hello, apes, attempt, thanks] = units
    await ok('PATCH', `/api/units/${hello!.id}/`, { target: ['Ahoj světe!\n'], state: 20 }, anna)
    api.clock.advance(2 * 86_400)
    await ok('PATCH', `/api/units/${thanks!.id}/`, { target: ['Díky (moc).'], state: 10 })
    await ok('POST', `/api/units/${apes!.id}/suggestions/`, { target: ['opice', 'opice', 'opic'] }, anna)
    await ok('POST', `/api/units/${attempt!.id}/comments/`, { scope: 'translation', comment: 'Unclear to me' }, anna)
    await ok(
      'POST',
      `/api/units/${attempt!.source_unit_id}/comments/`,
      { scope: 'global', comment: 'Check wording' },
      anna,
    )
    const label = await ok('POST', '/api/projects/hello/labels/', { name: 'Easy', color: 'green' })
    await ok('PATCH', `/api/units/${attempt!.source_unit_id}/`, {
      labels: [label.id],
      explanation: 'On the front page',
    })
  })

  test('finds strings by words, fields and operators', async () => {
    const cases: Record<string, string[]> = {
      '': ['Hello', 'Orangutan', 'Try', 'Thank'],
      weblate: ['Try', 'Thank'],
      'weblate -thank': ['Try'],
      'weblate AND NOT thank': ['Try'],
      'hello OR thank': ['Hello', 'Thank'],
      'weblate (hello OR thank)': ['Thank'],
      'hello OR weblate try': ['Hello', 'Try'],
      'NOT (hello OR thank)': ['Orangutan', 'Try'],
      'NOT NOT hello': ['Hello'],
      'target:"(moc)"': ['Thank'],
      "source:'for using'": ['Thank'],
      'source:="Thank you for using Weblate."': ['Thank'],
      'source:="thank you for using Weblate."': [],
      'state:>=translated': ['Hello'],
      'state:<translated': ['Orangutan', 'Try', 'Thank'],
      'is:fuzzy OR is:translated': ['Hello', 'Thank'],
      'has:suggestion': ['Orangutan'],
      'is:untranslated': ['Orangutan', 'Try', 'Thank'],
      'is:automatically-translated': [],
      'label:easy': ['Try'],
      'label:="easy"': [],
      'labels_count:1': ['Try'],
      'labels_count:>=1 OR labels_count:[2 to 5]': ['Try'],
      'source_state:>=translated': ['Hello', 'Orangutan', 'Try', 'Thank'],
      'has:source-comment': ['Try'],
      'resolved_comment:unclear OR resolved_source_comment:wording': [],
      'source_comment:wording source_comment_author:Anna': ['Try'],
      'path:hello/main': ['Hello', 'Orangutan', 'Try', 'Thank'],
      'path:hello/main/cs thank': ['Thank'],
      'path:hello/main/de OR path:other OR path:hello/mai': [],
      'screenshot:front': [],
      'has:comment OR has:label': ['Try'],
      'has:plural': ['Orangutan'],
      'has:translation': ['Hello', 'Thank'],
      'label:Easy': ['Try'],
      'explanation:front': ['Try'],
      'suggestion:opic': ['Orangutan'],
      'suggestion_author:Anna': ['Orangutan'],
      'comment:unclear comment_author:Anna': ['Try'],
      'changed_by:Anna': ['Hello'],
      'changed:2026-11-15': ['Hello'],
      'changed:>2026-11-15': ['Thank'],
      'changed:[2026-11-15 to 2026-11-17]': ['Hello', 'Thank'],
      'changed:<2026-11-15': [],
      'added:2026-11-15': ['Hello', 'Orangutan', 'Try', 'Thank'],
      'last_changed:>=2026-11-17': ['Thank'],
      'changed:2026-11': ['Hello', 'Thank'],
      'changed:2025': [],
      'changed:today': ['Thank'],
      'changed:>=yesterday': ['Thank'],
      'changed:2_days_ago': ['Hello'],
      'changed:"2 days ago" OR changed:"1 hour ago"': ['Hello'],
      'changed:November_15_2026': ['Hello'],
      'changed:[3_days_ago to "15 Nov 2026"]': ['Hello'],
      'source_changed:2026-11-15 source_changed:<=yesterday': ['Hello', 'Orangutan', 'Try', 'Thank'],
      'source_changed:>=2026-11-17': [],
      'change_time:2026-11-15 change_action:translation-added': ['Hello'],
      'change_action:"Suggestion added"': ['Orangutan'],
      'changed_by:Anna changed:2026-11-15': ['Hello'],
      'changed_by:Anna changed:2026-11-17': [],
      'position:[2 to 3]': ['Orangutan', 'Try'],
      'pending:true': ['Hello', 'Thank'],
      'language:cs component:main project:hello hello': ['Hello'],
      'language:de': [],
      'source:r"^T[rh]"': ['Try', 'Thank'],
      "source:r'W\\w+\\.$' NOT r'^Try'": ['Thank'],
      'r"(?i)^ahoj" OR note:r"^no such note"': ['Hello'],
      'explanation:r"^On the .* page$"': ['Try'],
      'has:plural OR (source:r"^Hello" state:>=translated)': ['Hello', 'Orangutan'],
      'has:glossary': [],
    }
    for (const [q, found] of Object.entries(cases)) assert.deepEqual(await find(q), found, q)
    const everywhere = await ok('GET', `/api/units/?q=${encodeURIComponent('language:en source:hello')}`)
    assert.equal(everywhere.count, 1)
  })

  test('rejects invalid searches with a reason', async () => {
    const cases: Record<string, RegExp> = {
      'source:r"(a"': /The search takes a regular expression/,
      'source:r"((a{100}){100}){100}"': /The search takes a pattern of at most/,
      'comment:r"a"': /The field "comment:" does not support regular expressions/,
      'source:=r"a"': /"=" cannot be combined with a regular expression/,
      'https://example.org': /Unknown search field "https:".*in quotes/,
      '(hello': /closing parenthesis is missing/,
      'hello)': /Syntax error in the search at "\)"/,
      'hello OR': /ends where a term is expected/,
      'OR hello': /Syntax error in the search at "OR hello"/,
      'changed:soon': /is not a valid date/,
      'state:nice': /Unknown state "nice"/,
      'priority:[1 to x]': /"x" is not a whole number/,
      'changed:2026-13': /is not a valid date/,
      'change_action:vanished': /Unknown change action "vanished"/,
      'has:wings': /Unknown search term "has:wings".*Valid terms/,
      'path:hello//cs': /is not a valid path/,
      'pending:maybe': /neither true nor false/,
      'constructor:x': /Unknown search field/,
    }
    for (const [q, reason] of Object.entries(cases)) {
      const answer = await api.send('GET', `/api/units/?q=${encodeURIComponent(q)}`, { key: boss })
      assert.equal(answer.status, 400, q)
      assert.equal(answer.json.errors[0].attr, 'q')
      assert.match(answer.json.errors[0].detail, reason, q)
    }
    assert.throws(() => checkUnitSearch('('.repeat(100)), /at most 20 levels deep/)
    assert.throws(() => checkUnitSearch('a '.repeat(100)), /at most 50 terms/)
  })

  test('parses any text or throws a search error', () => {
    const piece = fc.constantFrom(
      '(',
      ')',
      'OR',
      'AND',
      'NOT',
      '-',
      '"',
      "'",
      'a',
      'source:',
      'state:',
      '>=',
      '=',
      '[',
      ' to ',
      ']',
      ' ',
      '\\',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece).map(parts => parts.join(' ')),
        ),
        text => {
          try {
            checkUnitSearch(text)
          } catch (error) {
            assert.ok(error instanceof SearchError, String(error))
          }
        },
      ),
      { seed: 1, numRuns: 500 },
    )
  })
})
