// Uploading several files to the wiki.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { NO_BROWSER, openVisitor, type Site, startSite } from './browser.ts'
import { lookAt } from './look.ts'

const svg = (text: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><text x="2" y="20">${text}</text></svg>`
const file = (name: string, text: string, mimeType = 'image/svg+xml') => ({ name, mimeType, buffer: Buffer.from(text) })

describe('uploading files', { skip: NO_BROWSER }, () => {
  let site: Site
  let page: Page

  const exists = async (name: string): Promise<boolean> => {
    const headers = { authorization: `Token ${site.key}` }
    const address = `${site.url}/api.php?action=query&titles=File:${name}&format=json&formatversion=2`
    const { query } = (await (await fetch(address, { headers })).json()) as { query: { pages: { missing?: true }[] } }
    return query.pages[0]!.missing !== true
  }

  before(async () => {
    site = await startSite()
    page = await openVisitor()
    await page.goto(`${site.url}/accounts/login/`)
    await page.fill('[name="username"]', 'Admin')
    await page.fill('[name="password"]', site.password)
    await Promise.all([page.waitForURL(`${site.url}/`), page.keyboard.press('Enter')])
  })

  test('stores each file with its licence, and names the one that failed', async () => {
    await page.goto(`${site.url}/wiki/Special:Upload`)
    await page.locator('.upload-files').waitFor({ state: 'attached' })
    await page
      .locator('input[name="wpUploadFile"]')
      .setInputFiles([file('Buoy.svg', svg('buoy')), file('Virus.exe', 'MZ'), file('Anchor.svg', svg('anchor'))])
    await page.locator('.upload-files input').nth(2).fill('Big anchor.svg')
    await page.locator('[name="wpUploadDescription"]').fill('From the harbour.')
    await page.locator('[name="wpLicense"]').selectOption({ label: 'CC BY-SA 4.0' })
    await page.locator('.upload button.first').click()
    await page.locator('.upload-files a[href="/wiki/File:Big_anchor.svg"]').waitFor()
    assert.equal(await page.locator('.upload-files a[href="/wiki/File:Buoy.svg"]').count(), 1)
    const failed = page.locator('.upload-files [data-look="wrong"]')
    assert.equal(await failed.count(), 1)
    assert.equal(await failed.locator('input').inputValue(), 'Virus.exe')
    assert.match(await failed.innerText(), /Not uploaded/)
    assert.deepEqual(
      [await exists('Buoy.svg'), await exists('Big_anchor.svg'), await exists('Virus.exe')],
      [true, true, false],
    )
    const raw = await (await fetch(`${site.url}/index.php?title=File:Buoy.svg&action=raw`)).text()
    assert.match(
      raw,
      /^From the harbour\.\n\n== Licence ==\n\[https:\/\/creativecommons\.org\/licenses\/by-sa\/4\.0\/ /,
    )
  })

  test('takes files that are dropped', async () => {
    await page.goto(`${site.url}/wiki/Special:Upload`)
    await page.locator('.upload-files').waitFor({ state: 'attached' })
    await page.evaluate(text => {
      const dataTransfer = new DataTransfer()
      for (const name of ['Mast.svg', 'Sail.svg'])
        dataTransfer.items.add(new File([text.replace('?', name)], name, { type: 'image/svg+xml' }))
      const zone = document.querySelector('.upload-drop')!
      for (const type of ['dragover', 'drop'])
        zone.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
    }, svg('?'))
    await page.locator('.upload button.first').click()
    for (const name of ['Mast.svg', 'Sail.svg'])
      await page.locator(`.upload-files a[href="/wiki/File:${name}"]`).waitFor()
    assert.deepEqual([await exists('Mast.svg'), await exists('Sail.svg')], [true, true])
  })

  test('asks before a file replaces another', async () => {
    await page.goto(`${site.url}/wiki/Special:Upload`)
    await page.locator('.upload-files').waitFor({ state: 'attached' })
    await page.locator('input[name="wpUploadFile"]').setInputFiles([file('Buoy.svg', svg('new buoy'))])
    await page.locator('.upload button.first').click()
    await page.getByText('A file named Buoy.svg already exists').waitFor()
    await page.getByRole('button', { name: 'Upload anyway' }).click()
    await page.locator('.upload-files a[href="/wiki/File:Buoy.svg"]').waitFor()
  })

  test('a form without scripts has the name of the file', async () => {
    const plain = await openVisitor(false)
    await plain.context().addCookies(await page.context().cookies())
    await plain.goto(`${site.url}/wiki/Special:Upload`)
    await plain.locator('.upload-drop').waitFor({ state: 'hidden' })
    await plain.locator('[name="wpUploadFile"]').setInputFiles([file('Rope.svg', svg('rope'))])
    await plain.locator('[name="wpDestFile"]').fill('Long rope.svg')
    await plain.locator('.upload button.first').click()
    await plain.waitForURL(/File:Long_rope\.svg/)
    await plain.context().close()
  })

  test('the page is accessible in all layouts', async () => {
    await page.goto(`${site.url}/wiki/Special:Upload`)
    await lookAt(page, { ready: each => each.locator('.upload-files').waitFor({ state: 'attached' }) })
  })
})
