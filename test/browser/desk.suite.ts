// Translation editor features: checks, bulk edit, saved searches, glossary, memory, muting.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { parlance, startServer } from '#cli/testing.ts'
import { testMailServer } from '#events/mail/testing.ts'
import { temporaryFolder } from '#store/testing.ts'
import { complaints, NO_BROWSER, openPage, type Site, startSite } from './browser.ts'
import { lookAt } from './look.ts'

interface Unit {
  readonly id: number
  readonly source: string[]
  readonly target: string[]
  readonly state: number
  readonly extra_flags: string
  readonly labels: { name: string }[]
  readonly source_unit: string
}

/** The translation memory has one of these texts, the glossary a term of another. */
const FILE = `msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"

msgid "Gift cards"
msgstr ""

msgid "The blend of the month"
msgstr ""

msgid "Closed on Mondays"
msgstr ""
`

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe('translation editor', { skip: NO_BROWSER }, () => {
  let site: Site
  let page: Page
  let wrong: string[]

  const ask = async <T>(
    method: string,
    path: string,
    body?: unknown,
    at: Pick<Site, 'url' | 'key'> = site,
  ): Promise<T> => {
    const isForm = body instanceof FormData
    const answer = await fetch(`${at.url}/api/${path}`, {
      method,
      headers: { authorization: `Token ${at.key}`, ...(!isForm && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    })
    const text = await answer.text()
    assert.ok(answer.ok, `${method} ${path}: ${answer.status} ${text.slice(0, 300)}`)
    return (text === '' ? null : JSON.parse(text)) as T
  }
  const units = async (at: string, q = ''): Promise<Unit[]> =>
    (await ask<{ results: Unit[] }>('GET', `translations/${at}/units/?page_size=100&q=${encodeURIComponent(q)}`))
      .results
  const until = async (what: string, holds: () => Promise<boolean>): Promise<void> => {
    for (let i = 0; i < 1200; i++) {
      if (await holds()) return
      await new Promise(resolve => setTimeout(resolve, 50))
    }
    assert.fail(`never came: ${what}`)
  }
  const logIn = async ({ url, password }: Pick<Site, 'url' | 'password'>): Promise<void> => {
    await page.goto(`${url}/accounts/login/`)
    await page.locator('#username').fill('Admin')
    await page.locator('#password').fill(password)
    await page.locator('#password').press('Enter')
    await page.waitForURL(`${url}/`)
  }
  const field = (): Locator => page.locator('#form-0')
  const comesTo = (text: string) => page.locator('.tr-source').filter({ hasText: text }).waitFor()
  /** Opens the editor with a search, and waits until the first string is fully loaded. */
  const open = async (at: string, q: string): Promise<void> => {
    await page.goto(`${site.url}/translate/${at}/?q=${encodeURIComponent(q)}`)
    await page.locator('.tr-panel .tr-info').waitFor({ state: 'attached' })
    await page.locator('#form-0:focus').waitFor()
  }

  before(async () => {
    site = await startSite()
    page = await openPage()
    wrong = complaints(page)
    const form = new FormData()
    const values = { name: 'Signs', slug: 'signs', file_format: 'po', filemask: 'signs/*.po', source_language: 'en' }
    for (const [name, value] of Object.entries(values)) form.set(name, value)
    form.set('docfile', new Blob([FILE]), 'en.po')
    await ask('POST', 'projects/tea-house/components/', form)
    await ask('POST', 'components/tea-house/signs/translations/', { language_code: 'de' })
    await logIn(site)
  })

  after(async () => {
    if (site) await ask('DELETE', 'components/tea-house/signs/')
    // Other suites use the same browser and expect to be logged out.
    await page?.context().clearCookies()
    await page?.close()
  })

  test('dismisses a check by shortcut and restores it', async () => {
    const at = 'museum/signs/fr'
    await open(at, 'has:check')
    const warning = page.locator('.tr-warn')
    await warning.waitFor()
    await page.keyboard.press('Alt+z')
    await page.keyboard.press('1')
    await warning.waitFor({ state: 'detached' })
    await page.getByText('Dismissed:').waitFor()
    assert.equal((await units(at, 'has:dismissed-check')).length, 1)
    assert.equal((await units(at, 'has:check')).length, 0)
    await page.getByRole('button', { name: 'Restore check' }).click()
    await warning.waitFor()
    assert.equal((await units(at, 'has:check')).length, 1)
    assert.deepEqual(wrong, [])
  })

  test('bulk-edits all strings of a search', async () => {
    const at = 'museum/audio-guide/es'
    const found = await units(at, 'state:translated')
    assert.ok(found.length > 3)
    await open(at, 'state:translated')
    await page.keyboard.press('Alt+y')
    const dialog = page.getByRole('dialog', { name: 'Bulk edit' })
    await dialog.getByText(`${found.length} strings`).waitFor()
    await dialog.getByLabel('State').selectOption('Needs editing')
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page
      .getByText(new RegExp(`${found.length} strings`))
      .first()
      .waitFor()
    assert.equal((await units(at, 'is:needs-editing')).length >= found.length, true)
    // The dialog reports errors and keeps the input.
    await page.goto(`${site.url}/translate/${at}/?q=is:needs-editing`)
    await page.locator('#form-0:focus').waitFor()
    await page.keyboard.press('Alt+y')
    await dialog.getByLabel('Labels to add').fill('No such label')
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await dialog.getByRole('alert').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    wrong.length = 0
  })

  test('saves and deletes a search', async () => {
    await open('tea-house/website/de', 'source:tea')
    const filters = page.getByRole('group', { name: 'Filters' })
    await page.keyboard.press('Alt+w')
    await filters.waitFor()
    await filters.getByRole('textbox').fill('All about tea')
    await page.keyboard.press('Enter')
    await filters.getByRole('button', { name: /^All about tea/ }).waitFor()
    // It is also available in other projects.
    await open('museum/signs/de', '')
    await page.keyboard.press('Alt+w')
    await filters.getByRole('button', { name: /^All about tea/ }).click()
    await until('the search', async () => new URL(page.url()).searchParams.get('q') === 'source:tea')
    await page.keyboard.press('Alt+w')
    await filters.getByRole('button', { name: 'Delete saved search “All about tea”' }).click()
    await filters.getByRole('button', { name: /^All about tea/ }).waitFor({ state: 'detached' })
    assert.deepEqual(await ask('GET', 'users/Admin/filters/'), [])
    assert.deepEqual(wrong, [])
  })

  test('saves a search for everyone in the project', async () => {
    await open('tea-house/website/de', 'source:tea')
    const filters = page.getByRole('group', { name: 'Filters' })
    await page.keyboard.press('Alt+w')
    await filters.getByRole('textbox').fill('Tea for all')
    await filters.getByLabel('Save for').selectOption('project')
    await page.keyboard.press('Enter')
    await filters.getByRole('button', { name: /^Tea for all/ }).waitFor()
    const [shared] = await ask<{ name: string; q: string }[]>('GET', 'projects/tea-house/filters/')
    assert.deepEqual([shared!.name, shared!.q], ['Tea for all', 'source:tea'])
    await filters.getByRole('button', { name: 'Delete saved search “Tea for all”' }).click()
    await filters.getByRole('button', { name: /^Tea for all/ }).waitFor({ state: 'detached' })
    assert.deepEqual(wrong, [])
  })

  test('edits flags and labels for all languages', async () => {
    const at = 'tea-house/signs/de'
    await open(at, 'Mondays')
    await page.getByRole('button', { name: 'Edit flags and labels' }).click()
    const form = page.locator('.tr-edit-info')
    await form.getByLabel('Additional flags').fill('max-length:10')
    await form.getByLabel('Explanation').fill('Hangs at the door.')
    await form.getByLabel('Start page').check()
    await form.getByRole('button', { name: 'Save' }).click()
    await form.waitFor({ state: 'detached' })
    await page.locator('.tr-info .chip', { hasText: 'Start page' }).waitFor()
    await page.getByText('Hangs at the door.').waitFor()
    await page.locator('.tr-length', { hasText: '/ 10' }).waitFor()
    const [unit] = await units(at, 'Mondays')
    const source = await ask<Unit>('GET', new URL(unit!.source_unit).pathname.replace('/api/', ''))
    assert.equal(source.extra_flags, 'max-length:10')
    assert.deepEqual(
      source.labels.map(({ name }) => name),
      ['Start page'],
    )
    assert.deepEqual(wrong, [])
  })

  test('inserts a glossary term and a memory match by shortcut', async () => {
    const at = 'tea-house/signs/de'
    await open(at, 'blend')
    await page.locator('.tr-term', { hasText: 'Mischung' }).waitFor()
    await page.keyboard.type('Die ')
    await page.keyboard.press('Control+g')
    await page.keyboard.press('1')
    await page.keyboard.type(' des Monats')
    assert.equal(await field().inputValue(), 'Die Mischung des Monats')
    await page.keyboard.press('Control+Shift+Enter')
    await page.getByText('Saved.', { exact: true }).waitFor()
    await open(at, 'Gift')
    await comesTo('Gift cards')
    await page.locator('.tr-hit', { hasText: 'Gutscheine' }).waitFor()
    await page.keyboard.press('Control+m')
    await page.keyboard.press('1')
    await until('the text of the memory', async () => (await field().inputValue()) === 'Gutscheine')
    await page.keyboard.press('Control+Shift+Enter')
    await page.getByText('Saved.', { exact: true }).waitFor()
    const texts = (await units(at, 'state:translated')).map(({ target }) => target[0])
    assert.deepEqual(texts, ['Gutscheine', 'Die Mischung des Monats'])
    assert.deepEqual(wrong, [])
  })

  test('completes a mention and resolves a comment', async () => {
    await open('tea-house/website/de', 'Gift cards')
    await page.keyboard.press('Alt+k')
    await page.locator('.tr-say textarea:focus').waitFor()
    await page.keyboard.type('Is this right, @jon')
    await page.getByRole('button', { name: /^@Jonas Weber/ }).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.locator('.tr-say textarea:focus').waitFor()
    assert.equal(await page.locator('.tr-say textarea').inputValue(), 'Is this right, @Jonas Weber ')
    await page.keyboard.press('Control+Enter')
    const said = page.locator('.tr-hit', { hasText: 'Is this right' })
    await said.getByRole('button', { name: 'Resolve' }).click()
    await said.getByText('resolved', { exact: true }).waitFor()
    assert.equal(await said.getByRole('button', { name: 'Resolve' }).count(), 0)
    assert.deepEqual(wrong, [])
  })

  test('adds a screenshot in the editor', async () => {
    await open('tea-house/signs/de', 'Mondays')
    const image = { name: 'At the door.png', mimeType: 'image/png', buffer: PICTURE }
    await page.getByLabel('Add screenshot').setInputFiles(image)
    await page.getByRole('img', { name: 'At the door' }).waitFor()
    await page.getByLabel('Add screenshot').setInputFiles({ ...image, buffer: Buffer.from('no picture') })
    await page.locator('#text-problem .problem').waitFor()
    wrong.length = 0
  })

  test('shows changes by others to the open string and never overwrites them', async () => {
    const at = 'tea-house/signs/de'
    const { out } = await parlance(['users', 'create', 'Quick', '--data', site.data])
    const quick = { url: site.url, key: /API key +(\w+)/.exec(out)![1]! }
    await ask('PATCH', 'users/Quick/', { full_name: 'Quick Hand' })
    const [unit] = await units(at, 'Mondays')
    const change = (text: string) => ask('PATCH', `units/${unit!.id}/`, { target: [text], state: 20 }, quick)
    await open(at, '')
    await page.getByRole('option', { name: /Closed on Mondays/ }).click()
    await comesTo('Mondays')
    await change('Mo. zu')
    await until('their text', async () => (await field().inputValue()) === 'Mo. zu')
    await page.getByText('Quick Hand just changed this string.').waitFor()
    await page.getByRole('option', { name: /Mo\. zu/ }).waitFor()
    // While typing, both texts are shown to choose from.
    await field().fill('Montags zu')
    await change('Mo. Ruhe')
    const conflict = page.locator('.tr-conflict')
    await conflict.filter({ hasText: 'Mo. Ruhe' }).waitFor()
    assert.equal(await field().inputValue(), 'Montags zu')
    await page.getByRole('button', { name: 'Save mine' }).click()
    await until('my text', async () => (await units(at, 'Mondays'))[0]!.target[0] === 'Montags zu')
    // Other strings are updated in the list.
    await page.getByRole('option', { name: /Gift cards/ }).click()
    await comesTo('Gift cards')
    await change('Mo. frei')
    await page.getByRole('option', { name: /Mo\. frei/ }).waitFor()
    assert.deepEqual(wrong, [])
  })

  test('visitors can suggest', async () => {
    const at = 'tea-house/signs/de'
    await page.context().clearCookies()
    await open(at, 'blend')
    await field().fill('Unsere Mischung')
    await page.getByText('You can suggest translations.').waitFor()
    await page.getByRole('button', { name: 'Suggest', exact: true }).click()
    await until('the suggestion', async () => (await units(at, 'has:suggestion')).length === 1)
    assert.equal((await units(at, 'blend'))[0]!.target[0], 'Die Mischung des Monats')
    assert.deepEqual(wrong, [])
  })

  test('a mute link in an email asks first and mutes only its subject', async () => {
    const mail = await testMailServer()
    const server = await startServer([
      ...['--data', temporaryFolder(), '--sample', '--workers', '1'],
      ...['--mail-url', mail.url, '--mail-from', 'site@example.org'],
    ])
    const said = (name: string): string => new RegExp(`${name} +(\\w+)`).exec(server.output.out)![1]!
    const other = { url: server.url, key: said('API key'), password: said('Password') }
    const reader = { username: 'reader', full_name: 'Reader', email: 'reader@example.org', is_active: true }
    await ask('POST', 'users/', reader, other)
    const wish = { notification: 'NewAnnouncementNotificaton', scope: 0, frequency: 1 }
    const made = await ask<{ id: number }>('POST', 'users/reader/notifications/', wish, other)
    mail.take()
    await ask('POST', 'projects/museum/announcements/', { message: 'The museum moves.', severity: 'info' }, other)
    await until('the mail', async () => mail.received.some(({ text }) => text.includes('The museum moves.')))
    const { text } = mail.received.find(each => each.text.includes('The museum moves.'))!
    const link = /https?:\/\/\S*\/accounts\/unsubscribe\/\?i=\S+/.exec(text)![0]
    await page.goto(other.url + link.replace(/^https?:\/\/[^/]+/, ''))
    await lookAt(page)
    const frequency = async () =>
      (await ask<{ frequency: number }>('GET', `users/reader/notifications/${made.id}/`, undefined, other)).frequency
    assert.equal(await frequency(), 1, 'looking mutes nothing')
    await page.getByRole('button', { name: 'Unsubscribe' }).click()
    await page.getByRole('status').filter({ hasText: 'Unsubscribed. You won’t get any more email about:' }).waitFor()
    assert.equal(await frequency(), 0)
    await page.goto(`${other.url}/accounts/unsubscribe/?i=nonsense`)
    await page.getByText('Invalid link').first().waitFor()
    wrong.length = 0
    server.child.kill('SIGTERM')
    await server.ended
  })
})
