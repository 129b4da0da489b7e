import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { SiteTexts } from '#html/site-texts.ts'
import { onEachEngine } from '#store/testing.ts'
import { type TestApi, testApi } from '#translation/api/testing.ts'
import { faults } from '#translation/catalogue/testing.ts'
import { mailSite, summary } from '#translation/notifications/testing.ts'
import { followShipped } from './follow-shipped.ts'
import { ServedTexts } from './served-texts.ts'
import { type Entries, type Shipped, shippedBy } from './shipped-texts.ts'
import { isBehind, noteComponent, notedComponent } from './web-component.ts'

const FIRST_TEXTS = {
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

const SECOND_TEXTS = {
  sources: {
    'frame.save': 'Save',
    'frame.cancel': 'Cancel',
    'frame.close': 'Close',
    'frame.strings': { one: '{{count}} string', other: '{{count}} strings' },
  },
  languages: {
    ...FIRST_TEXTS.languages,
    de: {
      ...FIRST_TEXTS.languages.de,
      'frame.save': 'Sichern',
      'frame.cancel': 'Verwerfen',
      'frame.close': 'Schließen',
      'frame.strings_one': '{{count}} Zeichenkette',
      'frame.strings_other': '{{count}} Zeichenketten',
    },
    fr: { 'frame.save': 'Enregistrer' },
    'pt-BR': { 'frame.save': 'Salvar', 'frame.cancel': 'Cancelar' },
  },
}

const shippedOf = (texts: Pick<Shipped, 'sources'> & { languages: Record<string, Entries> }): Shipped => ({
  sources: texts.sources,
  languages: new Map(Object.entries(texts.languages).map(([code, entries]) => [code, () => entries])),
  stamp: JSON.stringify(texts),
})
const FIRST = shippedOf(FIRST_TEXTS)
const SECOND = shippedOf(SECOND_TEXTS)

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
    texts.own = served
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
    other.own = new ServedTexts(api.services.store.read, other)
    for (const each of [texts, other]) assert.equal((await each.translator(['de']))('frame.cancel'), 'Abbrechen')
    await edit('de', 'frame.cancel', ['Lieber nicht'])
    await edit('sl', 'frame.strings', ['{{count}} A', '{{count}} B', '{{count}} C', '{{count}} D'])
    for (const each of [texts, other]) {
      assert.equal((await each.translator(['de']))('frame.cancel'), 'Lieber nicht')
      const slovenian = await each.translator(['sl'])
      assert.deepEqual(
        [1, 2, 3, 5].map(count => slovenian('frame.strings', { count })),
        ['1 A', '2 B', '3 C', '5 D'],
      )
    }
  })

  test('a new language can be selected once it has a translation', async () => {
    const begun = await api.send('POST', '/api/components/parlance/web/translations/', {
      key,
      body: { language_code: 'zh_Hant' },
    })
    assert.equal(begun.status, 201, begun.text)
    await served.freshen()
    assert.ok(!texts.languages.includes('zh-Hant'))
    await edit('zh_Hant', 'frame.save', ['保存'])
    await served.freshen()
    assert.equal(texts.choose(['zh-hant-TW']), 'zh-Hant')
    assert.equal(texts.in('zh-Hant')('frame.save'), '保存')
  })

  test('an upgrade updates strings and translations but keeps local edits', async () => {
    assert.equal(await isBehind(api.services, SECOND), true)
    await followShipped(api.services, SECOND)
    assert.deepEqual((await unit('de', 'frame.save')).target, ['Sichern'])
    assert.deepEqual((await unit('de', 'frame.cancel')).target, ['Lieber nicht'])
    assert.deepEqual((await unit('de', 'frame.close')).target, ['Schließen'])
    assert.deepEqual((await unit('de', 'frame.strings')).target, ['{{count}} Zeichenkette', '{{count}} Zeichenketten'])
    assert.deepEqual((await unit('sl', 'frame.strings')).target[0], '{{count}} A')
    assert.deepEqual((await unit('zh_Hant', 'frame.save')).target, ['保存'])
    assert.deepEqual((await unit('zh_Hant', 'frame.close')).target, [''])
    assert.equal(await unit('de', 'frame.search'), undefined)
    assert.deepEqual((await unit('fr', 'frame.save')).target, ['Enregistrer'])
    assert.deepEqual((await unit('pt_BR', 'frame.save')).target, ['Salvar'])
    assert.equal((await texts.translator(['de']))('frame.close'), 'Schließen')
    assert.equal((await texts.translator(['pt']))('frame.cancel'), 'Cancelar')
    assert.deepEqual(await faults(api.services.store), [])
    assert.equal(await isBehind(api.services, SECOND), false)
  })

  test('shipped translations wait for review', async () => {
    const { json: project } = await api.send('GET', '/api/projects/parlance/', { key })
    assert.equal(project.translation_review, true)
    assert.match(project.instructions, /wait for review by native speakers/)
    const saved = await unit('de', 'frame.save')
    assert.equal(saved.state, 20)
    const approval = { key, body: { target: saved.target, state: 30 } }
    assert.equal((await api.send('PATCH', `/api/units/${saved.id}/`, approval)).status, 200)
    const { json } = await api.send('GET', `${at}/de/statistics/`)
    assert.deepEqual([json.translated, json.approved], [4, 1])
  })

  test('a site of an earlier version gets the review once, and languages that were not added yet', async () => {
    const { store } = api.services
    const former = 'The texts of this site’s pages. Translations appear as soon as they are saved.'
    const noted = (await notedComponent(store.read))!
    await store.transaction(async tx => {
      await noteComponent(tx, { component: noted.component, stamp: '', shipped: {} })
      const values = { translation_review: 0, instructions: former }
      await tx.updateTable('project').set(values).where('slug', '=', 'parlance').execute()
    })
    const project = async () => (await api.send('GET', '/api/projects/parlance/', { key })).json
    await api.send('DELETE', `${at}/pt_BR/`, { key })
    await followShipped(api.services, SECOND)
    assert.equal((await project()).translation_review, true)
    assert.match((await project()).instructions, /native speakers/)
    assert.deepEqual((await unit('pt_BR', 'frame.cancel')).target, ['Cancelar'])
    assert.deepEqual((await unit('de', 'frame.cancel')).target, ['Lieber nicht'])
    await api.send('PATCH', '/api/projects/parlance/', { key, body: { translation_review: false } })
    await followShipped(api.services, { ...SECOND, stamp: 'next' })
    assert.equal((await project()).translation_review, false)
    assert.deepEqual(await faults(store), [])
  })

  test('a deleted component stays deleted, and pages use the shipped texts', async () => {
    await api.send('DELETE', '/api/projects/parlance/', { key })
    assert.equal(await isBehind(api.services, FIRST), false)
    await followShipped(api.services, FIRST)
    assert.equal((await api.send('GET', '/api/projects/parlance/', { key })).status, 404)
    await served.freshen()
    assert.equal(texts.in('zh-Hant')('frame.save'), 'Save')
    assert.ok(!texts.languages.includes('zh-Hant'))
  })

  test('all texts of this version fit into a component', async () => {
    const fresh = await testApi(await open())
    const shipped = shippedBy(fresh.services.texts)
    const arabic = new Map([...shipped.languages].filter(([code]) => code === 'ar'))
    await followShipped(fresh.services, { ...shipped, languages: arabic })
    const { json } = await fresh.send('GET', '/api/translations/parlance/web/ar/statistics/')
    assert.deepEqual([json.total > 2000, json.translated], [true, json.total])
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
