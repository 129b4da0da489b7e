// Generates requests to the REST API from the declarations of its resources.
import fc from 'fast-check'
import { METHODS, type Operation, type Resource } from '#translation/api/resource.ts'
import { rest } from '#translation/api/resources/index.ts'
import { bodyFor, type Values } from '#translation/api/testing-bodies.ts'
import { type Attack, type Body, encode, OWN_TOKEN, type Pairs, type SentFile } from './attack.ts'
import { type Known, type Place, usuallyKnown } from './known.ts'
import { odd } from './values.ts'

/** Any request to the REST API. Half of the path parameters refer to existing objects. */
export const restAttacks = (known: Known): fc.Arbitrary<Attack> =>
  fc
    .constantFrom(...rest)
    .chain(resource => fc.tuple(fc.constant(resource), methodOf(resource)))
    .chain(([resource, method]) => {
      const operation = (resource.operations as Record<string, Operation>)[method === 'HEAD' ? 'GET' : method]
      const writes = !['GET', 'HEAD', 'OPTIONS'].includes(method)
      return fc
        .record({
          path: pathOf(resource, known),
          query: queryOf(operation, known),
          headers: headers(writes),
          body: writes ? bodyOf(operation, known) : fc.constant(undefined),
        })
        .map(({ path, query, headers: sent, body }) => ({
          api: 'rest' as const,
          ...(operation && { what: `${method} ${resource.path}` }),
          method,
          path,
          query,
          headers: sent,
          ...(body && { body }),
        }))
    })

const methodOf = (resource: Resource): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...Object.keys(resource.operations)) },
    { weight: 1, arbitrary: fc.constantFrom(...METHODS, 'HEAD', 'OPTIONS') },
  )

function pathOf(resource: Resource, known: Known): fc.Arbitrary<string> {
  const place = fc.constantFrom(...known.places, ...(known.places.length === 0 ? usuallyKnown.places : []))
  const segments = resource.path.split('/').map(segment => {
    const name = /^:(\w+)/.exec(segment)?.[1]
    if (name === undefined) return fc.constant(() => segment)
    return segmentFor(name, known)
  })
  return fc
    .tuple(place, fc.tuple(...segments), fc.nat(60))
    .map(([at, parts, whim]) => finish(`/api${parts.map(part => part(at)).join('/')}`, whim))
}

function finish(path: string, whim: number): string {
  if (whim === 0) return path.slice(0, -1)
  if (whim === 1) return `${path.slice(0, -1)}.json`
  if (whim === 2) return path.replaceAll('/', '//')
  return whim === 3 ? `${path}%00` : path
}

/** A value for a path parameter, given a place that the other parameters refer to as well. */
function segmentFor(name: string, known: Known): fc.Arbitrary<(place: Place) => string> {
  const values = known.values[name] ?? []
  const inPlace = (place: Place): string | undefined => ({ ...place, code: place.language })[name as keyof Place]
  const any = fc.oneof(
    ...(values.length > 0 ? [{ weight: 3, arbitrary: fc.constantFrom(...values).map(encodeTwice) }] : []),
    { weight: 1, arbitrary: fc.constantFrom('1', '2', '0', '-1', '9'.repeat(20), '%', '%2e%2e', '%252F', '%ff') },
    { weight: 1, arbitrary: odd.map(value => encode(value.slice(0, 3000))) },
  )
  const usual = values.length > 0 ? fc.constantFrom(...values).map(encodeTwice) : any
  return fc.tuple(fc.nat(9), usual, any).map(
    ([whim, one, other]) =>
      place =>
        whim === 0 ? other : (inPlace(place) && encodeTwice(inPlace(place)!)) || one,
  )
}

/** The path of a component in a category contains a slash, which is encoded as %252F. */
const encodeTwice = (value: string): string => encode(value.replaceAll('/', '%2F'))

function queryOf(operation: Operation | undefined, known: Known): fc.Arbitrary<Pairs> {
  const names = ['page', 'page_size', 'format', 'q', 'ordering', '__proto__', ...Object.keys(operation?.query ?? {})]
  const value = fc.oneof(
    fc.constantFrom('1', '2', '1000', 'json', 'csv', 'api', 'json-flat', 'zip', 'zip:po', 'po', 'xliff', '2026-01-01'),
    fc.constantFrom(...QUESTIONS),
    fc.constantFrom(...(known.values.username ?? ['x'])),
    odd.map(text => text.slice(0, 2000)),
  )
  return fc.oneof(
    { weight: 6, arbitrary: fc.constant([]) },
    { weight: 2, arbitrary: fc.array(fc.tuple(fc.constantFrom(...names), value), { maxLength: 4 }) },
  )
}

