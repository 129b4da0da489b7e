// Editing wiki pages: keyboard, conflicts, right-to-left, layouts, with and without JavaScript.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { complaints, NO_BROWSER, openPage, openVisitor, type Site, startSite } from './browser.ts'
import { lookAt, violations } from './look.ts'

describe('editing wiki pages', { skip: NO_BROWSER }, () => {
  let site: Site
  let page: Page
  let wrong: string[]

  /** Another user, through the API. */
  const api = async (params: Record<string, string>) => {
    const ask = async (given: Record<string, string>) => {
      const body = new URLSearchParams({ format: 'json', formatversion: '2', ...given })
      const headers = { authorization: `Token ${site.key}` }
      return (await fetch(`${site.url}/api.php`, { method: 'POST', headers, body })).json()
    }
    const { query } = (await ask({ action: 'query', meta: 'tokens' })) as { query: { tokens: { csrftoken: string } } }
    const answer = (await ask({ token: query.tokens.csrftoken, ...params })) as { error?: { info: string } }
    assert.equal(answer.error, undefined, JSON.stringify(answer.error))
  }
  const write = (title: string, text: string) => api({ action: 'edit', title, text })
  const textOf = async (title: string): Promise<string> =>
    (await fetch(`${site.url}/index.php?title=${encodeURIComponent(title)}&action=raw`)).text()
  const at = (query: string) => `${site.url}/index.php?${query}`
  const source = () => page.locator('.we-code .cm-content')
  const ready = () => page.locator('.we-code .cm-content').waitFor()
  const open = async (query: string): Promise<void> => {
    await page.goto(at(query))
    await ready()
  }
  /** Text in the editor. Short, because CodeMirror renders only the visible part. */
  const shown = async (): Promise<string> => (await page.locator('.we-code .cm-line').allInnerTexts()).join('\n').trim()
  const saved = (title: string) => page.waitForURL(url => url.pathname === `/wiki/${title}`)

  before(async () => {
    site = await startSite()
    page = await openPage()
    wrong = complaints(page)
    page.on('dialog', dialog => dialog.accept())
    await page.setViewportSize({ width: 1280, height: 800 })
    await api({
      action: 'edit',
      title: 'Jug',
      text: 'Top.\n\n== Handle ==\nOne handle.\n\n== Lip ==\nA lip. [[No such jug]]',
    })
    await page.goto(`${site.url}/accounts/login/`)
    await page.getByLabel('Username').fill('Admin')
    await page.getByLabel('Password').fill(site.password)
    await page.keyboard.press('Enter')
    await page.waitForURL(`${site.url}/`)
  })

  test('creates a page from a red link, with preview', async () => {
    await page.goto(`${site.url}/wiki/Jug`)
    await page.getByRole('link', { name: 'No such jug' }).click()
    await ready()
    await page.keyboard.type("It is '''blue''' and in [[Lightho")
    await page.locator('.cm-tooltip-autocomplete').getByText('Lighthouse').waitFor()
    await page.waitForTimeout(100)
    await page.keyboard.press('Enter')
    await page.keyboard.press('End')
    await page.locator('.we-preview b', { hasText: 'blue' }).waitFor()
    await page.locator('.we-preview a[href="/wiki/Lighthouse"]').waitFor()
    await page.keyboard.press('Alt+3')
    await page.locator('.we-diff ins, .we-diff .diff-addedline').first().waitFor()
    await page.locator('#wpSummary').fill('see [[Jug]]')
    await page.keyboard.press('Alt+2')
    await page.locator('.we-said a').waitFor()
    await page.keyboard.press('Control+s')
    await saved('No_such_jug')
    assert.match(await textOf('No such jug'), /^It is '''blue''' and in \[\[Lighthouse\]\]$/)
  })

  test('edits a section by keyboard', async () => {
    await page.goto(`${site.url}/wiki/Jug`)
    const link = page.locator('.mw-editsection a').nth(1)
    await link.focus()
    await page.keyboard.press('Enter')
    await ready()
    assert.equal(await shown(), '== Lip ==\nA lip. [[No such jug]]')
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' Round')
    await page.keyboard.press('Control+Shift+ArrowLeft')
    await page.keyboard.press('Control+b')
    await page.keyboard.press('Tab')
    for (let i = 0; i < 30 && (await page.locator('#wpSummary:focus').count()) === 0; i++)
      await page.keyboard.press('Tab')
    assert.equal(await page.locator('#wpSummary').inputValue(), '/* Lip */ ')
    await page.keyboard.press('End')
    await page.keyboard.type('its shape')
    await page.keyboard.press('Enter')
    await saved('Jug')
    assert.equal(new URL(page.url()).hash, '#Lip')
    assert.equal(
      await textOf('Jug'),
      "Top.\n\n== Handle ==\nOne handle.\n\n== Lip ==\nA lip. [[No such jug]] '''Round'''",
    )
  })

  test('restores a draft, and discards it', async () => {
    await write('Cup', 'Small.')
    await open('title=Cup&action=edit')
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' And thin.')
    await page.locator('.we-kept', { hasText: /\w/ }).waitFor()
    await page.reload()
    await page.locator('.we-restored').waitFor()
    assert.equal(await shown(), 'Small. And thin.')
    await page.locator('.we-restored button').click()
    assert.equal(await shown(), 'Small.')
    await open('title=Cup&action=edit')
    assert.equal(await page.locator('.we-restored').count(), 0)
  })

  test('a new topic has a subject field', async () => {
    await open('title=Talk:Jug&action=edit&section=new')
    await page.locator('#wpSummary:focus').waitFor()
    await page.keyboard.type('Colours')
    await source().click()
    await page.keyboard.type('Why blue? ~~~~')
    await page.locator('.we-preview h2', { hasText: 'Colours' }).waitFor()
    await page.keyboard.press('Control+s')
    await saved('Talk:Jug')
    assert.match(await textOf('Talk:Jug'), /^== Colours ==\n\nWhy blue\? \[\[User:Admin/)
  })

  test('shows a conflict side by side and saves the merged text', async () => {
    await clash('Bowl')
    assert.match(await page.locator('.cm-merge-a').innerText(), /their one/)
    assert.match(await page.locator('.cm-merge-b').innerText(), /my one/)
    assert.deepEqual(await violations(page, ['.cm-merge-revert']), [])
    await page.locator('.cm-merge-revert button').last().press('Enter')
    await page.locator('.cm-merge-b .cm-content').focus()
    await page.keyboard.press('Control+s')
    await saved('Bowl')
    assert.equal(await textOf('Bowl'), 'my one\n\ntwo\n\ntheir three')
  })

  test('shows a conflict in one column on a narrow screen, resolved by keyboard', async () => {
    await page.setViewportSize({ width: 390, height: 800 })
    await clash('Ladle')
    assert.equal(await page.locator('.cm-merge-a').count(), 0)
    assert.deepEqual(await violations(page), [])
    const theirs = page.locator('.cm-deletedChunk', { hasText: 'their three' })
    await theirs.getByRole('button', { name: 'Use this version' }).press('Enter')
    await page.locator('.cm-deletedChunk', { hasText: 'their three' }).waitFor({ state: 'detached' })
    await page.locator('.we-merge-texts .cm-content').focus()
    await page.keyboard.press('Control+s')
    await saved('Ladle')
    assert.equal(await textOf('Ladle'), 'my one\n\ntwo\n\ntheir three')
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  /** Changes a page while it is being edited. */
  const clash = async (title: string): Promise<void> => {
    await write(title, 'one\n\ntwo\n\nthree')
    await open(`title=${title}&action=edit`)
    await page.keyboard.press('Control+Home')
    await page.keyboard.type('my ')
    await editAnonymously(title, 'their one\n\ntwo\n\ntheir three')
    await page.keyboard.press('Control+s')
    await page.locator('.we-merge [role=alert]').waitFor()
  }

  /** Edits as an unregistered user, because own edits do not conflict. */
  const editAnonymously = async (title: string, text: string): Promise<void> => {
    const body = new URLSearchParams({ action: 'edit', title, text, token: '+\\', format: 'json' })
    const answer = (await (await fetch(`${site.url}/api.php`, { method: 'POST', body })).json()) as { edit?: object }
    assert.ok(answer.edit, JSON.stringify(answer))
  }

  test('shows the reason and the source of a protected page to visitors', async () => {
    await write('Vault', 'gold')
    await api({ action: 'protect', title: 'Vault', protections: 'edit=sysop', reason: 'thieves' })
    const context = await page
      .context()
      .browser()!
      .newContext({ viewport: { width: 1280, height: 800 } })
    const other = await context.newPage()
    await other.goto(at('title=Vault&action=edit'))
    const told = await other.locator('#mw-denied').innerText()
    assert.match(told, /thieves/)
    assert.equal(await other.locator('#wpTextbox1').inputValue(), 'gold')
    await lookAt(other)
    await other.goto(at('title=Jug&action=edit'))
    await other.locator('.we-notices', { hasText: '127.0.0.1' }).waitFor()
    await other.close()
  })

  test('works without JavaScript', async () => {
    const other = await openVisitor(false, 390)
    await other.goto(at('title=Saucer&action=edit'))
    await other.locator('#wpTextbox1').fill('Flat.')
    await other.locator('#wpPreview').click()
    await other.locator('.previewed', { hasText: 'Flat.' }).waitFor()
    await other.locator('#wpSave').click()
    await other.waitForURL(`${site.url}/wiki/Saucer`)
    assert.equal(await textOf('Saucer'), 'Flat.')
    await other.close()
  })

  test('edits right-to-left text', async () => {
    await open(`title=${encodeURIComponent('شاي')}&action=edit`)
    assert.equal(await source().getAttribute('dir'), 'rtl')
    assert.equal(await page.locator('.we-beside > div').getAttribute('dir'), 'rtl')
    await page.goto(`${at(`title=${encodeURIComponent('شاي')}&action=edit`)}&uselang=ar`)
    await ready()
  })

  test('is accessible in all layouts', async () => {
    await open('title=Jug&action=edit')
    await lookAt(page, { ready: async () => ready(), except: ['.we-preview .mw-parser-output'] })
    await page.setViewportSize({ width: 390, height: 780 })
    await page.reload()
    await ready()
    assert.equal(await page.locator('.we-beside').count(), 0)
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.locator('.we-preview', { hasText: 'One handle.' }).waitFor()
    assert.equal(await source().isVisible(), false)
    await page.setViewportSize({ width: 1280, height: 800 })
    assert.deepEqual(wrong, [])
  })
})
