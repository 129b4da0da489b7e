import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { followInbox, registerInbox } from '#core/follow-inbox.ts'
import { shownEntries } from '#core/inbox.ts'
import { entriesOf } from '#events/inbox/entries.ts'
import { onEachEngine } from '#store/testing.ts'
import { ACCESS } from '../catalogue/permissions.ts'
import { type TestCatalogue, testCatalogue } from '../catalogue/testing.ts'
import { translationInbox } from './inbox.ts'
import { type MailSite, mailSite, type Person } from './testing.ts'

onEachEngine('the inbox of the translation platform', open => {
  let site: MailSite
  let home: TestCatalogue
  let secret: TestCatalogue
  let boss: Person
  let anna: Person
  let bert: Person

  before(async () => {
    site = await mailSite(await open())
    const { services } = site.api
    if (services.inbox.sources.length === 0) services.inbox.sources.push(translationInbox(services))
    await registerInbox(services)
    home = await testCatalogue(services)
    secret = await testCatalogue(services, { slug: 'secret', access: ACCESS.private })
    boss = await site.person('Boss', { superuser: true })
    anna = await site.person('Anna', { languages: ['cs'], watched: ['hello'] })
    bert = await site.person('Bert', { languages: ['de'], watched: ['hello'] })
  })

  async function news(who: Person) {
    const { services } = site.api
    await followInbox(services)
    const rows = await entriesOf(services.store.read, who.id, { unread: true }, 100)
    const shown = await shownEntries(services, rows, (await services.callers.actingFor(who.id))!)
    await services.store.transaction(tx => tx.updateTable('inbox').set({ read_at: 1 }).execute())
    return shown.map(({ row, actor, where, text }) => [row.kind, row.title, actor, where.join(' › '), text])
  }

  const comment = (unit: number, text: string) =>
    site.send(boss, 'POST', `/api/units/${unit}/comments/`, { comment: text, scope: 'global' })

  test('a mention in a comment says who mentioned whom; others who took part get a reply', async () => {
    const { id } = home.units[0]!
    await site.send(bert, 'POST', `/api/units/${id}/comments/`, { comment: 'Too long', scope: 'global' })
    await news(anna)
    await comment(id, '@Anna, can we shorten this?')
    await followInbox(site.api.services)
    assert.deepEqual((await news(anna))[0]?.slice(0, 3), ['mention', '', 'Boss'])
    await comment(id, 'And this?')
    const [entry] = await news(bert)
    assert.deepEqual([entry?.[0], entry?.[4]], ['reply', 'And this?'])
  })

  test('accepted and declined suggestions', async () => {
    const { id } = home.units[0]!
    const suggest = async (text: string) => {
      const made = await site.send(anna, 'POST', `/api/units/${id}/suggestions/`, { target: [text] })
      return made.json.id as number
    }
    const first = await suggest('Ahoj')
    await site.send(boss, 'POST', `/api/suggestions/${first}/accept/`, {})
    assert.deepEqual(
      (await news(anna)).map(entry => [entry[0], entry[1], entry[2], entry[4]]),
      [['review', 'accepted', 'Boss', 'Ahoj']],
    )
    const second = await suggest('Nazdar')
    await site.send(boss, 'DELETE', `/api/suggestions/${second}/`)
    assert.deepEqual(
      (await news(anna)).map(entry => [entry[0], entry[1], entry[4]]),
      [['review', 'declined', 'Nazdar']],
    )
  })

  test('announcements reach watchers, in a language only those who translate into it', async () => {
    await site.send(boss, 'POST', '/api/projects/hello/announcements/', { message: 'Ships tomorrow' })
    assert.deepEqual(
      (await news(anna)).map(entry => [entry[0], entry[4]]),
      [['announcement', 'Ships tomorrow']],
    )
  })

  test('nothing of private projects, and what becomes private disappears', async () => {
    await comment(secret.units[0]!.id, '@Anna, a secret')
    assert.deepEqual(await news(anna), [])
    await comment(home.units[0]!.id, '@Anna, still open')
    await followInbox(site.api.services)
    await site.send(boss, 'PATCH', '/api/projects/hello/', { access_control: ACCESS.private })
    assert.deepEqual(await news(anna), [])
    await site.send(boss, 'PATCH', '/api/projects/hello/', { access_control: ACCESS.public })
  })
})
