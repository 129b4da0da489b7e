// Opens every module of the Action API and every operation of the REST API with the code of the sandbox, validates
// their examples and runs them.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { startServer } from '#cli/testing.ts'
import { temporaryFolder } from '#store/testing.ts'
import { actionCodes } from '../../web/sandbox/action-code.ts'
import { type Form, formOf, requestOf, unchecked, type Values, valuesOf } from '../../web/sandbox/action-form.ts'
import { entriesOf, hashOf } from '../../web/sandbox/address.ts'
import { type Listing, type Module, withModules } from '../../web/sandbox/listing.ts'
import { PLATFORM_API, WIKI_REST_API } from '../../web/sandbox/rest-apis.ts'
import { restCodes } from '../../web/sandbox/rest-code.ts'
import {
  exampleValues,
  isFile,
  type OpenApi,
  type Operation,
  operationAt,
  operationsOf,
  restRequestOf,
} from '../../web/sandbox/rest-form.ts'

let site: string
let password: string
let key: string

before(async () => {
  const server = await startServer(['--data', temporaryFolder(), '--sample', '--workers', '1'])
  const printed = (name: string): string => new RegExp(`${name} +(\\w+)`).exec(server.output.out)![1]!
  site = server.url
  password = printed('Password')
  key = printed('API key')
})

/** An API client with cookies. */
class Session {
  #cookies = new Map<string, string>()

  async ask(params: readonly (readonly [string, string])[], post = true): Promise<Response> {
    const all = new URLSearchParams(params.map(([name, value]) => [name, value] as [string, string]))
    const headers = { cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
    const url = `${site}/w/api.php`
    const answer = post
      ? await fetch(url, { method: 'POST', body: all, headers })
      : await fetch(`${url}?${all}`, { headers, redirect: 'manual' })
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!
      this.#cookies.set(name!, value!)
    }
    return answer
  }

  // biome-ignore lint/suspicious/noExplicitAny: depends on the request
  async json(params: Readonly<Record<string, string>>): Promise<any> {
    return (await this.ask(Object.entries({ format: 'json', formatversion: '2', ...params }))).json()
  }

  async token(type: string): Promise<string> {
    const { query } = await this.json({ action: 'query', meta: 'tokens', type })
    return query.tokens[`${type}token`]
  }

  async logIn(): Promise<void> {
    this.#cookies.clear()
    const lgtoken = await this.token('login')
    const { login } = await this.json({ action: 'login', lgname: 'Admin', lgpassword: password, lgtoken })
    assert.equal(login.result, 'Success')
  }
}

/** Error codes for invalid parameters. No example may cause one. */
const PARAMETER_ERRORS =
  /^(badvalue|badinteger|badtimestamp|baduser|badtitle|missingparam|notmulti|toomanyvalues|unknown_\w+|badmodule|mustbeposted|badtoken|internal_api_error\w*)$/

