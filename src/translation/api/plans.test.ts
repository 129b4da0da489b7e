// Every read of the API must find its rows through an index: SQLite cannot be interrupted in the middle of a scan.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Store } from '#store/store.ts'
import { temporaryStore } from '#store/testing.ts'
import { queryRecorder, stepsOfPlans } from '#store/testing-queries.ts'
import { testCatalogue } from '../catalogue/testing.ts'
import { SITE, type TestApi, testApi } from './testing.ts'

let api: TestApi
let store: Store
let boss: string
let anna: string
/** Records every query of the requests under test. */
const { seen, plugin } = queryRecorder()

before(async () => {
  store = await temporaryStore('sqlite')
  const recorded = { ...store, read: store.read.withPlugin(plugin) }
  api = await testApi(recorded)
  boss = (await api.user('Boss', { superuser: true })).key
  anna = (await api.user('Anna')).key
  await testCatalogue(api.services)
  await testCatalogue(api.services, { slug: 'hidden', access: 100 })
  const category = { name: 'Some', slug: 'some', project: `${SITE}/api/projects/hello/` }
  await api.send('POST', '/api/categories/', { key: boss, body: category })
})

/** Tables that grow with use; the others hold settings. */
const LARGE =
  /\bSCAN (unit|translation|translation_change|suggestion|unit_comment|check_failure|memory|account|job|screenshot|task|project_backup|report)\b(?! USING (COVERING )?INDEX)/

async function plans(path: string, key: string): Promise<string[]> {
  seen.length = 0
  const answer = await api.send('GET', path, { key })
  assert.ok(answer.status < 300, `${path}: ${answer.text}`)
  assert.ok(seen.length > 0, 'queries were recorded')
  return stepsOfPlans(store, [...seen], LARGE)
}

const paths = [
  '/api/languages/cs/statistics/',
  '/api/users/Anna/notifications/',
  '/api/projects/hello/statistics/',
  '/api/projects/hello/languages/',
  '/api/components/hello/main/statistics/',
  '/api/translations/hello/main/cs/',
  '/api/translations/hello/main/cs/units/',
  '/api/translations/hello/main/cs/changes/',
  '/api/projects/hello/changes/',
  '/api/components/hello/main/changes/?action=2&action=5',
  '/api/changes/?user=Anna',
  '/api/units/1/',
  '/api/units/1/suggestions/',
  '/api/units/1/comments/',
  '/api/users/Anna/statistics/',
  '/api/users/Anna/contributions/',
  '/api/components/hello/main/repository/',
  '/api/translations/hello/main/cs/repository/',
  '/api/translations/hello/main/cs/file/',
  '/api/users/?username=An',
  '/api/users/Anna/',
  '/api/addons/',
  '/api/reports/',
  '/api/projects/hello/metrics/',
  '/api/projects/hello/credits/?start=2026-01-01&end=2027-01-01',
  '/api/components/hello/main/credits/?start=2026-01-01&end=2027-01-01&lang=cs',
  '/api/projects/hello/languages/cs/file/',
  '/api/projects/hello/languages/cs/announcements/',
  '/api/categories/1/statistics/',
  '/api/translations/hello/main/cs/strings/',
  '/api/translations/hello/main/cs/people/?q=a',
  '/api/units/1/everything/',
  // Pages with counts that exclude what the reader cannot see.
  '/projects/',
  '/projects/hello/',
  '/projects/hello/-/cs/',
  '/languages/',
  '/languages/cs/',
]

for (const path of paths)
  test(`${path} reads through indexes`, async () => {
    // Only people who can work on a repository see its status.
    for (const key of path.endsWith('/repository/') ? [boss] : [boss, anna])
      assert.deepEqual(await plans(path, key), [])
  })