/** Valid and invalid searches. */
const QUESTIONS = [
  'state:<translated',
  'has:check AND NOT (source:r"^a+$" OR target:"x")',
  'source:r"(a+)+$"',
  'source:r"(((("',
  `${'('.repeat(500)}a`,
  `${'NOT '.repeat(500)}a`,
  'a AND '.repeat(300),
  'changed:[2026-01-01 to 2026-02-01]',
  'changed:>=99999-99-99',
  'id:99999999999999999999',
  'position:-1',
  'language:"',
  'labels_count:NaN',
  'suggestion:=\0',
]

const headers = (writes: boolean): fc.Arbitrary<Record<string, string>> =>
  fc
    .tuple(
      fc.record(
        {
          Accept: fc.constantFrom('application/json', 'text/html', 'text/csv', '*/*;q=0', ',;,', 'a/b'.repeat(500)),
          'If-None-Match': fc.constantFrom('*', '"x"', 'W/"'),
          'If-Modified-Since': fc.constantFrom('Sun, 15 Nov 2026 00:00:00 GMT', 'never'),
          'If-Match': fc.constantFrom('*', '"x"'),
          'X-HTTP-Method-Override': fc.constantFrom('DELETE', 'PATCH', 'BREW'),
          'Accept-Language': fc.constantFrom('de', '*', 'x'.repeat(3000)),
          'Accept-Encoding': fc.constantFrom('gzip', 'br', 'identity;q=0', 'zstd'),
          Range: fc.constantFrom('bytes=0-0', 'bytes=9-1', 'lines=1'),
          Authorization: fc.constantFrom('Token', 'Token wlu_x', 'Bearer \xff', 'Basic eDp5', 'Token a b'),
        },
        { requiredKeys: [] },
      ),
      fc.nat(8),
      fc.nat(9),
    )
    .map(([some, whim, forgets]) => ({
      ...(whim === 0 ? some : {}),
      ...(writes && forgets > 0 && { 'X-CSRFToken': OWN_TOKEN }),
    }))

/** Invalid JSON bodies. */
const BROKEN: readonly Body[] = [
  ...[
    '',
    '{',
    'null',
    '[]',
    '1',
    '"x"',
    '{"a":1e999}',
    '{"a":01}',
    '{"__proto__":{"x":1}}',
    '\ufeff{}',
    '{"a":"\\ud800"}',
  ],
  '['.repeat(100_000),
  `{"a":${'{"a":'.repeat(60)}1${'}'.repeat(60)}}`,
  `{"name":"${'x'.repeat(1_000_000)}"}`,
  `{"target":[${'"x",'.repeat(50_000)}"x"]}`,
  `{"state":${'9'.repeat(5000)}}`,
].map(text => ({ kind: 'bytes', type: 'application/json', bytes: Buffer.from(text) }) as const)

const MISNAMED: readonly Body[] = [
  { kind: 'bytes', type: 'application/json', bytes: Buffer.from([0x7b, 0xff, 0xfe, 0x7d]) },
  { kind: 'bytes', type: 'application/json; charset=utf-16', bytes: Buffer.from('{}', 'utf16le') },
  { kind: 'bytes', type: 'multipart/form-data', bytes: Buffer.from('--x\r\n\r\n') },
  { kind: 'bytes', type: 'multipart/form-data; boundary=', bytes: Buffer.from('--\r\n\r\n') },
  { kind: 'bytes', type: 'multipart/form-data; boundary=x', bytes: Buffer.from('--x\r\nContent-Disp') },
  { kind: 'bytes', type: 'multipart/form-data; boundary=x', bytes: Buffer.from('--x\n\nabc\n--x--\n') },
  { kind: 'bytes', type: 'text/xml', bytes: Buffer.from('<a/>') },
  { kind: 'bytes', type: 'x', bytes: Buffer.from('x') },
  { kind: 'form', pairs: Array.from({ length: 3000 }, (_, i) => [`a${i}`, ''] as const) },
  { kind: 'form', pairs: Array.from({ length: 3000 }, () => ['target', 'x'] as const) },
  { kind: 'form', pairs: [['_method', 'DELETE'], ['csrfmiddlewaretoken', OWN_TOKEN]] }, // biome-ignore format: a pair
  { kind: 'multipart', pairs: Array.from({ length: 2000 }, (_, i) => [`a${i}`, ''] as const) },
]

