// Runs mwn, an unmodified bot framework, against our server.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { before, describe, test } from 'node:test'
import { Mwn } from 'mwn'
import { temporaryFolder } from '#store/testing.ts'
import { ALL_PLANETS, COUNTS, MARS, PLANETS, SUBPAGES, WITH_CARD, WITH_RED_FILE } from './expected-pages.ts'
import { ADMIN, startWiki } from './wiki-server.ts'

async function all<T>(generator: AsyncGenerator<T>): Promise<T[]> {
  const items: T[] = []
  for await (const item of generator) items.push(item)
  return items
}

const titles = (pages: readonly { title: string }[]): string[] => pages.map(page => page.title)

describe('mwn', () => {
  let bot: Mwn
  before(async () => {
    const { api } = await startWiki()
    bot = await Mwn.init({
      apiUrl: api,
      username: ADMIN.name,
      password: ADMIN.password,
      userAgent: 'Parlance tests',
      silent: true,
      suppressAPIWarnings: true,
      maxRetries: 0,
    })
  })

  test('logs in and reads site information', async () => {
    assert.equal((await bot.userinfo()).name, ADMIN.name)
    assert.match(await bot.getCsrfToken(), /^[0-9a-f]+\+\\$/)
    assert.equal(await bot.getServerTime(), '2026-11-15T00:00:00Z')
    assert.equal(new bot.Title('обсуждение участника:Admin').toText(), 'Обсуждение участника:Admin')
  })

  test('reads pages', async () => {
    const [mars, earth] = await bot.read(['Марс', 'Земля'])
    assert.ok(mars!.revisions![0]!.slots!.main!.content!.startsWith(MARS.begins))
    assert.equal(earth!.title, 'Земля')
    assert.deepEqual(titles(await all(bot.readGen(['Марс', 'Земля', 'Луна'], {}, 2))).sort(), ['Земля', 'Луна', 'Марс'])
  })

  test('reads all properties of a page', async () => {
    const mars = new bot.Page('Марс')
    assert.equal(await mars.exists(), true)
    assert.ok((await mars.text()).startsWith(MARS.begins))
    assert.deepEqual(await mars.categories(), MARS.categories)
    assert.deepEqual(await mars.templates(), MARS.templates)
    assert.deepEqual(await mars.links(), MARS.links)
    assert.deepEqual(await mars.externallinks(), MARS.addresses)
    assert.ok((await mars.backlinks()).length > 30)
    assert.equal(await mars.isRedirect(), false)
    assert.equal(await mars.getCreator(), 'Алиса')
    assert.deepEqual(await new bot.Page('Шаблон:Карточка').transclusions(), WITH_CARD)
    assert.equal((await new bot.Page('Галерея').images()).length, 7)
    assert.deepEqual(await new bot.Page('Планета').subpages(), SUBPAGES)
    assert.equal(await new bot.Page('Перенапр').getRedirectTarget(), 'Марс')
    assert.equal(await new bot.Page('Удалённая').getDeletingAdmin(), 'Admin')
  })

  test('reads complete histories, logs, contributions and categories', async () => {
    const mars = new bot.Page('Марс')
    assert.equal((await mars.history(['ids', 'timestamp'], 4)).length, 4)
    assert.equal((await all(mars.historyGen('ids', { rvlimit: 2 }))).length, MARS.revisions)
    const logs = await all(mars.logsGen(['title', 'type'], undefined, { lelimit: 2 }))
    assert.deepEqual(logs, await mars.logs(['title', 'type'], 500))
    const alice = new bot.User('Алиса')
    assert.equal((await alice.contribs()).length, COUNTS.byAlice)
    assert.equal((await all(alice.contribsGen({ uclimit: 7 }))).length, COUNTS.byAlice)
    assert.ok((await alice.logs()).length > 0)
    assert.equal((await alice.info()).userid, 3)
    const planets = new bot.Category('Планеты')
    assert.deepEqual(titles(await planets.pages()), PLANETS.pages)
    assert.deepEqual(titles(await planets.subcats()), PLANETS.subcats)
    assert.deepEqual(titles(await planets.files()), PLANETS.files)
    assert.deepEqual(titles(await all(planets.membersGen({ cmlimit: 2 }))), ALL_PLANETS)
  })

  test('lists and searches', async () => {
    assert.deepEqual(await bot.getPagesByPrefix('Планета/'), SUBPAGES)
    assert.deepEqual(await bot.getPagesInCategory('Категория:Планеты'), ALL_PLANETS)
    assert.ok((await bot.search('Марс', 3)).some(hit => hit.title === 'Марс'))
    const steps = await bot.continuedQuery({ action: 'query', list: 'allpages', aplimit: 7 }, 30)
    assert.equal(steps.flatMap(step => step.query!.allpages).length, COUNTS.pages)
    assert.deepEqual(Object.keys(await bot.getMessages(['about', 'edit'])).sort(), ['about', 'edit'])
  })

  test('finds and fetches files', async () => {
    const file = new bot.File('Corpus red.png')
    assert.deepEqual(titles(await file.usages()), WITH_RED_FILE)
    const copy = path.join(temporaryFolder(), 'red.png')
    await bot.download('Файл:Corpus red.png', copy)
    assert.equal(readFileSync(copy).length, COUNTS.redFileBytes)
  })

  test('writes pages', async () => {
    const begun = await bot.create('Чайник', 'Вода', 'новая')
    assert.equal(begun.result, 'Success')
    await bot.save('Чайник', 'Вода\nОгонь', 'вторая')
    await bot.edit('Чайник', revision => ({
      text: `${revision.content}\n[[Категория:Планеты]]`,
      summary: 'третья',
      minor: true,
    }))
    await bot.newSection('Чайник', 'Раздел', 'Пар')
    const page = new bot.Page('Чайник')
    assert.equal(await page.text(), 'Вода\nОгонь\n[[Категория:Планеты]]\n\n== Раздел ==\n\nПар')
    assert.deepEqual(
      (await page.history(['comment'], 10)).map(revision => revision.comment),
      ['/* Раздел */ new section', 'третья', 'вторая', 'новая'],
    )
    assert.deepEqual(await page.categories(), ['Категория:Планеты'])
    await assert.rejects(bot.create('Чайник', 'ещё'), { code: 'articleexists' })
    await assert.rejects(bot.save('Special:Version', 'x'), { code: 'pagecannotexist' })
    const undo = (await page.history(['ids'], 1))[0]!.revid!
    await bot.request({ action: 'edit', title: 'Чайник', undo, token: bot.csrfToken })
    assert.equal(await page.text(), 'Вода\nОгонь\n[[Категория:Планеты]]')
  })

  test('reports errors and logs out', async () => {
    await assert.rejects(bot.request({ action: 'qwerty' }), { code: 'badvalue' })
    await bot.logout()
    assert.match((await bot.userinfo()).name, /^127\./)
  })
})
