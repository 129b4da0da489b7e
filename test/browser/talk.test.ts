// A conversation on a talk page, made with the forms, with and without scripts.
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import path from 'node:path'
import { before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { complaints, NO_BROWSER, openVisitor, type Site, startSite } from './browser.ts'
import { lookAt } from './look.ts'

const TALK = 'Talk:North pier'
const COMMENTS = 30
const NOOR = { name: 'Noor Amin', password: 'a lamp above the sea' }

interface Said {
  readonly author: string
  readonly text: string
  readonly indent: number
}

describe('talk pages', { skip: NO_BROWSER }, () => {
  let site: Site
  /** With scripts, as Admin. */
  let page: Page
  /** Without, as Noor Amin. */
  let plain: Page
  let wrong: string[]

  before(async () => {
    site = await startSite()
    const { query } = await ask({ action: 'query', meta: 'tokens', type: 'createaccount' })
    await ask({
      ...{ action: 'createaccount', username: NOOR.name, password: NOOR.password, retype: NOOR.password },
      ...{ createreturnurl: site.url, createtoken: query.tokens.createaccounttoken },
    })
    page = await openVisitor()
    wrong = complaints(page)
    plain = await openVisitor(false)
    await logIn(page, 'admin', site.password)
    await logIn(plain, NOOR.name, NOOR.password)
  })

  // biome-ignore lint/suspicious/noExplicitAny: answers of several shapes
  const ask = async (params: Record<string, string>): Promise<any> => {
    const body = new URLSearchParams({ format: 'json', formatversion: '2', ...params })
    const headers = { authorization: `Token ${site.key}` }
    return (await fetch(`${site.url}/api.php`, { method: 'POST', headers, body })).json()
  }
  const logIn = async (tab: Page, name: string, password: string) => {
    await tab.goto(`${site.url}/accounts/login/`)
    await tab.locator('[name=username]').fill(name)
    await tab.locator('[name=password]').fill(password)
    await tab.locator('form:has([name=password]) button').first().click()
    await tab.waitForURL(url => !url.pathname.startsWith('/accounts/login'))
  }
  const open = (tab: Page) => tab.goto(`${site.url}/wiki/${TALK.replaceAll(' ', '_')}`)
  const source = async () => (await fetch(`${site.url}/index.php?title=${encodeURIComponent(TALK)}&action=raw`)).text()
  const signature = (name: string) => `[[User:${name}|${name}]] ([[User talk:${name}|talk]]) TIME (UTC)`
  const withoutTimes = (text: string) => text.replace(/\d\d:\d\d, \d{1,2} \w+ \d{4} \(UTC\)/g, 'TIME (UTC)')

  const replyWithScripts = async (index: number, text: string) => {
    await open(page)
    await page.locator('.comment-reply').nth(index).click()
    const box = page.locator('.reply-box')
    await box.locator('textarea').fill(text)
    await page.keyboard.press('Control+Enter')
    await box.waitFor({ state: 'detached' })
    await page.locator('.comment-by:target').waitFor()
  }
  const replyWithout = async (index: number, text: string) => {
    await open(plain)
    await plain.locator('.comment-reply').nth(index).click()
    await plain.locator('[name=wikitext]').fill(text)
    await plain.locator('[name=wpSave]').click()
    await plain.waitForURL(/#c-/)
  }

  test('a new page has a form for its first topic', async () => {
    await plain.goto(`${site.url}/index.php?title=${encodeURIComponent(TALK)}&action=newtopic`)
    await plain.locator('[name=wpSummary]').fill('Source for the 1904 date')
    await plain.locator('[name=wikitext]').fill('The register says 1906.')
    await plain.locator('[name=wpPreview]').click()
    assert.match(await plain.locator('.preview').innerText(), /The register says 1906\. Noor Amin/)
    await plain.locator('[name=wpSave]').click()
    await plain.waitForURL(/#c-Noor_Amin-/)
    assert.equal(
      withoutTimes(await source()),
      `== Source for the 1904 date ==\n\nThe register says 1906. ${signature(NOOR.name)}`,
    )
  })

  test(`${COMMENTS} comments are the wikitext that a careful person would type`, async () => {
    const said: Said[] = [{ author: NOOR.name, text: 'The register says 1906.', indent: 0 }]
    for (let i = 1; i < COMMENTS; i++) {
      // Answers the last comment, or one from further up.
      const target = i % 4 === 3 ? Math.floor(said.length / 2) : said.length - 1
      const { indent } = said[target]!
      const [author, text] = [i % 2 === 0 ? NOOR.name : 'Admin', `Comment ${i} says ''so'' & <b>so</b>.`]
      if (author === 'Admin') await replyWithScripts(target, text)
      else await replyWithout(target, text)
      let place = target + 1
      while (place < said.length && said[place]!.indent > indent) place++
      said.splice(place, 0, { author, text, indent: indent + 1 })
    }
    const lines = said.map(({ author, text, indent }) => `${':'.repeat(indent)}${text} ${signature(author)}`)
    const expected = `== Source for the 1904 date ==\n\n${lines.join('\n')}`
    assert.equal(withoutTimes(await source()), expected)
    for (const client of ['mwclient', 'pywikibot']) {
      const text = await readBy(client)
      if (text !== null) assert.equal(withoutTimes(text.trim()), expected, client)
    }
    const { query } = await ask({ action: 'query', prop: 'revisions', titles: TALK, rvprop: 'comment', rvlimit: '50' })
    const summaries = query.pages[0].revisions.map(({ comment }: { comment: string }) => comment)
    assert.equal(summaries.length, COMMENTS)
    assert.deepEqual([...new Set(summaries.slice(0, -1))], ['/* Source for the 1904 date */ Reply'])
  })

  /** The text as another client reads it; null if it is not installed. */
  const readBy = async (client: string): Promise<string | null> => {
    const python = ['/usr/bin/python3', 'python3'].find(
      each => spawnSync(each, ['-c', `import ${client}`], { stdio: 'ignore' }).status === 0,
    )
    if (!python) return null
    const script = path.join(import.meta.dirname, `../clients/read-page-${client}.py`)
    const env = { ...process.env, PYTHONIOENCODING: 'utf-8', PYTHONDONTWRITEBYTECODE: '1' }
    return (await promisify(execFile)(python, [script, new URL(site.url).host, TALK], { env })).stdout
  }

  test('completes names, previews and keeps drafts', async () => {
    await open(page)
    await page.keyboard.press('n')
    const box = page.locator('.reply-box')
    await box.getByLabel('Topic title').fill('Plaque')
    await box.locator('textarea').click()
    await page.keyboard.type('Does @noo')
    await box.getByRole('option', { name: NOOR.name }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.type('have a photo?')
    const text = `Does @[[User:${NOOR.name}|${NOOR.name}]] have a photo?`
    assert.equal(await box.locator('textarea').inputValue(), text)
    await box.locator('.reply-preview a', { hasText: NOOR.name }).waitFor()
    await box.locator('.reply-state', { hasText: 'Draft saved' }).waitFor()
    await page.keyboard.press('Escape')
    await box.waitFor({ state: 'detached' })
    await open(page)
    await page.locator('.new-topic').click()
    assert.equal(await box.locator('textarea').inputValue(), text)
    await box.getByRole('button', { name: 'Add topic' }).click()
    await page.locator('.comment-by:target').waitFor()
    assert.ok(withoutTimes(await source()).endsWith(`\n\n== Plaque ==\n\n${text} ${signature('Admin')}`))
  })

  test('subscribes to topics without scripts', async () => {
    await open(plain)
    const topic = plain.locator('.topic-head', { hasText: 'Plaque' })
    await topic.getByRole('button', { name: 'Subscribe' }).click()
    await topic.getByRole('button', { name: 'Subscribed' }).waitFor()
    await topic.getByRole('button', { name: 'Subscribed' }).click()
    await topic.getByRole('button', { name: 'Subscribe', exact: true }).waitFor()
  })

  test('the bell on every open page counts a reply', async () => {
    const other = await page.context().newPage()
    await page.goto(`${site.url}/wiki/Special:RecentChanges`)
    await other.goto(`${site.url}/inbox/`)
    const unread = Number(await page.locator('[data-bell]').getAttribute('data-bell'))
    await replyWithout(-1, 'One more.')
    const isHigher = (before: number) =>
      Number(document.querySelector<HTMLElement>('[data-bell]')!.dataset.bell) > before
    for (const tab of [page, other]) await tab.waitForFunction(isHigher, unread)
    await other.close()
  })

  test('keeps the text when the comment is gone', async () => {
    await plain.goto(
      `${site.url}/index.php?title=${encodeURIComponent(TALK)}&action=reply&comment=c-Nobody-20200101000000`,
    )
    await plain.locator('[name=wikitext]').fill('Too late?')
    await plain.locator('[name=wpSave]').click()
    assert.equal(await plain.locator('[name=wikitext]').inputValue(), 'Too late?')
    assert.match(await plain.locator('[role=alert]').innerText(), /no longer on the page/)
  })

  test('look right in every layout', async () => {
    await open(page)
    await lookAt(page)
    await lookAt(page, { ready: tab => tab.locator('.comment-reply').nth(2).click() })
    await page.goto(`${site.url}/index.php?title=${encodeURIComponent(TALK)}&action=newtopic`)
    await lookAt(page)
    assert.deepEqual(wrong, [])
  })
})
