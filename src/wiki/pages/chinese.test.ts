// A Chinese wiki before and after the conversion tables of a MediaWiki are imported.
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'node:test'
import Fastify, { type FastifyInstance } from 'fastify'
import { regenerateApiKey } from '#accounts/api-keys.ts'
import { joinGroup } from '#accounts/memberships.ts'
import { testServices } from '#core/testing.ts'
import { systemClock } from '#store/clock.ts'
import type { Store } from '#store/store.ts'
import { onEachEngine, temporaryFolder } from '#store/testing.ts'
import { importConversionTables } from '../import/conversion-tables/import-tables.ts'
import { SITE_INFO } from '../open-wiki.ts'
import { wikiPart } from '../part.ts'
import { wikiSample } from '../sample/sample.ts'
import siteInfo from '../site/fixtures/site-ru.json' with { type: 'json' }

const source = (hant: string) => `<?php
$zh2Hant = [ ${hant} ];
$zh2Hans = [ '書' => '书' ];
$zh2TW = [ '鼠标' => '滑鼠' ];
$zh2HK = [];
$zh2CN = [];
`

async function server(store: Store, options: { data: string; siteUrl: string }): Promise<FastifyInstance> {
  const services = await testServices(store, undefined, options)
  const app = Fastify()
  await app.register(async scope => wikiPart.routes!(scope, services))
  return app
}

onEachEngine('Chinese variants', openStore => {
  test('need tables, which all servers notice', async () => {
    const store = await openStore()
    const options = { data: temporaryFolder(), siteUrl: 'http://127.0.0.1' }
    const services = await testServices(store, undefined, options)
    await wikiSample.install(services, 1)
    const { id } = await services.accounts.register({ name: 'Keeper' })
    const key = await store.transaction(async tx => {
      await joinGroup(tx, id, 'sysop')
      return regenerateApiKey(tx, id, services.clock)
    })
    const value = JSON.stringify({ ...siteInfo, general: { ...siteInfo.general, lang: 'zh' } })
    await store.transaction(async tx => {
      await tx.deleteFrom('site_setting').where('key', '=', SITE_INFO).execute()
      await tx.insertInto('site_setting').values({ key: SITE_INFO, value }).execute()
    })
    const servers = [await server(store, options), await server(store, options)]
    const asked = async (app: FastifyInstance, fields: Record<string, string>, headers = {}) => {
      const query = { contentmodel: 'wikitext', format: 'json', formatversion: '2', disablelimitreport: '1', ...fields }
      return (await app.inject({ url: `/api.php?${new URLSearchParams(query)}`, headers })).json()
    }
    const parsed = async (app: FastifyInstance, variant: string) =>
      asked(app, { action: 'parse', text: '书 鼠标 -{书}-', prop: 'text', variant })
    const [first, second] = servers as [FastifyInstance, FastifyInstance]

    for (const app of servers) {
      const { error } = await parsed(app, 'zh-tw')
      assert.equal(error.code, 'variantwithouttables')
      assert.match(error.info, /parlance wiki import-conversion-tables/)
      assert.match((await parsed(app, 'sr-ec')).parse.text, /<p>书 鼠标 -\{书\}-\n/)
    }
    assert.doesNotMatch((await first.inject('/wiki/Tea')).body, /class="menu variants"/)

    const file = path.join(options.data, 'ZhConversion.php')
    await writeFile(file, source("'书' => '書'"))
    await importConversionTables(store, systemClock, file)
    for (const app of servers) {
      assert.match((await parsed(app, 'zh-tw')).parse.text, /<p>書 滑鼠 书\n/)
      assert.match((await parsed(app, 'zh-Hant-HK')).parse.text, /<p>書 鼠标 书\n/)
    }
    const { body } = await second.inject('/index.php?title=Tea&variant=zh-tw')
    assert.match(body, /<div class="wiki-text" lang="zh-Hant-TW" dir="ltr">/)
    assert.match(body, /<a href="[^"]*variant=zh-hk" lang="zh-Hant-HK" hreflang="zh-Hant-HK">/)

    await writeFile(file, source("'书' => '冊'"))
    await importConversionTables(store, systemClock, file)
    for (const app of servers) assert.match((await parsed(app, 'zh-tw')).parse.text, /<p>冊 滑鼠 书\n/)

    const headers = { authorization: `Token ${key}` }
    const edit = async (title: string, text: string) => {
      const token = (await asked(first, { action: 'query', meta: 'tokens' }, headers)).query.tokens.csrftoken
      const body = new URLSearchParams({ action: 'edit', title, text, token, format: 'json' }).toString()
      const type = { 'content-type': 'application/x-www-form-urlencoded' }
      const answer = await first.inject({ method: 'POST', url: '/api.php', headers: { ...headers, ...type }, body })
      assert.equal(answer.json().edit?.result, 'Success', answer.body)
    }
    await edit('MediaWiki:Conversiontable/zh-hant', '-{书=>本; 书 鼠=>x}-')
    for (const app of servers) assert.match((await parsed(app, 'zh-tw')).parse.text, /<p>x标 书\n/)
    assert.match((await parsed(second, 'zh-hans')).parse.text, /<p>书 鼠标 书\n/)

    await edit('鼠标', 'A page')
    await edit('滑鼠', 'Another page')
    await edit('書', 'Books')
    const titles = { action: 'query', titles: '书|書|鼠标', converttitles: '1' }
    await edit('MediaWiki:Conversiontable/zh-hant', '-{书=>書}-')
    const { query } = await asked(second, titles)
    assert.deepEqual(query.converted, [{ from: '书', to: '書' }])
    assert.deepEqual(query.pages.map((page: { title: string }) => page.title).sort(), ['書', '鼠标'])
  })
})