function bodyOf(operation: Operation | undefined, known: Known): fc.Arbitrary<Body | undefined> {
  const fields = operation?.body ?? {}
  const plain = Object.entries(fields).filter(([, field]) => field.type !== 'file upload')
  const json = bodyFor(Object.fromEntries(plain), valuesOf(known))
  const unknown = fc.dictionary(fc.string({ maxLength: 10 }), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 4 })
  const hasFile = plain.length < Object.keys(fields).length
  const file = fc.constantFrom(...SMALL_FILES)
  const multipart = fc
    .tuple(json, file)
    .map(([value, sent]): Body => ({ kind: 'multipart', pairs: asPairs(value), file: fileFor(fields, sent) }))
  return fc.oneof(
    { weight: hasFile ? 2 : 10, arbitrary: json.map((value): Body => ({ kind: 'json', value })) },
    { weight: 2, arbitrary: fc.tuple(json, fc.constantFrom(...FORM_ENDS)).map(asForm) },
    { weight: hasFile ? 10 : 1, arbitrary: multipart },
    { weight: 1, arbitrary: unknown.map((value): Body => ({ kind: 'json', value })) },
    { weight: 1, arbitrary: fc.constantFrom(...BROKEN, ...MISNAMED) },
    { weight: 1, arbitrary: fc.constant(undefined) },
  )
}

/** Additional fields of the forms on browsable pages. */
const FORM_ENDS: readonly Pairs[] = [
  [],
  [['csrfmiddlewaretoken', OWN_TOKEN]],
  ...['PUT', 'PATCH', 'DELETE', 'BREW'].map(method => [
    ['csrfmiddlewaretoken', OWN_TOKEN] as const,
    ['_method', method] as const,
  ]),
]

const asForm = ([value, end]: [Record<string, unknown>, Pairs]): Body => ({
  kind: 'form',
  pairs: [...asPairs(value), ...end],
})

/** Fields are mostly named after the object they refer to, by slug, code, id or URL. */
function valuesOf({ values }: Known): Values {
  const some = Object.values(values).flatMap(each => each.slice(0, 4))
  const addresses = (values.project ?? []).slice(0, 5).map(slug => `http://127.0.0.1/api/projects/${slug}/`)
  return name => {
    const of = name.replace(/(^source_|^target_)|(_(slug|code|id))?s?$/g, '')
    if (name === '') return [...some, ...addresses]
    return [...(values[name] ?? values[of] ?? []), ...(of === 'project' ? addresses : [])]
  }
}

const asPairs = (value: Record<string, unknown>): Pairs =>
  Object.entries(value).flatMap(([name, each]) =>
    (Array.isArray(each) ? each : [each]).map(
      one => [name, typeof one === 'string' ? one : (JSON.stringify(one) ?? '')] as const,
    ),
  )

function fileFor(fields: Operation['body'], file: SentFile): SentFile {
  const field = Object.entries(fields ?? {}).find(([, each]) => each.type === 'file upload')?.[0]
  return { ...file, field: field ?? file.field }
}

const file = (filename: string, content: string | Buffer): SentFile => ({
  field: 'file',
  filename,
  content: Buffer.from(content as string),
})

const SMALL_FILES: readonly SentFile[] = [
  file('de.po', 'msgid ""\nmsgstr ""\n\nmsgid "Search"\nmsgstr "Suche"\n'),
  file('de.po', 'msgid "'),
  file('x.xliff', '<xliff version="1.2"><file><body><trans-unit id="1"><source>a</source></trans-unit></body></file>'),
  file('x.json', '{"a": "b", "c": {"d": 1}}'),
  file('x.json', '[[[[[['),
  file('x.csv', '"a","b"\n"unclosed'),
  file('x.png', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')),
  file('x.zip', Buffer.from('504b0304', 'hex')),
  file('../../x\0.po', '\0'),
  file('', ''),
  file('x'.repeat(5000), 'x'),
]
