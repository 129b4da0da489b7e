// Placeholders in machine translation, with a local server that changes spaces and letters around marks as real
// services do.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { onEachEngine } from '#store/testing.ts'
import { testCatalogue } from '../../catalogue/testing.ts'
import { type TestApi, testApi } from '../testing.ts'

// biome-ignore lint/suspicious/noExplicitAny: bodies of many shapes
type Body = any

let sent: string[] = []
/** What the service does to a text. */
let habit: (text: string) => string = each => each

/** Answers in the format of the service at this path. */
const ANSWERS: Record<string, (body: Body) => { texts: string[]; answer: (texts: string[]) => unknown }> = {
  libretranslate: ({ q }) => ({ texts: q, answer: translatedText => ({ translatedText }) }),
  deepl: ({ text: texts, tag_handling, ignore_tags }) => {
    assert.deepEqual([tag_handling, ignore_tags], ['xml', ['x']])
    return { texts, answer: all => ({ translations: all.map(each => ({ text: each })) }) }
  },
  'google-translate': ({ q, format }) => {
    assert.equal(format, 'html')
    return { texts: q, answer: all => ({ data: { translations: all.map(translatedText => ({ translatedText })) } }) }
  },
  'microsoft-translator': body => ({
    texts: body.map(({ Text }: { Text: string }) => Text),
    answer: all => all.map(each => ({ translations: [{ text: each }] })),
  }),
  openai: ({ messages }) => ({
    texts: JSON.parse(messages[1].content),
    answer: all => ({ choices: [{ message: { content: JSON.stringify(all) } }] }),
  }),
}

let peer: Server
let base: string
before(async () => {
  peer = createServer(async (request, response) => {
    const service = request.url!.split('/')[2]!
    const { texts, answer } = ANSWERS[service]!(JSON.parse(await text(request)))
    sent.push(...texts)
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify(answer(texts.map(each => habit(each)))))
  }).listen(0, '127.0.0.1')
  await once(peer, 'listening')
  base = `http://127.0.0.1:${(peer.address() as AddressInfo).port}`
})
after(() => peer.close())

