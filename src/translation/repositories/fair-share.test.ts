// A repository that is slow or has too many files does not affect others.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { JobRunner } from '#events/job-runner.ts'
import { silentLog } from '#events/testing-log.ts'
import { takeLock } from '#store/lock.ts'
import { onEachEngine } from '#store/testing.ts'
import { type TestApi, testApi } from '../api/testing.ts'
import { REPOSITORY_LANE } from './background.ts'
import { lockPlace } from './session.ts'
import { drainRepositories, po, RepositorySite, temporaryFolder, Upstream } from './testing.ts'

const data = temporaryFolder()
after(() => rmSync(data, { recursive: true, force: true }))

let sites = 0

onEachEngine('repositories of many projects', open => {
  let api: TestApi
  let site: RepositorySite

  before(async () => {
    const rules = { repositoryProtocols: ['file'], repositoryNetwork: 'any' } as const
    api = await testApi(await open(), { data: path.join(data, String(++sites), 'site'), ...rules })
    site = await RepositorySite.open(api)
  })

  const make = async (project: string, slug: string, upstream: Upstream) => {
    const repository = { file_format: 'po', vcs: 'git', repo: upstream.url, filemask: 'po/*.po' }
    const made = await site.send('POST', `/api/projects/${project}/components/`, { name: slug, slug, ...repository })
    return { id: made.id as number, task: new URL(made.task_url).pathname }
  }

  test('a component is imported while the repository of another project is busy', async () => {
    const { services } = api
    await site.send('POST', '/api/projects/', { name: 'Huge', slug: 'huge', web: 'https://example.org/' })
    const upstream = new Upstream(path.join(data, `shared-${sites}`))
    upstream.publish('Begin', { 'po/cs.po': po('cs', { Apple: 'Jablko' }) })
    const slow = await make('huge', 'slow', upstream)
    const next = await make('huge', 'next', upstream)
    const small = await make('garden', 'small', upstream)
    // Holding the lock simulates an operation in progress.
    const lock = await takeLock(lockPlace(services.store, services.config.data), `repository-${slow.id}`)
    const { store, jobs, clock } = services
    const runner = new JobRunner({
      store,
      jobs,
      log: silentLog,
      lane: REPOSITORY_LANE,
      leaseClock: clock,
      pollMilliseconds: 5,
    })
    runner.start()
    const state = (task: string) => site.send('GET', task)
    while (!(await state(small.task)).completed) await sleep(10)
    assert.deepEqual((await state(small.task)).result, { result: true })
    for (const { task } of [slow, next]) {
      const { completed, log } = await state(task)
      assert.deepEqual([completed, log], [false, ''])
    }
    await lock.release()
    while (!(await state(next.task)).completed) await sleep(10)
    await runner.stop()
    assert.deepEqual((await state(slow.task)).result, { result: true })
  })

  test('a file mask that matches more than 10,000 files imports none and fails the task', async () => {
    const upstream = new Upstream(path.join(data, `crowd-${sites}`))
    const tree = Array.from({ length: 10_001 }, (_, i) => `M 100644 :1 po/x${i}.po\n`).join('')
    const commit = 'commit refs/heads/main\ncommitter A <a@example.org> 0 +0000\ndata 5\nCrowd\n'
    const input = `blob\nmark :1\ndata 0\n\n${commit}${tree}done\n`
    execFileSync('git', ['-C', upstream.bare, 'fast-import', '--quiet', '--done'], { input })
    const { task } = await make('garden', 'crowd', upstream)
    await drainRepositories(api.services)
    const { completed, result } = await site.send('GET', task)
    assert.deepEqual([completed, result.result], [true, false])
    assert.match(
      result.detail,
      /po\/\*\.po: 10001 files match the file mask, but at most 10000 are allowed. Use a narrower mask/,
    )
    const { results } = await site.send('GET', '/api/components/garden/crowd/translations/')
    assert.deepEqual(
      results.map((each: { language_code: string }) => each.language_code),
      ['en'],
    )
    await site.sound()
  })
})
