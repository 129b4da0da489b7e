// Generates requests to HTML pages from the routes of Fastify.
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { type Attack, encode, OWN_TOKEN, type Pairs } from './attack.ts'
import type { Known } from './known.ts'
import type { Route } from './site.ts'
import { odd } from './values.ts'

const TITLES = ['Марс', 'Категория:Планеты', 'Файл:Mars.png', 'Служебная:Версия', 'Hostile 1', 'MediaWiki:Sidebar']

/** Paths of uploaded files contain the first digits of the hash of their names. */
function filePaths(name: string): string[] {
  const hash = createHash('md5').update(name).digest('hex')
  const place = `${hash[0]}/${hash.slice(0, 2)}/${name}`
  const widths = ['1', '120', '99999', '0', '-1']
  return [place, ...widths.map(width => `thumb/${place}/${width}px-${name}`), `archive/${place}`, `thumb/${place}`]
}

const REST_OF_PATH = [...TITLES, ...filePaths('Mars.png'), ...filePaths('Mars.svg'), 'application/de/', 'interface/']

export const pageAttacks = (routes: readonly Route[], known: Known): fc.Arbitrary<Attack> => {
  const used = routes.length > 0 ? routes : [{ method: 'GET', url: '/' }]
  return fc
    .constantFrom(...used)
    .chain(route => fc.record({ route: fc.constant(route), path: pathOf(route, known), query, whim: fc.nat(30), form }))
    .map(({ route, path, query: params, whim, form: pairs }): Attack => {
      const method = whim === 0 ? 'POST' : whim === 1 ? 'DELETE' : whim === 2 ? 'HEAD' : route.method
      const headers = method === 'GET' && whim > 25 ? CONDITIONAL : {}
      const attack = { api: 'pages' as const, method, path, query: params, headers }
      return method === 'POST' ? { ...attack, body: { kind: 'form', pairs } } : attack
    })
}

const CONDITIONAL = { Range: 'bytes=1-3,5-', 'If-None-Match': '*', 'Accept-Encoding': 'gzip, br', Accept: 'image/*' }

function pathOf({ url }: Route, known: Known): fc.Arbitrary<string> {
  const parts = url.split(/(:\w+|\*)/).map(part => {
    if (part === '*') return fc.oneof(fc.constantFrom(...REST_OF_PATH).map(encodePath), anything)
    if (!part.startsWith(':')) return fc.constant(part)
    const values = { slug: known.values.project, code: known.values.language, service: ['github', 'gitlab', 'x'] }[
      part.slice(1)
    ]
    return fc.oneof(fc.constantFrom(...(values ?? ['1'])).map(encode), anything)
  })
  return fc.tuple(...parts).map(all => all.join(''))
}

const anything = odd.map(value => encode(value.slice(0, 3000)))
const encodePath = (path: string): string => path.split('/').map(encode).join('/')

const value = fc.oneof(fc.constantFrom(...TITLES, '1', 'raw', 'edit', 'history', 'no', 'qqx', '/projects/'), odd)
const query: fc.Arbitrary<Pairs> = fc.array(
  fc.tuple(
    fc.constantFrom('title', 'curid', 'oldid', 'diff', 'action', 'redirect', 'uselang', 'next', 'format', 'page', 'q'),
    value.map(text => text.slice(0, 3000)),
  ),
  { maxLength: 3 },
)

const form: fc.Arbitrary<Pairs> = fc
  .tuple(fc.constantFrom('Admin', 'Нет такого', '\0', ''), odd, value)
  .map(([username, password, next]) => [
    ['username', username],
    ['password', password],
    ['next', next],
    ['csrfmiddlewaretoken', OWN_TOKEN],
    ['payload', '{"ref":1}'],
  ])
