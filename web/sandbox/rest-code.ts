// Generates code for the request. Each program runs as is and prints the response. The key comes from an environment
// variable.
import type { Code } from './action-code.ts'
import { member, python, quoted, script, scriptValue, shell } from './literals.ts'
import type { RestApi } from './rest-apis.ts'
import type { Operation, RestRequest } from './rest-form.ts'

interface Wish {
  /** `https://example.org` */
  readonly site: string
  readonly operation: Operation
  readonly request: RestRequest
  /** Whether the request is authenticated. */
  readonly signedIn: boolean
}

const KEY = 'PARLANCE_KEY'

const CODES = [
  { name: 'curl', label: 'curl', write: curl },
  { name: 'client', label: '@parlance/client', write: typed },
  { name: 'requests', label: 'Python requests', write: requests },
  { name: 'wlc', label: 'wlc', write: wlc },
] as const

export function restCodes({ clients }: RestApi, wish: Wish): Code[] {
  // wlc expects a JSON response and cannot upload files here.
  const isJson = Object.keys(wish.request.files).length === 0 && wish.request.method !== 'DELETE'
  return CODES.filter(({ name }) => clients.includes(name) && (isJson || name !== 'wlc')).map(
    ({ name, label, write }) => ({ name, label, text: write(wish) }),
  )
}

const lines = (...all: readonly (string | false)[]): string =>
  `${all.filter(each => typeof each === 'string').join('\n')}\n`

function curl({ site, request, signedIn }: Wish): string {
  const { method, path, body, files } = request
  const hasFiles = Object.keys(files).length > 0
  const fields = Object.entries(body ?? {}).flatMap(([name, value]) =>
    [value].flat().map(each => `--form-string ${shell(`${name}=${plain(each)}`)}`),
  )
  return `${[
    'curl --silent',
    ...(method === 'GET' ? [] : [`--request ${method}`]),
    ...(signedIn ? [`--header "Authorization: Token $${KEY}"`] : []),
    ...(hasFiles
      ? [...fields, ...Object.entries(files).map(([name, file]) => `--form ${shell(`${name}=@${file}`)}`)]
      : body === undefined
        ? []
        : [`--header 'Content-Type: application/json'`, `--data ${shell(JSON.stringify(body))}`]),
    shell(site + path),
  ].join(' \\\n  ')}\n`
}

const plain = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

function typed({ site, operation, request, signedIn }: Wish): string {
  const { method, query, body, files, pathValues } = request
  const path = operation.path.replace(/^\/api/, '')
  const numbers = new Set(
    operation.fields
      .filter(({ place, schema }) => place === 'path' && schema.type === 'integer')
      .map(each => each.name),
  )
  const variables = Object.fromEntries(
    Object.entries(pathValues).map(([name, value]) => [
      name,
      numbers.has(name) && /^\d+$/.test(value) ? Number(value) : value,
    ]),
  )
  const members = Object.entries(body ?? {}).map(
    ([name, value]) => `    ${member(name)}: ${scriptValue(value, '    ')},`,
  )
  const sent = Object.entries(files).map(
    ([name, file]) => `    ${member(name)}: new File([await readFile(${script(file)})], ${script(file)}),`,
  )
  const args = [
    ...(Object.keys(variables).length > 0 ? [`  path: ${scriptValue(variables, '  ')},`] : []),
    ...(Object.keys(query).length > 0 ? [`  query: ${scriptValue(query, '  ')},`] : []),
    ...(body === undefined
      ? []
      : members.length + sent.length === 0
        ? ['  body: {},']
        : ['  body: {', ...members, ...sent, '  },']),
  ]
  const call = `api.${method.toLowerCase()}(${script(path)}${args.length > 0 ? `, {\n${args.join('\n')}\n}` : ''})`
  return lines(
    sent.length > 0 && `import { readFile } from 'node:fs/promises'`,
    `import { Translations } from '@parlance/client'`,
    '',
    `const api = new Translations({ url: ${script(site)}${signedIn ? `, key: process.env.${KEY} ?? ''` : ''} })`,
    `const answer = await ${call}`,
    'console.log(answer instanceof Blob ? await answer.text() : JSON.stringify(answer ?? null, null, 2))',
  )
}

function requests({ site, request, signedIn }: Wish): string {
  const { method, path, query, body, files } = request
  const hasFiles = Object.keys(files).length > 0
  const [bare] = path.split('?')
  return lines(
    signedIn && 'import os',
    signedIn && '',
    'import requests',
    '',
    'answer = requests.request(',
    `    ${quoted(method)},`,
    `    ${quoted(site + bare)},`,
    ...(signedIn
      ? [`    headers={"Accept": "application/json", "Authorization": f"Token {os.environ['${KEY}']}"},`]
      : [`    headers={"Accept": "application/json"},`]),
    ...(Object.keys(query).length > 0 ? [`    params=${python(query, '    ')},`] : []),
    ...(body === undefined ? [] : [`    ${hasFiles ? 'data' : 'json'}=${python(body, '    ')},`]),
    ...(hasFiles
      ? [
          '    files={',
          ...Object.entries(files).map(([name, file]) => `        ${quoted(name)}: open(${quoted(file)}, "rb"),`),
          '    },',
        ]
      : []),
    ')',
    'print(answer.text)',
  )
}

function wlc({ site, request, signedIn }: Wish): string {
  const { method, path, query, body } = request
  const [bare] = path.replace(/^\/api\//, '').split('?')
  const more = [
    ...(body === undefined ? [] : [`data=${python(body)}`]),
    ...(Object.keys(query).length > 0 ? [`params=${python(query)}`] : []),
  ]
  return lines(
    'import json',
    signedIn && 'import os',
    '',
    'import wlc',
    '',
    `weblate = wlc.Weblate(url=${quoted(`${site}/api/`)}${signedIn ? `, key=os.environ[${quoted(KEY)}]` : ''})`,
    `answer = weblate.request(${[quoted(method.toLowerCase()), quoted(bare!), ...more].join(', ')})`,
    'print(json.dumps(answer, ensure_ascii=False, indent=2))',
  )
}
