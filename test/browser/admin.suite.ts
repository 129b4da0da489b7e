// Site administration: status, accounts, teams, jobs, email and settings.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { openStore } from '#store/open.ts'
import { temporaryFolder } from '#store/testing.ts'
import { complaints, NO_BROWSER, openPage, openVisitor, type Site, startSite } from './browser.ts'
import { lookAt } from './look.ts'

const run = promisify(execFile)

describe('the administration in a browser', { skip: NO_BROWSER }, () => {
  let site: Site
  let page: Page
  let wrong: string[]

  before(async () => {
    site = await startSite()
    page = await openPage()
    await logIn(page)
    wrong = complaints(page)
  })

  after(async () => {
    // Other suites use the same browser and expect to be logged out.
    await page?.context().clearCookies()
    await page?.close()
  })

  const logIn = async (at: Page): Promise<void> => {
    await at.goto(`${site.url}/accounts/login/?next=/`)
    await at.fill('input[name=username]', 'Admin')
    await at.fill('input[name=password]', site.password)
    await at.press('input[name=password]', 'Enter')
    await at.waitForURL(`${site.url}/`)
  }
  const open = async (path: string): Promise<void> => {
    const answer = await page.goto(site.url + path)
    assert.equal(answer?.status(), 200, path)
  }
  const says = async (what: RegExp): Promise<void> => assert.match(await page.locator('main').innerText(), what)
  const pressIn = async (card: string, name: string | RegExp) => {
    await page.locator(`#card-${card}`).getByRole('button', { name }).first().click()
    await page.waitForLoadState()
  }

  test('the menu links to the overview', async () => {
    await page.locator('details.menu > summary').last().click()
    await page.getByRole('link', { name: 'Administration', exact: true }).click()
    await page.waitForURL(/\/admin\/$/)
    await says(/No email server is configured[\s\S]*Database[\s\S]*SQLite[\s\S]*Processes[\s\S]*Parlance\s+\d+\.\d+/)
    await lookAt(page)
  })

  test('shows every section, also in Arabic', async () => {
    for (const section of ['people', 'teams', 'roles', 'jobs', 'mail', 'imports', 'caches', 'settings', 'changes']) {
      await open(`/admin/${section}/`)
      await lookAt(page)
    }
    for (const section of ['announcements', 'appearance', 'applications', 'database', 'backups', 'commands']) {
      await open(`/admin/${section}/`)
      await lookAt(page)
    }
    await open('/admin/people/?name=Admin&uselang=ar')
    assert.equal(await page.getAttribute('html', 'dir'), 'rtl')
    await says(/مجموعات الويكي/)
    await lookAt(page)
  })

  test('own pages: inbox, applications, keys and login history', async () => {
    for (const at of ['/inbox/', '/account/applications/', '/account/applications/own/', '/account/keys/']) {
      await open(at)
      await lookAt(page)
    }
    await open('/account/security/sign-ins/')
    await lookAt(page)
  })

  test('creates an account, sets group and team, locks it and sets a password', async () => {
    await open('/admin/people/')
    await page.fill('#create-username', 'Tamar')
    await page.fill('#create-full_name', 'Tamar Q.')
    await page.fill('#create-email', 'tamar@example.org')
    await pressIn('create', 'Create account')
    await says(/Account created\.[\s\S]*tamar@example\.org/)
    await page.locator('#card-groups').getByLabel('sysop').check()
    await page.fill('#groups-reason', 'Looks after the tea pages')
    await pressIn('groups', 'Save')
    assert.ok(await page.locator('#card-groups').getByLabel('sysop').isChecked())
    await page.selectOption('#join-team', { label: 'Reviewers' })
    await pressIn('teams', 'Add member')
    await says(/Member added[\s\S]*Reviewers/)
    await lookAt(page)
    await pressIn('password', 'New password')
    const secret = await page.locator('.secret').innerText()
    assert.match(secret, /^\w{16}$/)
    const visitor = await openVisitor()
    await visitor.goto(`${site.url}/accounts/login/?next=/`)
    await visitor.fill('input[name=username]', 'Tamar')
    await visitor.fill('input[name=password]', secret)
    await visitor.press('input[name=password]', 'Enter')
    await visitor.waitForURL(`${site.url}/`)
    await open('/admin/people/?name=Tamar')
    await pressIn('person', 'Lock')
    await says(/This account is locked/)
    await visitor.reload()
    assert.ok(
      await visitor.getByRole('banner').getByRole('link', { name: 'Log in' }).isVisible(),
      'the session has ended',
    )
    await visitor.context().close()
    // The wiki logs the group change like MediaWiki.
    await open('/wiki/Special:Log/rights')
    await says(/Tamar[\s\S]*Looks after the tea pages/)
  })

  test('creates a role and a team by keyboard', async () => {
    await open('/admin/roles/')
    await page.focus('#create-name')
    await page.keyboard.type('Proofreader')
    await page.keyboard.press('Tab')
    // The scrolling list of permissions gets the focus first, then its checkboxes.
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await page.keyboard.press('Enter')
    await page.waitForURL(/done=role_added/)
    await says(/Role created\.[\s\S]*Proofreader\s+Permissions: 1/)
    await open('/admin/teams/')
    await page.focus('#create-name')
    await page.keyboard.type('Proofreaders')
    await page.keyboard.press('Enter')
    await page.waitForURL(/done=team_added/)
    await page.getByLabel('Proofreader', { exact: true }).focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('Enter')
    await page.waitForURL(/done=saved/)
    assert.ok(await page.getByLabel('Proofreader', { exact: true }).isChecked())
    await page.focus('#join-part')
    await page.keyboard.type('Kenji Mori')
    await page.keyboard.press('Enter')
    await page.waitForURL(/done=joined/)
    await says(/Members[\s\S]*Kenji Mori/)
    await lookAt(page)
  })

  test('shows and retries a failed job and email without JavaScript', async () => {
    const store = await openStore({ data: site.data })
    try {
      await store.transaction(async tx => {
        const failed = { run_at: 0, attempts: 8, failed_at: 1_790_000_000 }
        await tx
          .insertInto('job')
          .values({ kind: 'stuck-thing', key: 'x', ...failed, last_error: 'The disk was full.' })
          .execute()
        const message = JSON.stringify({
          subject: 'Tea at five',
          text: 'Come at five.\n',
          html: '',
          messageId: '<1@x>',
          to: 'ana@example.org',
        })
        const times = { created_at: 1_790_000_000, try_at: 1_790_000_000, failed_at: 1_790_000_000 }
        await tx
          .insertInto('mail')
          .values({
            key: 'tea',
            account_id: null,
            address: 'ana@example.org',
            message,
            last_error: 'The mailbox is full.',
            ...times,
          })
          .execute()
      })
    } finally {
      await store.close()
    }
    await open('/admin/jobs/?state=failed')
    await says(/stuck-thing[\s\S]*The disk was full\./)
    await lookAt(page)
    await open('/admin/mail/?state=failed')
    await says(/ana@example\.org[\s\S]*Tea at five[\s\S]*The mailbox is full\./)
    await lookAt(page)
    const plain = await openVisitor(false, 390)
    await logIn(plain)
    await plain.goto(`${site.url}/admin/jobs/?state=failed`)
    await plain
      .getByRole('button', { name: /^Discard/ })
      .first()
      .click()
    await plain.waitForURL(/done=job_given_up/)
    await plain.goto(`${site.url}/admin/mail/?state=failed`)
    await plain.getByRole('link', { name: /^Preview/ }).click()
    assert.match(await plain.locator('main').innerText(), /Tea at five[\s\S]*Come at five\./)
    await plain.getByRole('button', { name: /^Retry/ }).click()
    await plain.waitForURL(/done=mail_again/)
    await plain.context().close()
  })

  test('shows the current section on a narrow screen', async () => {
    await page.setViewportSize({ width: 390, height: 800 })
    await open('/admin/changes/')
    const box = await page.locator('.sections [aria-current]').boundingBox()
    assert.ok(box !== null && box.x >= 0 && box.x + box.width <= 390, JSON.stringify(box))
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  test('checks the database and creates a backup that the command line can restore', async () => {
    await open('/admin/database/')
    await page.getByRole('button', { name: 'Check database' }).click()
    await page.getByText('No differences found.').waitFor({ timeout: 120_000 })
    const checked = await run(process.execPath, ['bin/parlance.js', 'db', 'check', '--data', site.data])
    const said = checked.stdout.split('\n').map(line => line.split(':')[0]!.trim())
    const shown = await page.locator('#findings tbody th').allInnerTexts()
    assert.deepEqual(
      shown,
      said.filter(name => shown.includes(name)),
    )
    assert.ok(shown.length > 10, shown.join())
    await lookAt(page)
    await open('/admin/backups/')
    await page.getByRole('button', { name: 'Create backup' }).click()
    const name = await page.locator('table th code').first().innerText({ timeout: 120_000 })
    const file = path.join(site.data, 'backups', name)
    await says(/The last backup contains [\d,]+ rows/)
    await lookAt(page)
    const other = temporaryFolder()
    const restored = await run(process.execPath, ['bin/parlance.js', 'restore', file, '--data', other])
    assert.match(restored.stdout, /Restored \d+ rows/)
    await page.getByRole('button', { name: /^Delete/ }).click()
    await says(/Deleted\.[\s\S]*No backups yet/)
    assert.ok(!existsSync(file))
  })

  test('shows the source of settings like the command line', async () => {
    await open('/admin/settings/')
    await says(/repositoryProtocols[\s\S]*https,ssh,file\s+Flag --repository-protocols/)
    const { stdout } = await run(process.execPath, ['bin/parlance.js', 'serve', '--data', site.data, '--print-config'])
    const row = /PARLANCE_TEXT_STEPS\s+(\S+)\s+default/.exec(stdout)!
    await says(new RegExp(`textSteps[\\s\\S]*${row[1]}\\s+Default`))
  })

  test('filters the change log', async () => {
    await open('/admin/changes/')
    await page.selectOption('#filter-area', 'site')
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.waitForURL(/area=site/)
    await says(/job-given-up[\s\S]*Admin[\s\S]*stuck-thing/)
  })

  test('pages have no errors', () => assert.deepEqual(wrong, []))
})
