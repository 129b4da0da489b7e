// Project management: from an empty site to a component with languages, teams, settings and screenshots.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { Upstream } from '#translation/repositories/testing.ts'
import { complaints, NO_BROWSER, openPage, type Site, startSite } from './browser.ts'
import { lookAt } from './look.ts'

const PO = `msgid ""
msgstr ""
"Language: de\\n"
"Content-Type: text/plain; charset=UTF-8\\n"

msgid "Good evening"
msgstr "Guten Abend"

msgid "The kettle is warm."
msgstr ""
`
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const text = (name: string, content: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(content) })

describe('managing a project in a browser', { skip: NO_BROWSER }, () => {
  let site: Site
  let page: Page
  let wrong: string[]

  before(async () => {
    site = await startSite()
    page = await openPage()
    await page.goto(`${site.url}/accounts/login/?next=/create/project/`)
    await page.fill('input[name=username]', 'Admin')
    await page.fill('input[name=password]', site.password)
    await page.press('input[name=password]', 'Enter')
    await page.waitForURL(/create\/project/)
    wrong = complaints(page)
  })

  after(async () => {
    // Other suites use the same browser and expect to be logged out.
    await page?.context().clearCookies()
    await page?.close()
  })

  const open = async (path: string): Promise<void> => {
    const answer = await page.goto(site.url + path)
    assert.equal(answer?.status(), 200, path)
  }
  const says = async (what: RegExp): Promise<void> => assert.match(await page.locator('main').innerText(), what)
  const press = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).first().click()
  /** Presses a button in a card and waits for the next page. */
  const pressIn = async (card: string, name: string) => {
    await page.locator(`#card-${card}`).getByRole('button', { name, exact: true }).click()
    await page.waitForLoadState()
  }

  test('creates a project and a component from an uploaded file', async () => {
    await lookAt(page)
    await page.fill('#project-name', 'Évening Tea')
    assert.equal(await page.inputValue('#project-slug'), 'evening-tea', 'the URL slug follows')
    await page.fill('#project-instructions', 'Be kind.')
    await press('Create project')
    await page.waitForURL(/create\/component/)
    await says(/Project created/)
    await lookAt(page)
    await page.fill('#start-name', 'Tea room')
    await page.setInputFiles('#start-file', text('de.po', PO))
    await press('Next')
    await page.waitForURL(/draft=/)
    await says(/2 strings in de\.po[\s\S]*Good evening/)
    await lookAt(page)
    await press('Create component')
    await page.waitForURL(/manage\/languages\/evening-tea\/tea-room/)
    await says(/Component created[\s\S]*German/)
  })

  test('shows an invalid slug next to its field and keeps the input', async () => {
    await open('/create/project/')
    await page.fill('#project-name', 'Another')
    await page.locator('#project-slug').evaluate(field => field.removeAttribute('pattern'))
    await page.fill('#project-slug', 'two words')
    await press('Create project')
    await page.waitForLoadState()
    assert.match(await page.locator('#project-slug-problem').innerText(), /valid "slug"/)
    assert.equal(await page.inputValue('#project-name'), 'Another')
    wrong.length = 0
  })

  test('settings, languages, people', async () => {
    await open('/manage/settings/evening-tea/tea-room/')
    await lookAt(page)
    await page.fill('#basic-license', 'CC0-1.0')
    await pressIn('basic', 'Save')
    await says(/Saved\./)
    assert.equal(await page.inputValue('#basic-license'), 'CC0-1.0')
    await open('/manage/settings/evening-tea/')
    await lookAt(page)
    await open('/manage/languages/evening-tea/tea-room/')
    await page.selectOption('#add-language_code', 'ar')
    await pressIn('add', 'Add language')
    await says(/Arabic/)
    await lookAt(page)
    await open('/manage/people/evening-tea/')
    await page.fill('#team-name', 'Reviewers')
    await page.getByLabel('Review strings').last().check()
    await pressIn('new', 'Create team')
    await says(/Team created/)
    const team = page.locator('section.card', { has: page.getByRole('heading', { name: 'Reviewers' }) })
    await team.getByLabel('Username').fill('Admin')
    await team.getByRole('button', { name: 'Add member' }).click()
    await says(/Member added/)
    await lookAt(page)
  })

  test('an add-on, an announcement, a label, a category', async () => {
    await open('/manage/addons/evening-tea/')
    await lookAt(page)
    await page.getByRole('link', { name: /Install.*Stale comment removal/ }).click()
    await page.fill('input[name=age]', '30')
    await press('Install')
    await says(/Add-on installed/)
    await lookAt(page)
    await open('/manage/announcements/evening-tea/')
    await page.fill('#write-message', 'We close at nine.')
    await press('Publish')
    await says(/We close at nine\.[\s\S]*Shown until deleted/)
    await lookAt(page)
    await open('/manage/labels/evening-tea/')
    await page.fill('#add-name', 'Urgent')
    await press('Add label')
    await lookAt(page)
    await open('/manage/categories/evening-tea/')
    await page.fill('#add-name', 'Rooms')
    await page.fill('#add-slug', 'rooms')
    await press('Add category')
    await lookAt(page)
  })

  test('a glossary and its terms', async () => {
    await open('/create/component/?project=evening-tea')
    await page.fill('#start-name', 'Words')
    await page.getByLabel('Start empty').check()
    await press('Next')
    await page.waitForURL(/source=empty/)
    await lookAt(page)
    await page.getByLabel('Use as a glossary').check()
    await press('Create component')
    await page.waitForURL(/manage\/languages/)
    await page.selectOption('#add-language_code', 'de')
    await pressIn('add', 'Add language')
    await page.getByRole('link', { name: 'Glossary' }).click()
    await page.fill('#add-source', 'kettle')
    await page.fill('#add-target', 'Kessel')
    await press('Add term')
    await says(/kettle[\s\S]*Kessel/)
    await page.getByRole('link', { name: 'Edit kettle' }).click()
    await page
      .getByLabel(/^\s*Forbidden/)
      .last()
      .check()
    await press('Save')
    await says(/forbidden/)
    await lookAt(page)
  })

  test('creates and manages a component from a repository', async t => {
    const upstream = new Upstream()
    t.after(() => upstream.remove())
    upstream.publish('Begin', { 'po/de.po': PO, 'po/fr.po': PO.replace('Guten Abend', 'Bonsoir') })
    await open('/create/component/?project=evening-tea')
    await page.fill('#start-name', 'Garden')
    await page.fill('#start-repo', upstream.url)
    assert.equal(await page.getByLabel('Git repository').isChecked(), true, 'typing selects the option')
    await page.fill('#start-push', upstream.url)
    await press('Next')
    await page.waitForURL(/draft=/)
    await says(/Files of 2 languages: de, fr[\s\S]*Good evening/)
    await lookAt(page)
    await press('Create component')
    await page.waitForURL(/manage\/repository\/evening-tea\/garden/)
    await page.getByText('Up to date with the repository').waitFor()
    await lookAt(page)
    await page.getByText('Advanced').click()
    await page.locator('#card-do').getByRole('button', { name: 'Write all files' }).waitFor()
    await page.locator('#card-reset summary').click()
    await page.fill('#reset-confirm', 'wrong')
    await press('Discard and reset')
    await page.locator('#reset-confirm-problem').waitFor()
    wrong.length = 0
    await open('/manage/settings/evening-tea/garden/')
    await page.locator('#card-vcs').getByLabel('Keep our text and save the repository’s as a suggestion').check()
    await pressIn('vcs', 'Save')
    await lookAt(page)
    await open('/manage/ssh/')
    await lookAt(page)
  })

  test('links a screenshot to strings', async () => {
    await open('/manage/screenshots/evening-tea/tea-room/')
    await page.fill('#add-name', 'The door')
    await page.setInputFiles('#add-image', { name: 'door.png', mimeType: 'image/png', buffer: PICTURE })
    await press('Upload')
    await page.waitForURL(/picture=/)
    await page.fill('input[name=q]:not([aria-label])', 'evening')
    await press('Find')
    await page.getByRole('button', { name: 'Link string Good evening' }).click()
    await page.getByRole('button', { name: 'Unlink Good evening' }).waitFor()
    await lookAt(page)
    await open('/manage/screenshots/evening-tea/tea-room/')
    await says(/The door\s+1 string/)
    await lookAt(page)
  })

  test('uploads and downloads files', async () => {
    await open('/manage/files/evening-tea/tea-room/')
    await lookAt(page)
    await page.selectOption('#upload-language', 'de')
    await page.setInputFiles(
      '#upload-file',
      text('de.po', PO.replace('warm."\nmsgstr ""', 'warm."\nmsgstr "Der Kessel ist warm."')),
    )
    await press('Upload')
    await says(/Imported 1 of \d+ strings/)
    await page.selectOption('#one-language', 'de')
    await page.selectOption('#one-format', 'csv')
    const file = page.waitForEvent('download')
    await press('Download file')
    assert.match((await file).suggestedFilename(), /tea-room-de\.csv$/)
    wrong.length = 0
  })

  test('creates a backup with live progress', async () => {
    await open('/manage/backups/evening-tea/')
    await press('Create backup')
    await page.getByText('Created').first().waitFor()
    await lookAt(page)
    for (const section of ['memory', 'lock', 'alerts', 'tasks', 'history', 'danger', 'languages', 'files']) {
      await open(`/manage/${section}/evening-tea/`)
      await lookAt(page)
    }
  })

  test('deletion asks for the name', async () => {
    await open('/manage/danger/evening-tea/')
    await page.locator('summary', { hasText: 'Delete' }).click()
    await page.fill('#remove-confirm', 'tea')
    await press('Delete permanently')
    await page.waitForLoadState()
    await says(/The name doesn’t match/)
    await page.fill('#remove-confirm', 'evening-tea')
    await press('Delete permanently')
    await page.waitForURL(/\/projects\/$/)
    assert.equal((await page.goto(`${site.url}/projects/evening-tea/`))?.status(), 404)
    wrong.length = 0
  })

  test('denies access without permission', async () => {
    await page.context().clearCookies()
    await page.goto(`${site.url}/manage/settings/harbour-library/`)
    assert.match(page.url(), /accounts\/login\/\?next=/)
  })
})
