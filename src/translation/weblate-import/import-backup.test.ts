import assert from 'node:assert/strict'
import { test } from 'node:test'
import { silent } from '#events/progress.ts'
import { onEachEngine } from '#store/testing.ts'
import { type TestApi, testApi } from '../api/testing.ts'
import { writeBackup } from '../backups/write-backup.ts'
import { faults } from '../catalogue/testing.ts'
import { ZipWriter } from '../formats/zip/write-zip.ts'
import { importBackup } from './import-weblate.ts'
import { SourceError } from './source.ts'
import { assertAddsUp, drain } from './testing.ts'
import { backupFiles, type Files, zipOf } from './testing-backup.ts'

onEachEngine('an import from a project backup of Weblate', open => {
  const target = async (): Promise<{ api: TestApi; key: string }> => {
    const api = await testApi(await open())
    return { api, key: (await api.user('Boss', { superuser: true })).key }
  }
  const run = ({ services }: TestApi, backup: Buffer) => importBackup(services, { backup, pageSize: 2 }, silent)
  const listed = async ({ api, key }: { api: TestApi; key: string }, path: string) =>
    (await api.send('GET', `/api/${path}`, { key })).json.results

  test('brings everything over', async () => {
    const site = await target()
    const { api, key } = site
    const { tally, isResumed } = await run(api, await zipOf(backupFiles()))
    await drain(api)
    assert.equal(isResumed, false)
    assertAddsUp(tally)
    assert.deepEqual(await faults(api.services.store), [])
    const created = Object.fromEntries(Object.entries(tally.counts).map(([kind, count]) => [kind, count.created]))
    assert.deepEqual(created, {
      ...{ people: 2, languages: 0, projects: 1, labels: 1, categories: 2, components: 3, translations: 4 },
      ...{ strings: 6, suggestions: 2, comments: 2, files: 2, screenshots: 1, 'memory entries': 1 },
      ...{ roles: 0, teams: 1, memberships: 2 },
    })
    const project = (await api.send('GET', '/api/projects/fruit/', { key })).json
    assert.equal(project.instructions, 'Stay ripe.')
    assert.equal(project.translation_review, true)
    const [banana, pears] = await listed(site, 'translations/fruit/app/cs/units/')
    assert.deepEqual([banana.target, banana.state, banana.timestamp], [['Banány'], 30, '2025-03-04T01:06:07.890123Z'])
    assert.deepEqual(pears.target, ['%d hruška', '%d hrušky', '%s hrušek'])
    assert.equal(pears.has_failing_check, false)
    const [source] = await listed(site, 'translations/fruit/app/en/units/')
    assert.deepEqual([source.explanation, source.extra_flags], ['Yellow', 'max-length:40'])
    assert.equal(source.labels[0].name, 'Sweet')
    const suggestions = await listed(site, `units/${banana.id}/suggestions/`)
    assert.deepEqual(
      suggestions.map(({ target, num_votes }: Record<string, unknown>) => [target, num_votes]),
      [
        [['Banánky'], 1],
        [['Banánečky'], 0],
      ],
    )
    assert.match(suggestions[0].user, /\/users\/anna\/$/)
    const comments = await listed(site, `units/${banana.id}/comments/`)
    assert.deepEqual(
      comments.map((each: { comment: string }) => each.comment),
      ['First', 'Second'],
    )
    assert.match((await api.send('GET', '/api/translations/fruit/app/cs/file/', { key })).text, /^# kept$/m)
    const help = (await api.send('GET', '/api/components/fruit/docs%252Fguides%252Fhelp/', { key })).json
    assert.equal(help.name, 'Help')
    const [screenshot] = await listed(site, 'screenshots/')
    assert.deepEqual([screenshot.name, screenshot.units.length], ['Bowl', 1])
    const team = (await listed(site, 'groups/?page_size=100')).find((each: { name: string }) => each.name === 'Pickers')
    assert.equal(team.components.length, 2)
    assert.match(team.languages[0], /\/cs\/$/)
    assert.equal(tally.notes['team "Pickers": automatic assignment does not come over'], 1)
    assert.equal(tally.notes['people without an email address, who cannot reset their password'], 2)
    assert.deepEqual(tally.counts.roles?.skipped, { '"Nonesuch": it has no permissions known here': 1 })
    assert.doesNotMatch(JSON.stringify(tally), /secret/)
    const account = await api.services.accounts.byName(api.services.store.read, 'anna')
    const row = await api.services.store.read
      .selectFrom('account')
      .select('password_hash')
      .where('id', '=', account!.id)
      .executeTakeFirstOrThrow()
    assert.equal(row.password_hash, '')
  })

  test('continues after an interruption, and changes nothing when repeated', async () => {
    const whole = await target()
    const backup = await zipOf(backupFiles())
    const { tally } = await run(whole.api, backup)
    const interrupted = await target()
    const { services } = interrupted.api
    let seen = 0
    const progress = {
      ...silent,
      report: () => {
        if (++seen === 5) throw new Error('interrupted')
      },
    }
    await assert.rejects(importBackup(services, { backup, pageSize: 2 }, progress), /interrupted/)
    const resumed = await run(interrupted.api, backup)
    assert.equal(resumed.isResumed, true)
    assert.deepEqual(resumed.tally.counts, tally.counts)
    await resumed.forget()
    const again = await run(interrupted.api, backup)
    assertAddsUp(again.tally)
    for (const [kind, count] of Object.entries(again.tally.counts)) assert.equal(count.created, 0, kind)
    await drain(interrupted.api)
    assert.deepEqual(await faults(services.store), [])
  })

  test('refuses damaged and hostile archives by name, and stores nothing', async () => {
    const { api } = await target()
    const changed = (files: Files): Promise<Buffer> => zipOf({ ...backupFiles(), ...files })
    const bomb = new ZipWriter(new Date(0))
    await bomb.add('weblate-backup.json', Buffer.alloc(20_000_000))
    const { 'weblate-memory.json': _, ...withoutMemory } = backupFiles()
    const good = backupFiles()['components/app.json'] as Record<string, unknown>
    const cases: [Buffer, RegExp][] = [
      [Buffer.from('PK nothing'), /not a zip archive/],
      [(await zipOf(backupFiles())).subarray(0, 900), /not a zip archive, or it is truncated/],
      [await zipOf({ 'a.txt': 'a' }), /weblate-backup\.json is missing/],
      [await changed({ '../../etc/passwd': 'x' }), /"\.\.\/\.\.\/etc\/passwd" is not a path inside/],
      [await changed({ '/etc/passwd': 'x' }), /"\/etc\/passwd" is not a path inside/],
      [await changed({ 'vcs\\x': 'x' }), /is not a path inside/],
      [Buffer.from(bomb.end()), /"weblate-backup\.json" in the archive unpacks to more than 200 times its size/],
      [await changed({ 'weblate-backup.json': '{"project": ' }), /weblate-backup\.json: not valid JSON/],
      [await changed({ 'weblate-backup.json': '[]' }), /weblate-backup\.json: expected an object/],
      [await changed({ 'weblate-backup.json': { project: 1, labels: [] } }), /json: project: expected an object/],
      [await zipOf(withoutMemory), /weblate-memory\.json is missing/],
      [await changed({ 'components/x.json': '['.repeat(1000) }), /components\/x\.json: nested more than/],
      [await changed({ 'components/x.json': { component: {}, translations: 1 } }), /x\.json: translations: expected/],
      [
        await changed({ 'components/app.json': { ...good, units: [{ translation_id: 99 }] } }),
        /components\/app\.json: units\[0\]\.translation_id: there is no such translation/,
      ],
      [await changed({ 'components/app.json': { ...good, units: [7] } }), /app\.json: units\[0\]: expected an object/],
    ]
    for (const [backup, message] of cases)
      await assert.rejects(run(api, backup), error => {
        assert.ok(error instanceof SourceError, String(error))
        assert.match(error.message, message)
        return true
      })
    assert.equal((await api.services.store.read.selectFrom('project').select('id').execute()).length, 0)
  })

  test('counts rows that cannot be stored', async () => {
    const { api } = await target()
    const files = backupFiles()
    const app = files['components/app.json'] as { units: object[]; translations: object[] }
    const units = [...app.units, { translation_id: 12, source: 5 }, { ...app.units[2], source: 'New', state: 77 }]
    const translations = [...app.translations, { id: 13, language_code: '?!', filename: '../x', plural: 7 }]
    const broken = { ...app, units, translations, screenshots: [{ name: 'x' }] }
    const { tally } = await run(api, await zipOf({ ...files, 'components/app.json': broken }))
    assertAddsUp(tally)
    assert.equal(tally.counts.strings?.created, 6)
    assert.equal(tally.counts.strings?.read, 8)
    assert.equal(tally.counts.translations?.read, 5)
    assert.equal(Object.keys(tally.counts.screenshots?.skipped ?? {}).length, 1)
    assert.deepEqual(await faults(api.services.store), [])
  })

  test('names a backup of Parlance', async () => {
    const { api } = await target()
    const first = await run(api, await zipOf(backupFiles()))
    await first.forget()
    const { store } = api.services
    const project = await store.read.selectFrom('project').selectAll().executeTakeFirstOrThrow()
    await assert.rejects(run(api, await writeBackup(store.read, project, 0)), /is a project backup of Parlance/)
  })
})