describe('the Action API', () => {
  const session = new Session()
  let listing: Listing = new Map()
  let modules: readonly Module[]
  before(async () => {
    await session.logIn()
    listing = await withModules(listing, ['**', 'main'], params => session.json(params))
    modules = [...listing.values()]
  })

  /** Initial values of the sandbox for a module: its first example, or a minimal request. */
  function startOf({ name, path, group, examples }: Module): Values {
    if (examples.length > 0) return valuesOf(examples[0]!.query)
    if (group === undefined) return { action: path === 'main' ? 'help' : name }
    return { action: 'query', [group]: name, ...(group === 'prop' && { titles: 'Main Page' }) }
  }

  const sectionFor = (form: Form, { path }: Module) => form.sections.find(({ module }) => module.path === path)

  test('every module opens with a field for each parameter, and its URL restores it', () => {
    assert.ok(modules.length > 120, `${modules.length} modules`)
    for (const module of modules) {
      const values = startOf(module)
      const form = formOf(values, listing)
      assert.deepEqual(form.missing, [], module.path)
      if (module.group !== 'format') {
        const section = sectionFor(form, module)
        assert.ok(section, `${module.path} has no fields`)
        const names = section.fields.map(({ name }) => name)
        for (const param of module.parameters) assert.ok(names.includes(section.prefix + param.name), param.name)
      }
      const again = Object.fromEntries(entriesOf({ hash: `#${hashOf(Object.entries(values))}`, search: '' }))
      assert.deepEqual(again, values)
    }
  })

  test('every example is valid and runs', async t => {
    let ran = 0
    const outcomes: string[] = []
    const wrong: string[] = []
    for (const module of modules) {
      const starts =
        module.examples.length > 0 ? module.examples.map(({ query }) => valuesOf(query)) : [startOf(module)]
      for (const values of starts) {
        const form = formOf(values, listing)
        const where = `${module.path}: ${hashOf(Object.entries(values))}`
        const isExample = module.examples.length > 0
        const left = unchecked(form)
        const checked = Object.entries(values).filter(([name]) => !left.has(name))
        const answer = await fetch(`${site}/sandbox/check/wiki`, { method: 'POST', body: new URLSearchParams(checked) })
        const { remarks } = (await answer.json()) as { remarks: { name: string; code: string; refused: boolean }[] }
        const refused = remarks.filter(each => each.refused && !left.has(each.name))
        if (isExample) wrong.push(...refused.map(each => `${where} is rejected: ${each.name} ${each.code}`))
        const request = requestOf(values, form)
        for (const { name, text } of actionCodes({ api: `${site}/w/api.php`, request, form, signedIn: request.writes }))
          assert.ok(text.length > 50 && !text.includes('undefined'), `${where} for ${name}:\n${text}`)
        const params = [...request.params]
        if (request.token) params.push([request.token.name, await session.token(request.token.type)])
        const sent = await session.ask(params, request.post)
        const text = await sent.text()
        ran++
        if (sent.status >= 500) wrong.push(`${where} returns ${sent.status}`)
        if (!text.startsWith('{')) continue
        const { error } = JSON.parse(text)
        if (error) outcomes.push(error.code)
        if (error && isExample && PARAMETER_ERRORS.test(error.code)) wrong.push(`${where}: ${error.code} ${error.info}`)
        if (values.action === 'logout') await session.logIn()
      }
    }
    t.diagnostic(`${ran} requests; error codes: ${outcomes.sort().join(' ') || 'none'}`)
    assert.deepEqual(wrong, [])
  })
})

