import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { parseFragment } from 'parse5'
import { temporaryStore } from '#store/testing.ts'
import { testCatalogue } from '../../catalogue/testing.ts'
import { type Answer, type TestApi, testApi } from '../testing.ts'

let api: TestApi
let cookie: string
let unit: string

before(async () => {
  api = await testApi(await temporaryStore('sqlite'))
  const { units } = await testCatalogue(api.services)
  unit = `/api/units/${units[1]!.id}/`
  const { accounts, callers, store } = api.services
  const { id } = await accounts.register({ name: 'Boss', password: 'correct horse battery', isSuperuser: true })
  const account = (await accounts.byId(store.read, id))!
  const { setCookies } = await callers.logIn(callers.anonymous('192.0.2.1'), account)
  cookie = setCookies[0]!.split(';')[0]!
})

type FormFields = Record<string, string[]>
interface Node {
  nodeName: string
  value?: string
  attrs?: { name: string; value: string }[]
  childNodes?: Node[]
}

const within = (node: Node, name: string): Node[] =>
  (node.childNodes ?? []).flatMap(child => [...(child.nodeName === name ? [child] : []), ...within(child, name)])
const attr = (node: Node, name: string): string | undefined => node.attrs?.find(each => each.name === name)?.value
const textIn = (node: Node): string => node.value ?? (node.childNodes ?? []).map(textIn).join('')

/** The data a browser would send for the form with this button, without any input. */
function fieldsOf({ text }: Answer, button: string): FormFields {
  const forms = within(parseFragment(text) as unknown as Node, 'form')
  const form = forms.find(each => within(each, 'button').some(label => textIn(label) === button))
  assert.ok(form, `a form with the button ${button}`)
  const fields: FormFields = {}
  const add = (node: Node, value: string) => {
    const name = attr(node, 'name')
    if (name !== undefined) fields[name] = [...(fields[name] ?? []), value]
  }
  for (const node of within(form, 'input')) if (attr(node, 'type') !== 'checkbox') add(node, attr(node, 'value') ?? '')
  for (const node of within(form, 'textarea')) add(node, textIn(node))
  for (const node of within(form, 'select')) {
    const options = within(node, 'option')
    const chosen = options.find(option => attr(option, 'selected') !== undefined) ?? options[0]!
    add(node, attr(chosen, 'value') ?? textIn(chosen))
  }
  return fields
}

const open = (path: string) => api.send('GET', `${path}?format=api`, { headers: { cookie } })

const post = (path: string, fields: FormFields) => {
  const pairs = Object.entries(fields).flatMap(([name, values]) =>
    values.map(value => [name, value] as [string, string]),
  )
  return api.send('POST', `${path}?format=api`, {
    body: new URLSearchParams(pairs).toString(),
    headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
  })
}

test('the form translates all plural forms of a string', async () => {
  const fields = fieldsOf(await open(unit), 'PATCH')
  assert.equal(fields['target[]']?.length, 3, 'one field for each plural form of Czech')
  assert.equal(fields.explanation, undefined, 'what belongs to the source string is not asked for')
  const target = ['Orangutan má %d banán.\n', 'Orangutan má %d banány.\n', 'Orangutan má %d banánů.\n']
  const answer = await post(unit, { ...fields, 'target[]': target, state: ['20'] })
  assert.equal(answer.status, 200)
  assert.deepEqual((await api.send('GET', unit)).json.target, target)
  const again = fieldsOf(await open(unit), 'PATCH')
  assert.deepEqual(again['target[]'], target, 'the form shows the string as it is')
})

test('the form of a source string has its additional fields', async () => {
  const { json } = await api.send('GET', unit)
  const source = json.source_unit.replace(/^https:..[^/]+/, '')
  const fields = fieldsOf(await open(source), 'PATCH')
  const answer = await post(source, { ...fields, explanation: ['Counts fruit.'] })
  assert.equal(answer.status, 200, answer.text)
  assert.equal((await api.send('GET', source)).json.explanation, 'Counts fruit.')
  await post(source, { ...fieldsOf(await open(source), 'PATCH'), explanation: [''] })
  assert.equal((await api.send('GET', source)).json.explanation, '', 'what had a value can be emptied')
})

test('a rejected form keeps the input and shows the errors', async () => {
  const fields = fieldsOf(await open(unit), 'PATCH')
  const typed = ['one', 'two', 'three']
  const answer = await post(unit, { ...fields, 'target[]': typed, state: ['55'] })
  assert.equal(answer.status, 400)
  assert.match(answer.text, /role="alert"><b>[^<]*<\/b><ul lang="en"><li><b>state<\/b>/)
  assert.match(answer.text, /<input id="patch-state"[^>]*aria-invalid="true"/)
  assert.match(answer.text, /<span class="problem" id="patch-state-problem" lang="en">[^<]+</)
  const shown = fieldsOf(answer, 'PATCH')
  assert.deepEqual([shown['target[]'], shown.state], [typed, ['55']])
})

test('an account without an email address can be changed', async () => {
  const { account } = await api.user('Someone')
  const path = `/api/users/${account.name}/`
  const fields = fieldsOf(await open(path), 'PATCH')
  assert.equal((await post(path, { ...fields, full_name: ['Some One'] })).status, 200)
  assert.equal((await api.send('GET', path, { headers: { cookie } })).json.full_name, 'Some One')
})

test('a list links to its other pages, to JSON and to the sandbox', async () => {
  const { text } = await api.send('GET', '/api/languages/?page_size=1&page=2&format=api', { headers: { cookie } })
  assert.match(text, /<a class="button" rel="prev" href="\/api\/languages\/\?page_size=1/)
  assert.match(text, /href="\/api\/languages\/\?page_size=1&amp;page=2&amp;format=json"/)
  assert.match(text, /href="\/sandbox\?operation=get_languages&amp;query\.page_size=1&amp;query\.page=2"/)
})

test('deleting asks for confirmation', async () => {
  const { text } = await open('/api/projects/hello/')
  assert.match(text, /<details><summary>Delete…<\/summary>[\s\S]*type="checkbox" name="_sure" required/)
})
