// Each service against a local server that checks requests as the documentation of the service describes them.
import assert from 'node:assert/strict'
import { generateKeyPairSync, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { asking } from './ask.ts'
import { signedHeaders } from './aws-signature.ts'
import { cyrTranslit } from './cyrtranslit.ts'
import { SERVICES } from './index.ts'
import { type Languages, MachineryError, type Settings } from './service.ts'
import { translateBy } from './translate.ts'

const KEY = 'sk-very-secret'

interface Request {
  readonly method: string
  readonly url: URL
  readonly headers: IncomingHttpHeaders
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: bodies of many shapes
  readonly json: any
}

interface Reply {
  readonly status?: number
  readonly headers?: Record<string, string>
  readonly body: unknown
}

let requests: Request[] = []
let reply: (request: Request) => Reply
let server: Server
let base: string

before(async () => {
  server = createServer(async (incoming, response) => {
    const body = await text(incoming)
    const isJson = /json/.test(incoming.headers['content-type'] ?? '')
    const request: Request = {
      method: incoming.method!,
      url: new URL(incoming.url!, base),
      headers: incoming.headers,
      text: body,
      json: isJson ? JSON.parse(body) : null,
    }
    requests.push(request)
    const { status = 200, headers = {}, body: answer } = reply(request)
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(answer))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
after(() => server.close())

const upper = (source: unknown): string => String(source).toUpperCase()
let calls = 0

/** Translates two texts with a service; a fresh address each time, because responses are cached. */
function translated(
  name: string,
  settings: (address: string) => Settings,
  answer: (request: Request) => Reply,
  languages: Languages = { from: 'en', to: 'pt_BR' },
  texts: readonly string[] = ['Hello', 'Good "day"\n%s'],
): Promise<readonly string[]> {
  requests = []
  reply = answer
  const service = SERVICES.find(each => each.name === name)!
  const defaults = Object.fromEntries(
    Object.entries(service.settings).map(([each, { fallback = '' }]) => [each, fallback]),
  )
  const all = { ...defaults, ...settings(`${base}/${++calls}`) }
  assert.equal(service.mistake?.(all) ?? null, null)
  const ask = asking({ allowPrivate: true, signal: AbortSignal.timeout(20_000) })
  return translateBy(service, texts, languages, all, ask)
}

const EXPECTED = ['HELLO', 'GOOD "DAY"\n%S']
const path = ({ url }: Request): string => url.pathname.replace(/^\/\d+/, '')

test('Apertium: a form with the language pair, one text per request', async () => {
  const texts = await translated(
    'apertium-apy',
    url => ({ url }),
    request => {
      assert.equal(path(request), '/translate')
      const form = new URLSearchParams(request.text)
      assert.deepEqual([form.get('langpair'), form.get('markUnknown')], ['eng|por_BR', 'no'])
      return { body: { responseData: { translatedText: upper(form.get('q')) }, responseStatus: 200 } }
    },
  )
  assert.deepEqual(texts, EXPECTED)
  assert.equal(requests.length, 2)
})

test('AWS signs requests', async () => {
  // Example of the documentation of Signature Version 4.
  const { authorization } = signedHeaders({
    address: new URL('https://example.amazonaws.com/'),
    headers: {},
    body: '',
    region: 'us-east-1',
    service: 'service',
    key: 'AKIDEXAMPLE',
    secret: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
    now: new Date('2015-08-30T12:36:00Z'),
  })
  assert.equal(
    authorization,
    'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=host;x-amz-date, Signature=5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b',
  )
  const settings = (url: string) => ({ key: 'AKID', secret: KEY, region: 'eu-west-1', url })
  const texts = await translated('aws', settings, ({ headers, json, text: body, url }) => {
    assert.equal(headers['x-amz-target'], 'AWSShineFrontendService_20170701.TranslateText')
    assert.equal(headers['content-type'], 'application/x-amz-json-1.1')
    assert.deepEqual([json.SourceLanguageCode, json.TargetLanguageCode], ['en', 'pt'])
    const [, year, month, day, hours, minutes, seconds] = /^(....)(..)(..)T(..)(..)(..)Z$/.exec(
      headers['x-amz-date'] as string,
    )!
    const again = signedHeaders({
      address: url,
      headers: { 'content-type': headers['content-type']!, 'x-amz-target': headers['x-amz-target'] as string },
      body,
      ...{ region: 'eu-west-1', service: 'translate', key: 'AKID', secret: KEY },
      now: new Date(`${year}-${month}-${day}T${hours}:${minutes}:${seconds}Z`),
    })
    assert.equal(headers.authorization, again.authorization)
    return { body: { TranslatedText: upper(json.Text), SourceLanguageCode: 'en', TargetLanguageCode: 'pt' } }
  })
  assert.deepEqual(texts, EXPECTED)
})

test('Google v3 exchanges a signed assertion for a token and keeps it', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const answer = (request: Request): Reply => {
    if (path(request) === '/token') {
      const form = new URLSearchParams(request.text)
      assert.equal(form.get('grant_type'), 'urn:ietf:params:oauth:grant-type:jwt-bearer')
      const [head, claims, signature] = form.get('assertion')!.split('.') as [string, string, string]
      assert.ok(verify('RSA-SHA256', Buffer.from(`${head}.${claims}`), publicKey, Buffer.from(signature, 'base64url')))
      const said = JSON.parse(Buffer.from(claims, 'base64url').toString())
      assert.equal(said.iss, 'robot@example.iam')
      assert.equal(said.aud, request.url.href)
      assert.equal(said.scope, 'https://www.googleapis.com/auth/cloud-translation')
      return { body: { access_token: 'ya29', expires_in: 3599, token_type: 'Bearer' } }
    }
    assert.equal(path(request), '/v3/projects/parlance/locations/global:translateText')
    assert.equal(request.headers.authorization, 'Bearer ya29')
    const { contents, mimeType, sourceLanguageCode, targetLanguageCode } = request.json
    assert.deepEqual([mimeType, sourceLanguageCode, targetLanguageCode], ['text/plain', 'en', 'zh-TW'])
    return { body: { translations: contents.map((each: string) => ({ translatedText: upper(each) })) } }
  }
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' })
  let token = ''
  const settings = (url: string) => {
    token ||= `${url}/token`
    const credentials = JSON.stringify({ client_email: 'robot@example.iam', private_key: key, token_uri: token })
    return { credentials, project: 'parlance', url }
  }
  const languages = { from: 'en', to: 'zh_Hant' }
  assert.deepEqual(await translated('google-translate-api-v3', settings, answer, languages), EXPECTED)
  assert.equal(requests.length, 2)
  assert.deepEqual(await translated('google-translate-api-v3', settings, answer, languages), EXPECTED)
  assert.equal(requests.length, 1, 'the token is used again')
  const { mistake } = SERVICES.find(each => each.name === 'google-translate-api-v3')!
  assert.equal(mistake!({ credentials: '{"client_email": "x"}' })?.setting, 'credentials')
})

test('ModernMT sends all texts at once', async () => {
  const settings = (url: string) => ({ key: KEY, url, context_vector: '12:0.5' })
  const texts = await translated('modernmt', settings, request => {
    assert.deepEqual([request.headers['mmt-apikey'], request.headers['x-http-method-override']], [KEY, 'GET'])
    const { source, target, q, context_vector } = request.json
    assert.deepEqual([path(request), source, target, context_vector], ['/translate', 'en', 'pt-BR', '12:0.5'])
    return { body: { status: 200, data: q.map((each: string) => ({ translation: upper(each) })) } }
  })
  assert.deepEqual(texts, EXPECTED)
})

test('MyMemory reports errors with the status 200 and asks for a pause when the quota is used up', async () => {
  const settings = (url: string) => ({ url, email: 'team@example.org', username: 'team', key: KEY })
  const texts = await translated('mymemory', settings, request => {
    assert.equal(request.method, 'GET')
    const query = request.url.searchParams
    assert.deepEqual(
      ['langpair', 'de', 'user', 'key'].map(name => query.get(name)),
      ['en|pt-BR', 'team@example.org', 'team', KEY],
    )
    return { body: { responseData: { translatedText: upper(query.get('q')), match: 1 }, responseStatus: 200 } }
  })
  assert.deepEqual(texts, EXPECTED)
  const wrong = {
    responseData: { translatedText: 'INVALID LANGUAGE PAIR' },
    responseStatus: '403',
    responseDetails: 'INVALID LANGUAGE PAIR',
  }
  const one = (body: object, text: string) =>
    translated(
      'mymemory',
      url => ({ url }),
      () => ({ body }),
      undefined,
      [text],
    )
  await assert.rejects(one(wrong, 'Hello'), /^Error: INVALID LANGUAGE PAIR$/)
  await assert.rejects(one({ ...wrong, quotaFinished: true }, 'Hello'), /INVALID LANGUAGE PAIR/)
  await assert.rejects(one({}, 'x'.repeat(501)), /up to 500 bytes/)
})

const completion = ({ json }: Request): Reply => ({
  body: { choices: [{ message: { content: JSON.stringify(JSON.parse(json.messages.at(-1).content).map(upper)) } }] },
})

test('OpenAI, Mistral and Azure OpenAI complete chats', async () => {
  const known = {
    from: 'en',
    to: 'de',
    terms: [
      { source: 'tea', target: 'Tee' },
      { source: 'pot', target: 'Topf', forbidden: true },
    ],
    notes: ['A greeting', ''],
  }
  for (const [name, settings, where, header] of [
    [
      'openai',
      (base_url: string) => ({ base_url, key: KEY, model: 'custom', custom_model: 'small' }),
      '/chat/completions',
      'authorization',
    ],
    ['mistral', (base_url: string) => ({ base_url, key: KEY, model: 'small' }), '/chat/completions', 'authorization'],
    [
      'azure-openai',
      (azure_endpoint: string) => ({ azure_endpoint, key: KEY, deployment: 'my model' }),
      '/openai/deployments/my%20model/chat/completions',
      'api-key',
    ],
  ] as const) {
    const manner = (url: string) => ({ ...settings(url), persona: 'You brew tea.', style: 'Be brief.' })
    const texts = await translated(
      name,
      manner,
      request => {
        assert.equal(path(request), where)
        assert.equal(request.headers[header], header === 'api-key' ? KEY : `Bearer ${KEY}`)
        assert.equal(request.json.model, name === 'azure-openai' ? undefined : 'small')
        const [{ content: system }] = request.json.messages
        for (const said of ['You brew tea.', 'Be brief.', '"tea"', '"Tee"', '"Topf"', 'A greeting'])
          assert.ok(system.includes(said), said)
        if (name === 'azure-openai') assert.match(request.url.search, /^\?api-version=\d{4}-\d\d-\d\d$/)
        return completion(request)
      },
      known,
    )
    assert.deepEqual(texts, EXPECTED, name)
  }
  const { mistake } = SERVICES.find(each => each.name === 'openai')!
  assert.equal(mistake!({ model: 'custom', custom_model: '' })?.setting, 'custom_model')
})

test('Anthropic and Ollama answer in their own shapes', async () => {
  const claude = (base_url: string) => ({ base_url, key: KEY, model: 'small', max_tokens: '1000' })
  const texts = await translated('anthropic', claude, request => {
    assert.equal(path(request), '/v1/messages')
    assert.deepEqual([request.headers['x-api-key'], request.headers['anthropic-version']], [KEY, '2023-06-01'])
    const { model, max_tokens, system, messages } = request.json
    assert.deepEqual([model, max_tokens, typeof system, messages.length], ['small', 1000, 'string', 1])
    const list = JSON.stringify(JSON.parse(messages[0].content).map(upper))
    return { body: { content: [{ type: 'text', text: `\`\`\`json\n${list}\n\`\`\`` }], stop_reason: 'end_turn' } }
  })
  assert.deepEqual(texts, EXPECTED)
  const own = await translated(
    'ollama',
    base_url => ({ base_url, model: 'gemma' }),
    request => {
      assert.deepEqual([path(request), request.json.model, request.json.stream], ['/api/chat', 'gemma', false])
      return {
        body: {
          message: {
            role: 'assistant',
            content: JSON.stringify(JSON.parse(request.json.messages[1].content).map(upper)),
          },
          done: true,
        },
      }
    },
  )
  assert.deepEqual(own, EXPECTED)
  await assert.rejects(
    translated(
      'ollama',
      base_url => ({ base_url, model: 'gemma' }),
      () => ({ body: { message: { content: 'Sorry!' } } }),
    ),
    /does not contain the requested translations/,
  )
})

test('Yandex gets glossary terms', async () => {
  const languages = {
    from: 'en',
    to: 'sr_Latn',
    terms: [
      { source: 'tea', target: 'čaj' },
      { source: 'pot', target: 'x', forbidden: true },
    ],
  }
  const texts = await translated(
    'yandex-v2',
    url => ({ url, key: KEY }),
    request => {
      assert.deepEqual([path(request), request.headers.authorization], ['/translate/v2/translate', `Api-Key ${KEY}`])
      const { sourceLanguageCode, targetLanguageCode, format, texts: sent, glossaryConfig } = request.json
      assert.deepEqual([sourceLanguageCode, targetLanguageCode, format], ['en', 'sr-Latn', 'PLAIN_TEXT'])
      assert.deepEqual(glossaryConfig.glossaryData.glossaryPairs, [{ sourceText: 'tea', translatedText: 'čaj' }])
      return { body: { translations: sent.map((each: string) => ({ text: upper(each) })) } }
    },
    languages,
  )
  assert.deepEqual(texts, EXPECTED)
})

test('SAP needs a key, or a user name and a password', async () => {
  const settings = (url: string) => ({ url: `${url}/`, username: 'sap', password: KEY, domain: 'BC' })
  const texts = await translated('sap-translation-hub', settings, request => {
    assert.equal(path(request), '/v1/translate')
    assert.equal(request.headers.authorization, `Basic ${Buffer.from(`sap:${KEY}`).toString('base64')}`)
    const { sourceLanguage, targetLanguages, enableMT, domain, units } = request.json
    assert.deepEqual([sourceLanguage, targetLanguages, enableMT, domain], ['en', ['pt-BR'], true, 'BC'])
    return {
      body: {
        units: units.map(({ value }: { value: string }) => ({
          value,
          translations: [{ language: 'pt-BR', value: upper(value) }],
        })),
      },
    }
  })
  assert.deepEqual(texts, EXPECTED)
  const { mistake } = SERVICES.find(each => each.name === 'sap-translation-hub')!
  assert.equal(mistake!({ key: '', username: 'sap', password: '' })?.setting, 'key')
})

test('DeepL gets the notes of the developers as context', async () => {
  const languages = { from: 'en', to: 'de', notes: ['A greeting', 'A greeting'] }
  const settings = (url: string) => ({ url: `${url}/v2/`, key: KEY, formality: 'prefer_less', context: 'A tea house' })
  const texts = await translated(
    'deepl',
    settings,
    request => {
      const { text: sent, context, formality } = request.json
      assert.deepEqual([path(request), context, formality], ['/v2/translate', 'A tea house\nA greeting', 'prefer_less'])
      return { body: { translations: sent.map((each: string) => ({ text: upper(each) })) } }
    },
    languages,
  )
  assert.deepEqual(texts, EXPECTED)
})

test('CyrTranslit changes the script and nothing else', async () => {
  const into = async (from: string, to: string, ...texts: string[]) =>
    cyrTranslit.translate(texts, { from, to }, {}, async () => assert.fail('nothing is sent'))
  assert.deepEqual(await into('sr_Cyrl', 'sr_Latn', 'Љубав и Њујорк', 'ЏЕП', 'Ђак чека'), [
    'Ljubav i Njujork',
    'DŽEP',
    'Đak čeka',
  ])
  assert.deepEqual(
    await into(
      'sr_Latn',
      'sr',
      'Ljubav <b>i</b> %(name)s {count}',
      'NJUJORK',
      'Džep, ćevap',
      'https://example.org/a b',
    ),
    ['Љубав <b>и</b> %(name)s {count}', 'ЊУЈОРК', 'Џеп, ћевап', 'https://example.org/a б'],
  )
  assert.deepEqual(await into('mk', 'mk_Latn', 'Ѓорѓи, ќерка, ѕвезда'), ['Gjorgji, kjerka, dzvezda'])
  await assert.rejects(into('en', 'sr', 'Hello'), MachineryError)
  assert.deepEqual(cyrTranslit.startsFrom!('sr_Latn'), ['sr_Cyrl', 'sr@cyrillic', 'sr'])
  assert.deepEqual(cyrTranslit.startsFrom!('sr'), ['sr_Latn', 'sr@latin'])
  assert.deepEqual(cyrTranslit.startsFrom!('de'), [])
})

test('shows the error of the service without the key, and waits as long as the service asks', async () => {
  const settings = (url: string) => ({ url, key: KEY })
  const refused = (body: unknown, status = 403) => translated('yandex-v2', settings, () => ({ status, body }))
  await assert.rejects(
    refused({ code: 16, message: `Unknown api key '${KEY}'` }),
    /status 403: Unknown api key '\(key\)'$/,
  )
  await assert.rejects(refused({ error: { message: 'line\none' } }), /status 403: line one$/)
  await assert.rejects(refused([{ error: { message: 'in a list' } }]), /status 403: in a list$/)
  await assert.rejects(refused({ secret: 'internal' }, 500), /status 500\.$/)
  await assert.rejects(refused({ message: 'x'.repeat(5000) }), ({ message }: Error) => message.length < 400)

  const limited = `${base}/limited`
  const again = (text: string) =>
    translated(
      'yandex-v2',
      () => ({ url: limited, key: KEY }),
      () => ({ status: 429, headers: { 'retry-after': '120' }, body: { message: 'Slow down' } }),
      undefined,
      [text],
    )
  await assert.rejects(again('one'), /status 429: Slow down$/)
  assert.equal(requests.length, 1)
  await assert.rejects(again('two'), /limits requests\. Try again in 1\d\d seconds/)
  assert.equal(requests.length, 0, 'nothing is sent during the pause')
})