describe('the REST API', () => {
  let operations: readonly Operation[]
  before(async () => {
    operations = operationsOf((await (await fetch(`${site}/api/schema/?format=json`)).json()) as OpenApi)
  })

  const check = async (
    body: object,
  ): Promise<{ attr: string | null; code: string; detail: string; place: string }[]> => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${site}/sandbox/check/rest`, { method: 'POST', body: JSON.stringify(body), headers })
    return ((await answer.json()) as { problems: [] }).problems
  }

  test('every operation opens, and its URL restores it', () => {
    assert.ok(operations.length > 200, `${operations.length} operations`)
    for (const operation of operations) {
      const values = exampleValues(operation)
      const { path } = restRequestOf(operation, values)
      assert.ok(!path.includes('{'), `${operation.id}: ${path}`)
      if (operation.method !== 'GET') continue
      const found = operationAt(operations, path.split('?')[0]!)
      const inPath = Object.fromEntries(Object.entries(values).filter(([name]) => name.startsWith('path.')))
      assert.deepEqual(found, { id: operation.id, values: inPath }, operation.id)
    }
  })

  test('every example is valid and runs', async t => {
    const wrong: string[] = []
    const counts = new Map<number, number>()
    // Delete last.
    const order = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
    const inOrder = operations.toSorted((a, b) => order.indexOf(a.method) - order.indexOf(b.method))
    for (const operation of inOrder) {
      const request = restRequestOf(operation, exampleValues(operation))
      const { method, path, query, body } = request
      const files = new Set(operation.fields.filter(isFile).map(({ name }) => name))
      const refused = (await check({ method, path: path.split('?')[0], query, body })).filter(
        ({ attr }) => attr === null || !files.has(attr),
      )
      wrong.push(...refused.map(each => `${operation.id} is rejected: ${each.place} ${each.attr} ${each.detail}`))
      for (const { name, text } of restCodes(PLATFORM_API, { site, operation, request, signedIn: true }))
        assert.ok(text.length > 50 && !text.includes('undefined'), `${operation.id} for ${name}:\n${text}`)
      const headers = { authorization: `Token ${key}`, accept: 'application/json', 'content-type': 'application/json' }
      const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) }
      const answer = await fetch(site + path, init)
      await answer.arrayBuffer()
      counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1)
      if (answer.status >= 500) wrong.push(`${operation.id} returns ${answer.status}`)
    }
    const statuses = [...counts].sort(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status}`)
    t.diagnostic(statuses.join(', '))
    assert.deepEqual(wrong, [])
    assert.ok((counts.get(200) ?? 0) > 80, statuses.join(', '))
  })

  /** Valid for some fields, invalid for others. */
  const ODD = [undefined, '', 'x', '-1', '1.5', 'null', '["x"]', '{"a":1}', 'x'.repeat(3000)]
  /** Error codes that depend on the value alone, not on stored data. */
  const VALUE_ERRORS =
    /^(required|null|blank|invalid_choice|not_a_list|max_length|min_length|max_value|min_value|null_characters_not_allowed)$/

  /**
   * Declared as optional: the first says what a PATCH changes, the second is needed without `from_component`, the last
   * for most kinds of reports.
   */
  const REQUIRED_BY_API = [
    'patch_machinery_settings service',
    'post_projects_project_components file_format',
    'post_reports start',
  ]
  /** Optional fields that valid requests have all the same. */
  const ALSO: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    post_reports: { start: '2026-01-01T00:00:00Z' },
  }

  test('validation rejects the same values as the API, with the same messages', async t => {
    const wrong: string[] = []
    let tried = 0
    // DELETE requests have no body to validate.
    for (const operation of operations.filter(({ method }) => method !== 'DELETE')) {
      const also = Object.entries(ALSO[operation.id] ?? {}).map(
        ([name, text]) => [operation.fields.find(each => each.name === name)!.key, text] as const,
      )
      const start = { ...exampleValues(operation), ...Object.fromEntries(also) }
      const files = new Set(operation.fields.filter(isFile).map(({ name }) => name))
      for (const field of operation.fields.filter(each => each.place === 'body' && !isFile(each)))
        for (const text of ODD) {
          if (text === undefined && REQUIRED_BY_API.includes(`${operation.id} ${field.name}`)) continue
          const { [field.key]: _, ...others } = start
          const values = text === undefined ? others : { ...others, [field.key]: text }
          const { method, path, query, body } = restRequestOf(operation, values)
          const checked = await check({ method, path: path.split('?')[0], query, body })
          const headers = { authorization: `Token ${key}`, accept: 'application/json' }
          const init = {
            method,
            headers: { ...headers, 'content-type': 'application/json' },
            body: JSON.stringify(body),
          }
          const answer = await fetch(site + path, init)
          const responseText = await answer.text()
          tried++
          // Missing objects and permissions are reported before the body is validated.
          if ([401, 403, 404, 409, 423].includes(answer.status)) continue
          const errors = answer.status === 400 ? (JSON.parse(responseText).errors as typeof checked) : []
          const lines = (all: typeof checked) =>
            all.filter(({ attr }) => attr === null || !files.has(attr)).map(({ attr, detail }) => `${attr}: ${detail}`)
          const hasValueError = errors.some(({ code, attr }) => VALUE_ERRORS.test(code) && !files.has(attr ?? ''))
          const refused = lines(checked).sort().join(' ')
          if (refused === '' ? hasValueError : refused !== lines(errors).sort().join(' '))
            wrong.push(
              `${operation.id} ${field.name}=${text?.slice(0, 20)}: "${refused}", but ${answer.status} "${lines(errors).join(' ')}"`,
            )
        }
    }
    t.diagnostic(`${tried} requests`)
    assert.deepEqual(wrong, [])
    assert.ok(tried > 3000, `${tried} requests`)
  })
})

describe("the wiki's REST API", () => {
  test('every operation opens and its example runs', async () => {
    const operations = operationsOf((await (await fetch(site + WIKI_REST_API.document)).json()) as OpenApi)
    assert.ok(operations.length >= 20, `${operations.length} operations`)
    assert.ok(operations.some(({ id }) => id === WIKI_REST_API.start))
    const statuses: number[] = []
    for (const operation of operations) {
      const values = exampleValues(operation)
      const request = restRequestOf(operation, values)
      const { method, path, body } = request
      assert.ok(!path.includes('{'), `${operation.id}: ${path}`)
      const codes = restCodes(WIKI_REST_API, { site, operation, request, signedIn: true })
      assert.deepEqual(
        codes.map(({ name }) => name),
        ['curl', 'requests'],
      )
      const init = body === undefined ? {} : { body: JSON.stringify(body) }
      const headers = { authorization: `Token ${key}`, 'content-type': 'application/json' }
      const answer = await fetch(site + path, { method, headers, ...init })
      const text = await answer.text()
      // The revisions of an example may belong to different pages.
      const isFine = answer.status < 500 && !text.includes('parameter-validation-failed')
      assert.ok(isFine, `${operation.id}: ${answer.status} ${text}`)
      statuses.push(answer.status)
    }
    assert.ok(statuses.filter(status => status < 300).length >= 12, statuses.join())
  })
})
