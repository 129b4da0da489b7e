import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { setOptions } from '#accounts/options.ts'
import { SiteTexts } from '#html/site-texts.ts'
import { language } from '#languages/translation-languages.ts'
import { onEachEngine } from '#store/testing.ts'
import { ALERTS } from '#translation/catalogue/alerts.ts'
import { ACTION_NAMES } from '#translation/catalogue/change-actions.ts'
import { faults, type TestCatalogue, testCatalogue } from '#translation/catalogue/testing.ts'
import { format } from '#translation/formats/index.ts'
import { KIND_LABELS } from '#translation/notifications/kinds/index.ts'
import { shippedFile, shippedLanguages } from '#translation/notifications/shipped-files.ts'
import { type MailSite, mailSite, type Person } from '#translation/notifications/testing.ts'
import { WIKI_KINDS } from '#wiki/notifications/choices.ts'
import { followMailTexts, isMailBehind } from './mail-component.ts'

/** Forms where they differ from the platform's rule, which in Hebrew has one for tens. */
const FORMS: Readonly<Record<string, number>> = { he: 3 }

test('every language has all email texts', () => {
  const labels = Object.values(ALERTS).map(alert => alert.label)
  const wiki = WIKI_KINDS.map(kind => kind.label)
  const wanted = [...KIND_LABELS.values(), ...Object.values(ACTION_NAMES), ...labels, ...wiki]
  const parsed = (code: string) => format('po')!.parse(shippedFile(code), { language: code })
  const german = parsed('de').units.map(unit => unit.source[0]!)
  assert.deepEqual(
    wanted.filter(text => !german.includes(text)),
    [],
  )
  for (const code of shippedLanguages()) {
    const { units, plural } = parsed(code)
    assert.deepEqual(units.map(unit => unit.source[0]!).sort(), german.toSorted(), code)
    assert.equal(plural?.count, FORMS[code] ?? language(code)?.plural.number, code)
    for (const { source, target } of units) {
      assert.equal(target.length, source.length === 1 ? 1 : plural?.count, `${code}: ${source[0]}`)
      for (const form of target) {
        assert.notEqual(form, '', `${code}: ${source[0]}`)
        const holes = (text: string) => text.match(/\{\{\w+\}\}/g)?.sort()
        if (source.length === 1) assert.deepEqual(holes(form), holes(source[0]!), `${code}: ${source[0]}`)
      }
    }
  }
})

test('every language of the interface has email texts', () => {
  const lacking = new SiteTexts().shippedLanguages.filter(code => !shippedLanguages().includes(code.replace('-', '_')))
  assert.deepEqual(lacking, ['en'])
})

onEachEngine('emails in the recipient’s language', open => {
  let site: MailSite
  let home: TestCatalogue
  let boss: Person
  let anna: Person
  before(async () => {
    site = await mailSite(await open())
    home = await testCatalogue(site.api.services)
    boss = await site.person('Boss', { superuser: true })
    anna = await site.person('Anna', { languages: ['cs'], watched: ['hello'] })
    await site.subscribe(anna, 'NewCommentNotificaton', 10)
  })
  const look = (language: string, zone: string) =>
    site.api.services.store.transaction(tx =>
      setOptions(tx, anna.id, [
        ['language', language],
        ['timecorrection', zone],
      ]),
    )
  const comment = async () => {
    site.clock.advance(3600)
    await site.send(boss, 'POST', `/api/units/${home.units[0]!.id}/comments/`, { comment: 'Hello' })
    const [mail, ...more] = await site.deliver()
    assert.deepEqual(more, [])
    return mail!
  }

  test('use the recipient’s time zone, as text and as HTML', async () => {
    await look('de', 'ZoneInfo|60|Europe/Berlin')
    const mail = await comment()
    assert.equal(mail.subject, 'Kommentar hinzugefügt – Project hello / Main / Czech')
    assert.match(mail.text, /^Kommentar hinzugefügt von Boss, \d{4}-\d\d-\d\d \d\d:\d\d (MEZ|MESZ|GMT\+[12])$/m)
    assert.match(mail.text, /Ausgangstext: Hello, world!/)
    assert.match(
      mail.text,
      /Sie erhalten diese Nachricht, weil Sie “Kommentar wurde hinzugefügt” \(Beobachtete Projekte\) abonniert haben/,
    )
    assert.match(mail.html, /<html lang="de" dir="ltr">/)
    assert.match(mail.html, /Diese Benachrichtigung abbestellen/)
  })

  test('support right-to-left languages and fall back to English', async () => {
    await look('ar', 'UTC')
    assert.match((await comment()).html, /<html lang="ar" dir="rtl">/)
    for (const [code, lang] of [
      ['pt-br', 'pt(-BR)?'],
      ['pt-PT', 'pt'],
      ['es-419', 'es'],
    ] as const) {
      await look(code, 'UTC')
      assert.match((await comment()).html, new RegExp(`<html lang="${lang}" dir="ltr">`))
    }
    await look('tlh', 'UTC')
    assert.equal((await comment()).subject, 'Comment added – Project hello / Main / Czech')
  })

  test('use translations made on the site', async () => {
    const { services } = site.api
    assert.equal(await isMailBehind(services), true)
    await followMailTexts(services)
    assert.equal(await isMailBehind(services), false)
    const { json } = await site.send(boss, 'GET', '/api/translations/parlance/mail/de/units/?page_size=200')
    const unit = json.results.find((each: { source: string[] }) => each.source[0] === 'Comment added')
    assert.deepEqual(unit.target, ['Kommentar hinzugefügt'])
    await site.send(boss, 'PATCH', `/api/units/${unit.id}/`, { target: ['Neuer Kommentar'], state: 20 })
    await look('de', 'UTC')
    assert.equal((await comment()).subject, 'Neuer Kommentar – Project hello / Main / Czech')
    await followMailTexts(services)
    assert.equal((await comment()).subject, 'Neuer Kommentar – Project hello / Main / Czech', 'what people wrote stays')
    assert.deepEqual(await faults(services.store), [])
  })
})
