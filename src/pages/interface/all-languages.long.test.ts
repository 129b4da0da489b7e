import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachEngine } from '#store/testing.ts'
import { testApi } from '#translation/api/testing.ts'
import { faults } from '#translation/catalogue/testing.ts'
import { followShipped } from './follow-shipped.ts'
import { followMailTexts } from './mail-component.ts'
import { ServedTexts } from './served-texts.ts'
import { shippedBy } from './shipped-texts.ts'

onEachEngine('all shipped languages as components', open => {
  test('are complete, wait for review and are shown', async () => {
    const api = await testApi(await open())
    const { key } = await api.user('Boss', { superuser: true })
    const { texts, store } = api.services
    await followShipped(api.services, shippedBy(texts))
    await followMailTexts(api.services)
    const { json } = await api.send('GET', '/api/components/parlance/web/statistics/?page_size=100', { key })
    const expected = texts.shippedLanguages.map(code => code.replace('-', '_')).sort()
    assert.deepEqual(json.results.map((each: { code: string }) => each.code).sort(), expected)
    for (const each of json.results) {
      const { code, total, translated, approved } = each as Record<string, unknown>
      if (code !== 'en') assert.deepEqual([translated, approved], [total, 0], String(code))
    }
    const before = texts.shippedLanguages.map(code => texts.in(code)('frame.save'))
    texts.own = new ServedTexts(store.read, texts)
    for (const [i, code] of texts.shippedLanguages.entries())
      assert.equal((await texts.translator([code]))('frame.save'), before[i])
    assert.deepEqual([...texts.languages], [...texts.shippedLanguages].sort())
    const mail = await api.send('GET', '/api/components/parlance/mail/statistics/?page_size=100', { key })
    assert.ok(mail.json.results.length > texts.shippedLanguages.length - 4)
    assert.deepEqual(await faults(store), [])
  })
})