onEachEngine('placeholders in machine translation', (open, engine) => {
  let api: TestApi
  let key: string
  const place = '/api/translations/hello/main/en/units/'
  const send = async (method: string, path: string, body?: unknown) => {
    const reply = await api.send(method, path, { key, body })
    assert.ok(reply.status < 300, `${method} ${path}: ${reply.text}`)
    return reply.json
  }
  let round = 0

  /** Adds a string and returns the suggestions of a service for it in Czech. */
  const suggested = async (source: string, flags: string, service: string, by: (text: string) => string) => {
    habit = by
    sent = []
    // Responses are cached by address, so every request has its own.
    const url = `${base}/${engine}-${++round}/${service}`
    const settings = service === 'openai' ? { base_url: url, key: 'k', model: 'm' } : { url, key: 'k' }
    await send('PUT', '/api/projects/hello/machinery_settings/', { [service]: settings })
    const unit = await send('POST', place, { source: [source], extra_flags: flags, key: `k${round}` })
    await send('PATCH', `/api/units/${unit.id}/`, { extra_flags: flags })
    const { results } = await send('GET', '/api/translations/hello/main/cs/units/?page_size=200')
    const own = results.find((each: { source_unit: string }) => each.source_unit.endsWith(`/${unit.id}/`))
    const all = await send('GET', `/api/units/${own.id}/machinery/`)
    return all.find((each: { service: string }) => each.service === service)
  }

  before(async () => {
    api = await testApi(await open(), { machineryNetwork: 'any' })
    key = (await api.user('Boss', { superuser: true })).key
    await testCatalogue(api.services)
    await send('PATCH', '/api/components/hello/main/', { manage_units: true })
  })

  const czech = (each: string) => each.replace('Delete', 'Smazat').replace('files', 'souborů').replace('in', 'v')

  test('come back in the notation of every service', async () => {
    for (const service of Object.keys(ANSWERS)) {
      const source = `Delete <b>%(count)d files</b> in "%(place)s" & <i>${service}</i>?\n`
      const made = await suggested(source, 'python-format', service, czech)
      assert.equal(made.error, null, service)
      assert.deepEqual(made.text, [czech(source)], service)
      assert.ok(!sent.some(each => /%\(count\)d files/.test(each)), 'the placeholder and its tag are one mark')
    }
  })

  test('survive the habits of services', async () => {
    const habits: [string, (text: string) => string][] = [
      ['spaces in marks', each => each.replace(/\[X(\d)X\]/g, '[ X$1X ]')],
      ['lower case', each => each.toLowerCase()],
      ['spaces around marks', each => each.replace(/(\[X\d+X\])/g, ' $1 ')],
      ['Cyrillic letters', each => each.replaceAll('X', 'Х')],
      ['Arabic digits', each => each.replaceAll('X1X', 'X١X').replaceAll('X2X', 'X٢X')],
    ]
    for (const [name, by] of habits) {
      const made = await suggested(`the "%s" of (%d) ${name.length}`, 'c-format', 'libretranslate', by)
      assert.deepEqual([made.error, made.text], [null, [`the "%s" of (%d) ${name.length}`]], name)
    }
    const tags = await suggested('Save <b>all</b> of {name}', 'python-brace-format', 'deepl', each =>
      each.replace(/<x id="(\d)"\/>/g, ' <X ID = "$1"> </X> '),
    )
    assert.deepEqual(tags.text, ['Save <b>all</b> of {name}'])
  })

  test('are found by every kind of flag', async () => {
    for (const [source, flags, kept] of [
      ['Hello $NAME$ there', 'placeholders:$NAME$', '$NAME$'],
      ['Hello #42# there', 'placeholders:r"#\\d+#"', '#42#'],
      ['{n, plural, one {# file} other {# files}} here', 'icu-message-format', '{n, plural, one {#'],
      ['Hello {{ name }} there', 'i18next-interpolation', '{{ name }}'],
      ['Hello %1$s there', 'java-printf-format', '%1$s'],
      ['Hello [b]you[/b] there', 'bbcode-text', '[b]'],
    ] as const) {
      const made = await suggested(source, flags, 'libretranslate', each => each.toLowerCase().replace('here', 'HERE'))
      assert.ok(sent.length === 1 && !sent[0]!.includes(kept), `${flags}: ${sent}`)
      assert.equal(made.error, null, flags)
      assert.ok(made.text[0].includes(kept), made.text[0])
    }
  })

  test('that a service loses make the suggestion fail with their name', async () => {
    for (const [by, problem] of [
      [each => each.replace('[X2X]', ''), 'The placeholder "%s" is missing from the translation.'],
      [each => `${each} [X1X]`, 'The placeholder "%d" appears more than once in the translation.'],
      [each => `${each} %s`, 'The placeholder "%s" appears in the translation, but not in the source.'],
      [each => `${each} [X7X]`, 'The placeholder "7" appears in the translation, but not in the source.'],
      // The order of arguments is fixed, which only the check knows.
      [() => '[X2X] in [X1X]', 'The translation fails the check "C format".'],
    ] as [(text: string) => string, string][]) {
      const made = await suggested(`%d files in %s ${round}`, 'c-format', 'libretranslate', by)
      assert.deepEqual([made.text, made.quality, made.error], [[], 0, problem])
    }
  })

  test('that are lost are never saved by automatic translation', async () => {
    habit = each => each.replaceAll(/\[X\d+X\]/g, '').replace('Thank', 'Díky')
    const url = `${base}/${engine}-auto/libretranslate`
    await send('PUT', '/api/projects/hello/machinery_settings/', { libretranslate: { url, key: 'k' } })
    const { details } = await send('POST', '/api/translations/hello/main/cs/autotranslate/', {
      mode: 'translate',
      auto_source: 'mt',
      engines: ['libretranslate'],
    })
    assert.match(details, /LibreTranslate: The placeholder "%/)
    const { results } = await send('GET', '/api/translations/hello/main/cs/units/?page_size=200')
    const broken = results.filter(
      ({ source, target }: { source: string[]; target: string[] }) =>
        target.some(each => each !== '') && source[0]!.includes('%d') && !target[0]!.includes('%d'),
    )
    assert.deepEqual(broken, [])
    const saved = results.filter(({ target }: { target: string[] }) => target[0]!.includes('Díky'))
    assert.equal(saved.length, 1, 'strings without placeholders are translated')
  })

  test('that are glossary terms to keep stay as they are', async () => {
    const glossary = { name: 'Terms', slug: 'terms', file_format: 'csv', is_glossary: true, manage_units: true }
    await send('POST', '/api/projects/hello/components/', glossary)
    await send('POST', '/api/components/hello/terms/translations/', { language_code: 'cs' })
    const term = await send('POST', '/api/translations/hello/terms/en/units/', { source: ['Weblate'], key: 'w' })
    await send('PATCH', `/api/units/${term.id}/`, { extra_flags: 'read-only' })
    const made = await suggested('Use Weblate in Weblated projects', '', 'libretranslate', each => each.toUpperCase())
    assert.deepEqual(sent, ['Use [X1X] in Weblated projects'])
    assert.deepEqual(made.text, ['USE Weblate IN WEBLATED PROJECTS'])
  })
})
