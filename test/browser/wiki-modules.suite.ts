// Editing Lua modules: syntax check, console, and script errors.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { complaints, NO_BROWSER, openPage, type Site, startSite } from './browser.ts'
import { lookAt } from './look.ts'

const MODULE = `local p = {}
-- Adds two numbers.
function p.add(a, b)
  mw.log('adding', a)
  return a + b
end
return p`

describe('editing modules', { skip: NO_BROWSER }, () => {
  let site: Site
  let page: Page
  let wrong: string[]

  const write = async (title: string, text: string) => {
    const ask = async (given: Record<string, string>) => {
      const body = new URLSearchParams({ format: 'json', formatversion: '2', ...given })
      const headers = { authorization: `Token ${site.key}` }
      return (await (await fetch(`${site.url}/api.php`, { method: 'POST', headers, body })).json()) as {
        query: { tokens: { csrftoken: string } }
        error?: unknown
      }
    }
    const { query } = await ask({ action: 'query', meta: 'tokens' })
    assert.equal((await ask({ token: query.tokens.csrftoken, action: 'edit', title, text })).error, undefined)
  }
  const ready = () => page.locator('.we-code .cm-content').waitFor()
  const open = async (title: string): Promise<void> => {
    await page.goto(`${site.url}/index.php?action=edit&title=${title}`)
    await ready()
  }
  const ask = async (question: string) => {
    await page.getByLabel('Lua code').fill(question)
    await page.keyboard.press('Enter')
    return page.locator('.we-log > li').last()
  }

  before(async () => {
    site = await startSite()
    page = await openPage()
    wrong = complaints(page)
    page.on('dialog', dialog => dialog.accept())
    await page.setViewportSize({ width: 1280, height: 800 })
    await write('Module:Sum', MODULE)
    await write('Module:Typo', MODULE)
    await write('Sums', '{{#invoke:Sum|add}}')
    await page.goto(`${site.url}/accounts/login/`)
    await page.getByLabel('Username').fill('Admin')
    await page.getByLabel('Password').fill(site.password)
    await page.keyboard.press('Enter')
    await page.waitForURL(`${site.url}/`)
  })

  test('marks the line of a syntax error while typing', async () => {
    await open('Module:Typo#mw-ce-l5')
    assert.equal(await page.locator('.lua-keyword', { hasText: 'function' }).count(), 1)
    // The address names the line of the cursor.
    await page.keyboard.type('x = = ')
    await page.locator('.we-fault', { hasText: 'Syntax error in line 5' }).waitFor()
    assert.match(await page.locator('.cm-line.we-faulty').innerText(), /x = = {3}return a \+ b/)
    for (let i = 0; i < 6; i++) await page.keyboard.press('Backspace')
    await page.locator('.we-fault').waitFor({ state: 'hidden' })
  })

  test('runs code with the text in the editor', async () => {
    await open('Module:Sum')
    await page.keyboard.press('Alt+4')
    await (await ask('local three = p.add(1, 2)')).locator('.we-printed', { hasText: 'adding' }).waitFor()
    await page.locator('.we-value', { hasText: '3' }).waitFor({ state: 'detached' })
    await ask('=three')
    await page.locator('.we-log > li:nth-child(2) .we-value', { hasText: '3' }).waitFor()
    await ask('=p.add(1)')
    const error = page.locator('.we-log > li:nth-child(3) .script-error')
    await error.getByText('attempt to perform arithmetic').waitFor()
    await error.locator('summary').click()
    await error.getByRole('link', { name: 'Module:Sum:5' }).waitFor()
    await page.getByLabel('Lua code').press('ArrowUp')
    assert.equal(await page.getByLabel('Lua code').inputValue(), '=p.add(1)')
    await page.getByRole('button', { name: 'Clear console' }).click()
    await ask('=three')
    await page.locator('.we-log > li:only-child .we-value', { hasText: 'nil' }).waitFor()
  })

  test('the error of a page unfolds its trace', async () => {
    await page.goto(`${site.url}/wiki/Sums`)
    await page.locator('.scribunto-error a').click()
    await page.locator('.script-error[open] .scribunto-trace').waitFor()
    await page.getByRole('link', { name: 'Module:Sum:5' }).click()
    await ready()
    assert.deepEqual(wrong, [])
  })

  test('is accessible in all layouts', async () => {
    await page.goto(`${site.url}/wiki/Sums`)
    await lookAt(page)
    await open('Module:Sum')
    await lookAt(page, {
      ready: async () => {
        await ready()
        await page.getByRole('button', { name: 'Console' }).click()
        await ask('=p.add(1)')
        await page.locator('.script-error summary').click()
      },
    })
  })
})
