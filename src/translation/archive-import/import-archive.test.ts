import assert from 'node:assert/strict'
import { test } from 'node:test'
import { silent } from '#events/progress.ts'
import { onEachEngine } from '#store/testing.ts'
import { type TestApi, testApi } from '../api/testing.ts'
import { faults } from '../catalogue/testing.ts'
import { assertAddsUp, drain, skippedOf } from '../weblate-import/testing.ts'
import { type Files, zipOf } from '../weblate-import/testing-backup.ts'
import { ArchiveError, importArchive, type Platform, planImport } from './import-archive.ts'
import { crowdin, transifex } from './testing.ts'

onEachEngine('an import of an export archive', open => {
  const target = async (): Promise<{ api: TestApi; key: string }> => {
    const api = await testApi(await open())
    return { api, key: (await api.user('Boss', { superuser: true })).key }
  }
  const run = async ({ services }: TestApi, platform: Platform, files: Files, project = 'fruit') =>
    importArchive(services, { platform, archive: await zipOf(files), project }, silent)
  const units = async ({ api, key }: { api: TestApi; key: string }, place: string) =>
    (await api.send('GET', `/api/translations/fruit/${place}/units/`, { key })).json.results.map(
      ({ source, target, state, context }: Record<string, unknown>) => [context, source, target, state].flat(),
    )

  test('brings a Crowdin project over', async () => {
    const site = await target()
    const { api, key } = site
    const { tally } = await run(api, 'crowdin', crowdin())
    await drain(api)
    assertAddsUp(tally)
    assert.deepEqual(await faults(api.services.store), [])
    assert.deepEqual(await units(site, 'app-menu/pt_BR'), [
      ['open', 'Open', 'Abrir', 30],
      ['close', 'Close', 'Fechar', 10],
      ['quit', 'Quit', '', 0],
    ])
    assert.deepEqual(await units(site, 'app-deep-help/de'), [['help', 'Help', 'Hilfe', 20]])
    assert.deepEqual(await units(site, 'po-messages/cs'), [['', 'Hello', 'Ahoj', 10]])
    assert.deepEqual(await units(site, 'glossary/cs'), [['', 'banana', 'banán', 20]])
    assert.equal((await units(site, 'glossary/en')).length, 2)
    const glossary = (await api.send('GET', '/api/components/fruit/glossary/', { key })).json
    assert.equal(glossary.is_glossary, true)
    const file = (await api.send('GET', '/api/translations/fruit/app-menu/pt_BR/', { key })).json
    assert.equal(file.filename, 'app/i18n/menu.brazil.json')
    const memory = (await api.send('GET', '/api/projects/fruit/memory/', { key })).json
    assert.deepEqual(
      memory.map((each: Record<string, string>) => [each.source, each.target, each.target_language]),
      [['Open', 'Abrir', 'pt_BR']],
    )
    assert.deepEqual(tally.counts['memory entries'], {
      ...{ read: 3, created: 1, unchanged: 1 },
      skipped: { 'memory.tmx: it has no text in the source language': 1 },
    })
    assert.deepEqual(tally.counts.states, {
      ...{ read: 3, created: 2, unchanged: 0 },
      skipped: { 'export/menu.pt-BR.xliff: /app/menu.json: no string has this text and translation': 1 },
    })
    assert.equal(tally.counts.strings?.skipped['app/i18n/menu.brazil.json: the source file lacks it'], 1)
    assert.equal(tally.counts.files?.skipped['README.txt: it does not belong to a component'], 1)
    assert.deepEqual(tally.notes, {
      'crowdin.yml: files[2]: notes.json: the path of its translations has several languages': 1,
    })
  })

  test('brings a Transifex project over', async () => {
    const site = await target()
    const { tally } = await run(site.api, 'transifex', transifex())
    await drain(site.api)
    assertAddsUp(tally)
    assert.deepEqual(await faults(site.api.services.store), [])
    assert.deepEqual(await units(site, 'web/pt_BR'), [['open', 'Open', 'Abrir', 30]])
    assert.equal(tally.counts.states?.created, 1)
    assert.deepEqual(await units(site, 'docs/cs'), [['', 'Hello', 'Ahoj', 20]])
    assert.deepEqual(await units(site, 'docs/de'), [['', 'Hello', 'Hallo', 20]])
    assert.deepEqual(await units(site, 'glossary/cs'), [
      ['', 'banana', 'banán', 20],
      ['', 'pear', 'hruška', 20],
    ])
    assert.equal(tally.counts.strings?.skipped['glossary.csv: the glossary has the term twice'], 1)
    assert.deepEqual(Object.keys(tally.notes), ['.tx/config: [site.broken]: file_filter needs exactly one <lang>'])
  })

  test('finds the files of an archive without a configuration', async () => {
    const site = await target()
    const files = {
      'en/app.json': '{"open": "Open"}\n',
      'cs/app.json': '{"open": "Otevřít"}\n',
      'pt-BR/app.json': '{"open": "Abrir"}\n',
      'cs/only.json': '{"a": "A"}\n',
      'cs/broken.po': 'msgid "unfinished\n',
    }
    const { tally } = await run(site.api, 'crowdin', files)
    assertAddsUp(tally)
    assert.deepEqual(await units(site, 'app/cs'), [['open', 'Open', 'Otevřít', 20]])
    assert.deepEqual(await units(site, 'app/pt_BR'), [['open', 'Open', 'Abrir', 20]])
    assert.match(Object.keys(tally.counts.files?.skipped ?? {}).join(), /cs\/broken\.po: /)
  })

  test('keeps forbidden and untranslatable terms of glossaries, and the notes of each language', async () => {
    const site = await target()
    const glossary = [
      'Concept Translatable,Term [en],Note [en],Term [cs],Status [cs],Note [cs],Term [de]',
      'yes,bowl,Round,hrnek,obsolete,Menší,',
      'yes,pear,,hruš,obsolete,,Birne',
      'no,Parlance,,Parlance,,,',
    ]
    const { tally } = await run(site.api, 'crowdin', { 'a.csv': `${glossary.join('\n')}\n` })
    await drain(site.api)
    assertAddsUp(tally)
    const { json } = await site.api.send('GET', '/api/translations/fruit/glossary/cs/units/', { key: site.key })
    assert.deepEqual(
      json.results.map(({ source, target, note, flags }: Record<string, string>) =>
        [source, target, note, flags].flat(),
      ),
      [
        ['bowl', 'hrnek', 'Round\ncs: Menší', 'forbidden'],
        ['Parlance', 'Parlance', '', 'read-only'],
      ],
    )
    assert.equal(
      tally.counts.strings?.skipped['a.csv: the term for cs is forbidden, those of other languages are not'],
      1,
    )
  })

  test('lists what it would create, and stores nothing', async () => {
    const { api } = await target()
    const archive = await zipOf(crowdin())
    const { plan } = await planImport(api.services, { platform: 'crowdin', archive, project: 'fruit' })
    assert.deepEqual(
      plan.components.map(({ slug, format, template, files }) => [
        slug,
        format,
        template,
        files.map(each => each.path),
      ]),
      [
        ['app-deep-help', 'json', 'app/deep/help.json', ['app/deep/i18n/help.de.json']],
        ['app-menu', 'json', 'app/menu.json', ['app/i18n/menu.brazil.json']],
        ['po-messages', 'po', '', ['po/cs.po', 'po/fr.po']],
      ],
    )
    assert.equal(plan.hasApproved, true)
    assert.equal((await api.services.store.read.selectFrom('project').select('id').execute()).length, 0)
  })

  test('continues after an interruption, keeps what is here, and changes nothing when repeated', async () => {
    const whole = await target()
    const { tally } = await run(whole.api, 'crowdin', crowdin())
    const site = await target()
    const { services } = site.api
    const archive = await zipOf(crowdin())
    let seen = 0
    const progress = {
      ...silent,
      report: () => {
        if (++seen === 4) throw new Error('interrupted')
      },
    }
    const options = { platform: 'crowdin' as const, archive, project: 'fruit' }
    await assert.rejects(importArchive(services, options, progress), /interrupted/)
    const resumed = await importArchive(services, options, silent)
    assert.equal(resumed.isResumed, true)
    assert.deepEqual(resumed.tally.counts, tally.counts)
    await resumed.forget()
    const list = await site.api.send('GET', '/api/translations/fruit/po-messages/fr/units/', { key: site.key })
    const body = { target: ['Bonjour'], state: 20 }
    await site.api.send('PATCH', `/api/units/${list.json.results[0].id}/`, { key: site.key, body })
    const again = await importArchive(services, options, silent)
    assertAddsUp(again.tally)
    for (const [kind, count] of Object.entries(again.tally.counts)) {
      // The files of states and memories are read again, and change nothing.
      if (kind !== 'files') assert.equal(count.created, 0, kind)
      assert.ok(skippedOf(count) <= count.read, kind)
    }
    assert.equal(again.tally.counts.strings?.skipped['po/fr.po: it exists here with another text or state'], 1)
    assert.deepEqual(await units(site, 'po-messages/fr'), [['', 'Hello', 'Bonjour', 20]])
    await drain(site.api)
    assert.deepEqual(await faults(services.store), [])
  })

  test('refuses hostile archives and configurations by name', async () => {
    const { api } = await target()
    const cases: [Platform, Files, RegExp][] = [
      ['crowdin', { '../x.json': '{}' }, /"\.\.\/x\.json" is not a path inside the archive/],
      ['crowdin', { 'a.txt': 'a' }, /nothing to import/],
      ['crowdin', { 'crowdin.yml': 'a: [' }, /crowdin\.yml: not valid YAML/],
      ['crowdin', { 'crowdin.yml': '['.repeat(100_000) }, /crowdin\.yml: not valid YAML/],
      ['crowdin', { 'crowdin.yml': 'files: 1' }, /crowdin\.yml: files: expected a list/],
      ['crowdin', { 'crowdin.yml': 'files: [{source: 1}]' }, /files\[0\]: expected "source" and "translation"/],
      [
        'crowdin',
        { 'crowdin.yml': 'files: [{source: ../../etc/x, translation: "%locale%"}]' },
        /"\.\.\/\.\.\/etc\/x" leads outside the archive/,
      ],
      [
        'crowdin',
        {
          'crowdin.yml': `a: &a [x,x]\nb: &b [*a,*a]\n${'c: [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\n'.repeat(1)}d: ${'*b '.repeat(2)}`,
        },
        /crowdin\.yml: not valid YAML/,
      ],
      ['transifex', { '.tx/config': 'x = 1' }, /\.tx\/config: line 1: expected/],
      ['transifex', { '.tx/config': '# none\n' }, /\.tx\/config: it has no resources/],
      ['transifex', { '.tx/config': '[a.b]\nfile_filter = ../<lang>.po\n' }, /"\.\.\/\*\.po" leads outside/],
      ['transifex', { '.tx/config': Buffer.from([0xff, 0xfe, 0xfd]) }, /not UTF-8/],
    ]
    for (const [platform, files, message] of cases)
      await assert.rejects(run(api, platform, files), error => {
        assert.ok(error instanceof ArchiveError, String(error))
        assert.match(error.message, message)
        return true
      })
    await assert.rejects(run(api, 'crowdin', { 'a.txt': 'a' }, 'no slug!'), /not a valid project slug/)
  })
})
