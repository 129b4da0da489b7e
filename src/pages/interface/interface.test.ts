import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { SiteTexts } from '#html/site-texts.ts'
import { onEachEngine } from '#store/testing.ts'
import { type TestApi, testApi } from '#translation/api/testing.ts'
import { faults } from '#translation/catalogue/testing.ts'
import { mailSite, summary } from '#translation/notifications/testing.ts'
import { followShipped } from './follow-shipped.ts'
import { ServedTexts } from './served-texts.ts'
import { type Shipped, shippedBy } from './shipped-texts.ts'
import { isBehind } from './web-component.ts'

const FIRST: Shipped = {
  sources: {
    'frame.save': 'Save',
    'frame.cancel': 'Cancel',
    'frame.search': 'Search everything',
    'frame.strings': { one: '{{count}} string', other: '{{count}} strings' },
  },
  languages: {
    de: {
      'frame.save': 'Speichern',
      'frame.cancel': 'Abbrechen',
      'frame.strings_one': '{{count}} Text',
      'frame.strings_other': '{{count}} Texte',
    },
    sl: {
      'frame.strings_one': '{{count}} niz',
      'frame.strings_two': '{{count}} niza',
      'frame.strings_few': '{{count}} nizi',
      'frame.strings_other': '{{count}} nizov',
    },
  },
}

const SECOND: Shipped = {
  sources: {
    'frame.save': 'Save',
    'frame.cancel': 'Cancel',
    'frame.close': 'Close',
    'frame.strings': { one: '{{count}} string', other: '{{count}} strings' },
  },
  languages: {
    ...FIRST.languages,
    de: {
      ...FIRST.languages.de,
      'frame.save': 'Sichern',
      'frame.cancel': 'Verwerfen',
      'frame.close': 'Schließen',
      'frame.strings_one': '{{count}} Zeichenkette',
      'frame.strings_other': '{{count}} Zeichenketten',
    },
    fr: { 'frame.save': 'Enregistrer' },
  },
}

onEachEngine('the interface as a component', open => {
  let api: TestApi
  let key: string
  let texts: SiteTexts
  let served: ServedTexts
  const at = '/api/translations/parlance/web'
  const unit = async (language: string, context: string) => {
    const { json } = await api.send('GET', `${at}/${language}/units/?page_size=100`, { key })
    return json.results.find((each: { context: string }) => each.context === context)
  }
  const edit = async (language: string, context: string, target: string[]) => {
    const { id } = await unit(language, context)
    const answer = await api.send('PATCH', `/api/units/${id}/`, { key, body: { target, state: 20 } })
    assert.equal(answer.status, 200, answer.text)
  }

  before(async () => {
    api = await testApi(await open())
    key = (await api.user('Boss', { superuser: true })).key
    texts = new SiteTexts()
    served = new ServedTexts(api.services.store.read, texts)
    assert.equal(await isBehind(api.services, FIRST), true)
    await followShipped(api.services, FIRST)
    assert.equal(await isBehind(api.services, FIRST), false)
  })

  test('each text is a string with its shipped translations', async () => {
    assert.deepEqual((await unit('de', 'frame.save')).target, ['Speichern'])
    assert.deepEqual((await unit('sl', 'frame.strings')).target, [
      '{{count}} niz',
      '{{count}} niza',
      '{{count}} nizi',
      '{{count}} nizov',
    ])
    const { json } = await api.send('GET', `${at}/de/statistics/`)
    assert.deepEqual([json.total, json.translated], [4, 3])
    assert.deepEqual(await faults(api.services.store), [])
  })

  test('English texts cannot be edited', async () => {
    const { id } = await unit('en', 'frame.save')
    const answer = await api.send('PATCH', `/api/units/${id}/`, { key, body: { target: ['Keep'], state: 20 } })
    assert.ok(answer.status >= 400 && answer.status < 500, answer.text)
  })

  test('translations appear immediately in every process', async () => {
    const other = new SiteTexts()
    const elsewhere = new ServedTexts(api.services.store.read, other)
    await served.freshen()
    await elsewhere.freshen()
    assert.equal(texts.in('de')('frame.cancel'), 'Abbrechen')
    await edit('de', 'frame.cancel', ['Lieber nicht'])
    await edit('sl', 'frame.strings', ['{{count}} A', '{{count}} B', '{{count}} C', '{{count}} D'])
    for (const [each, follower] of [
      [texts, served],
      [other, elsewhere],
    ] as const) {
      await follower.freshen()
      assert.equal(each.in('de')('frame.cancel'), 'Lieber nicht')
      assert.deepEqual(
        [1, 2, 3, 5].map(count => each.in('sl')('frame.strings', { count })),
        ['1 A', '2 B', '3 C', '5 D'],
      )
    }
  })

  test('a new language can be selected once it has a translation', async () => {
    const begun = await api.send('POST', '/api/components/parlance/web/translations/', {
      key,
      body: { language_code: 'zh_Hans' },
    })
    assert.equal(begun.status, 201, begun.text)
    await served.freshen()
    assert.ok(!texts.languages.includes('zh-Hans'))
    await edit('zh_Hans', 'frame.save', ['保存'])
    await served.freshen()
    assert.equal(texts.choose(['zh-hans-CN']), 'zh-Hans')
    assert.equal(texts.in('zh-Hans')('frame.save'), '保存')
  })

  test('an upgrade updates strings and translations but keeps local edits', async () => {
    assert.equal(await isBehind(api.services, SECOND), true)
    await followShipped(api.services, SECOND)
    assert.deepEqual((await unit('de', 'frame.save')).target, ['Sichern'])
    assert.deepEqual((await unit('de', 'frame.cancel')).target, ['Lieber nicht'])
    assert.deepEqual((await unit('de', 'frame.close')).target, ['Schließen'])
    assert.deepEqual((await unit('de', 'frame.strings')).target, ['{{count}} Zeichenkette', '{{count}} Zeichenketten'])
    assert.deepEqual((await unit('sl', 'frame.strings')).target[0], '{{count}} A')
    assert.deepEqual((await unit('zh_Hans', 'frame.save')).target, ['保存'])
    assert.deepEqual((await unit('zh_Hans', 'frame.close')).target, [''])
    assert.equal(await unit('de', 'frame.search'), undefined)
    assert.deepEqual((await unit('fr', 'frame.save')).target, ['Enregistrer'])
    await served.freshen()
    assert.equal(texts.in('de')('frame.close'), 'Schließen')
    assert.deepEqual(await faults(api.services.store), [])
    assert.equal(await isBehind(api.services, SECOND), false)
  })

  test('a deleted component stays deleted, and pages use the shipped texts', async () => {
    await api.send('DELETE', '/api/projects/parlance/', { key })
    assert.equal(await isBehind(api.services, FIRST), false)
    await followShipped(api.services, FIRST)
    assert.equal((await api.send('GET', '/api/projects/parlance/', { key })).status, 404)
    await served.freshen()
    assert.equal(texts.in('zh-Hans')('frame.save'), 'Save')
    assert.ok(!texts.languages.includes('zh-Hans'))
  })

  test('all texts of this version fit into a component', async () => {
    const fresh = await testApi(await open())
    await followShipped(fresh.services, shippedBy(fresh.services.texts))
    const { json } = await fresh.send('GET', '/api/components/parlance/web/statistics/')
    assert.ok(json.results[0].total > 100)
    assert.equal((await fresh.send('GET', '/api/translations/parlance/web/en/file/')).status, 200)
  })

  test('sends no email about shipped texts, but does about local edits', async () => {
    const site = await mailSite(await open())
    const boss = await site.person('Boss', { superuser: true, languages: ['de', 'fr'] })
    const kinds = ['NewTranslationNotificaton', 'NewStringNotificaton', 'NewComponentNotificaton']
    for (const kind of [...kinds, 'ChangedStringNotificaton', 'TranslatedStringNotificaton'])
      await site.subscribe(boss, kind, 0)
    await site.deliver()
    for (const version of [FIRST, SECOND]) {
      await followShipped(site.api.services, version)
      assert.deepEqual(summary(await site.deliver()), [])
    }
    const { json: last } = await site.send(boss, 'GET', '/api/users/Boss/notification-preview/')
    assert.equal(last.mails, 0)
    const other = await site.person('Other', { superuser: true })
    await site.send(other, 'POST', '/api/components/parlance/web/translations/', { language_code: 'cs' })
    assert.deepEqual(summary(await site.deliver()), ['boss NewTranslationNotificaton'])
  })
})
