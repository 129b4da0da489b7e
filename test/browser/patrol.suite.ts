// Patrolling by keyboard, with forms beside the list, and without scripts.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { startServer } from '#cli/testing.ts'
import { temporaryFolder } from '#store/testing.ts'
import { complaints, NO_BROWSER, openVisitor } from './browser.ts'
import { lookAt, violations } from './look.ts'

const CHANGES = 100

describe('patrolling', { skip: NO_BROWSER }, () => {
  let url: string
  let password: string
  let key: string
  let page: Page
  let wrong: string[]

  before(async () => {
    const options = ['--sample', '--workers', '1', '--wiki-rate-limits', 'none']
    const server = await startServer(['--data', temporaryFolder(), ...options])
    const said = (name: string): string => new RegExp(`${name} +(\\w+)`).exec(server.output.out)![1]!
    url = server.url
    password = said('Password')
    key = said('API key')
    // Fifty pages, each edited twice by a visitor: no edit is patrolled.
    for (let at = 1; at <= CHANGES / 2; at++) {
      await edit(`Patrolled ${at}`, `A page about lamp ${at}.`)
      await edit(`Patrolled ${at}`, `A page about lamp ${at}, which is lit.`)
    }
    page = await login(await openVisitor())
    wrong = complaints(page)
  })

  async function login(visitor: Page): Promise<Page> {
    await visitor.goto(`${url}/accounts/login/`)
    await visitor.locator('[name=username]').fill('admin')
    await visitor.locator('[name=password]').fill(password)
    await visitor.locator('form:has([name=password]) button').first().click()
    await visitor.waitForURL(address => !address.pathname.startsWith('/accounts/login'))
    return visitor
  }

  // biome-ignore lint/suspicious/noExplicitAny: responses of any module
  async function api(params: Record<string, string>, headers: Record<string, string> = {}): Promise<any> {
    const body = new URLSearchParams({ format: 'json', formatversion: '2', ...params })
    return (await fetch(`${url}/api.php`, { method: 'POST', headers, body })).json()
  }
  /** Visitors have a token that never changes. */
  const edit = async (title: string, text: string, summary = '') => {
    const answer = await api({ action: 'edit', title, text, summary, token: '+\\' })
    assert.ok(answer.edit, JSON.stringify(answer))
    return answer.edit.newrevid as number
  }
  const unpatrolled = async (): Promise<number> => {
    const params = { action: 'query', list: 'recentchanges', rcshow: '!patrolled', rclimit: '500', rctype: 'edit|new' }
    return (await api(params, { authorization: `Token ${key}` })).query.recentchanges.length
  }

  test('looks right in all layouts, also with an opened edit', async () => {
    await page.goto(`${url}/wiki/Special:RecentChanges`)
    await lookAt(page)
    const widths = await page.locator('.change .comment').evaluateAll(all => all.map(each => each.clientWidth))
    assert.ok(Math.min(...widths) >= 150, `room for edit summaries: ${widths}`)
    await page.locator('.live-mark.is-live').waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('d')
    await page.locator('.opened table.diff').waitFor()
    await page.locator('.opened-side dl').waitFor()
    assert.deepEqual(await violations(page), [])
    await page.keyboard.press('Escape')
    assert.equal(await page.locator('.opened').count(), 0)
    assert.deepEqual(wrong, [])
  })

  test('patrols 100 changes without a mouse', async t => {
    const before = await unpatrolled()
    assert.ok(before >= CHANGES)
    const query = 'hidepatrolled=1&hidemyself=1&limit=500'
    await page.goto(`${url}/index.php?title=Special:RecentChanges&${query}`)
    let keys = 0
    const press = async (name: string) => {
      keys++
      await page.keyboard.press(name)
    }
    await press('j')
    await press('d')
    await page.locator('.opened table.diff, .opened .new-text').waitFor()
    const times = await page.evaluate<number[]>(() => {
      const current = () => document.querySelector('.change[aria-current]')
      const seen: number[] = []
      Object.assign(globalThis, { seen })
      let from = 0
      let was: Element | null = null
      document.addEventListener(
        'keydown',
        () => {
          from = performance.now()
          was = current()
          const look = () => {
            if (current() === was) return
            // The next frame is what the reader sees.
            requestAnimationFrame(() => seen.push(performance.now() - from))
          }
          setTimeout(look, 0)
        },
        true,
      )
      return seen
    })
    assert.deepEqual(times, [])
    for (let at = 0; at < CHANGES; at++) {
      await press('p')
      await page.locator('.opened table.diff, .opened .new-text').waitFor()
    }
    const measured = (await page.evaluate<number[]>('globalThis.seen')).sort((a, b) => a - b)
    const [median, worst] = [measured[Math.floor(measured.length / 2)], measured.at(-1)]
    t.diagnostic(
      `${CHANGES} changes, ${(keys / CHANGES).toFixed(2)} keys each; key to next row ${median?.toFixed(0)} ms, at most ${worst?.toFixed(0)} ms`,
    )
    await page.waitForLoadState('networkidle')
    await waitUntil(async () => (await unpatrolled()) === before - CHANGES)
    assert.ok(keys / CHANGES < 1.1)
    assert.deepEqual(wrong, [])
  })

  test('offers newer changes without moving the list', async () => {
    await page.goto(`${url}/wiki/Special:RecentChanges`)
    await page.locator('.live-mark.is-live').waitFor()
    for (let at = 0; at < 12; at++) await page.keyboard.press('j')
    const title = await page.locator('.change[aria-current]').getAttribute('data-change')
    await edit('Fresh one', 'Just made.', 'out of the blue')
    await edit('Fresh two', 'Just made.', 'out of the blue')
    await page.getByRole('button', { name: 'Show 2 newer changes' }).waitFor()
    const before = await page.locator('.change[aria-current]').boundingBox()
    await page.keyboard.press('n')
    await page.locator('.change.fresh').nth(1).waitFor()
    assert.equal(await page.locator('.change[aria-current]').getAttribute('data-change'), title)
    const after = await page.locator('.change[aria-current]').boundingBox()
    assert.ok(Math.abs(after!.y - before!.y) < 2, `${before!.y} and ${after!.y}`)
    assert.deepEqual(wrong, [])
  })

  test('warns and rolls back in forms beside the edit, and offers to block', async () => {
    await write('Lamp', 'The lamp is lit at dusk.')
    await edit('Lamp', 'The lamp is lit at dusk. lol')
    await write('MediaWiki:Patrol-warnings', '* Test edit | Test edits, first warning')
    await write('Template:Test edit', 'Please do not test in [[{{{1}}}]].')
    await page.goto(`${url}/wiki/Special:RecentChanges`)
    await page.keyboard.press('j')
    while (!(await page.locator('.change[aria-current][data-title="Lamp"]').count())) await page.keyboard.press('j')
    await page.keyboard.press('w')
    await page.locator('.opened-side select[name=wpTemplate]').waitFor()
    assert.deepEqual(await violations(page), [])
    await page.locator('.opened-side button.first').press('Enter')
    await page.locator('.change .chip', { hasText: 'Warned' }).waitFor()
    const talk = await api({ action: 'query', prop: 'revisions', rvprop: 'content', titles: 'User talk:127.0.0.1' })
    assert.match(
      JSON.stringify(talk),
      /== Your edit to \[\[:Lamp\]\] ==\\n\\nPlease do not test in \[\[Lamp\]\]\. \[\[User:Admin/,
    )
    await page.keyboard.press('b')
    await page.locator('.opened-side [name=wpTarget]').waitFor()
    assert.equal(await page.locator('.opened-side [name=wpTarget]').inputValue(), '127.0.0.1')
    await page.keyboard.press('Escape')
    await page.locator('.change[data-title="Lamp"] a.open-diff').first().click()
    await page.keyboard.press('r')
    await page.locator('.opened-side [name=summary]').fill('Not an improvement')
    await page.keyboard.press('Enter')
    await page.locator('.change .chip', { hasText: 'Rolled back' }).waitFor()
    const read = await api({ action: 'query', titles: 'Lamp', prop: 'revisions', rvprop: 'content|comment' })
    assert.match(JSON.stringify(read), /Not an improvement/)
    assert.deepEqual(wrong, [])
  })

  test('selects several edits and patrols them together', async () => {
    await edit('Several', 'One.')
    await edit('Several', 'One, two.')
    await page.goto(`${url}/wiki/Special:RecentChanges`)
    const before = await unpatrolled()
    await page.keyboard.press('j')
    await page.keyboard.press('Shift+X')
    await page.getByText('2 edits selected').waitFor()
    assert.deepEqual(await violations(page), [])
    await page.keyboard.press('Shift+P')
    await page.locator('.chip.by-you').nth(1).waitFor()
    await waitUntil(async () => (await unpatrolled()) === before - 2)
    assert.deepEqual(wrong, [])
  })

  test('works as a form without scripts', async () => {
    await write('Plain', 'One.')
    await edit('Plain', 'One, two.')
    const plain = await login(await openVisitor(false))
    await plain.goto(`${url}/wiki/Special:RecentChanges`)
    const before = await unpatrolled()
    await plain
      .locator('.change[data-title="Plain"]')
      .first()
      .getByRole('button', { name: 'Mark as patrolled' })
      .click()
    await plain.locator('.note.good').waitFor()
    assert.equal(await unpatrolled(), before - 1)
    await plain.locator('.change[data-title="Plain"] input[name=change]').first().check()
    await plain.locator('.bulk').getByRole('button', { name: 'Roll back' }).click()
    await plain.locator('.note.good').waitFor()
    await plain.goto(`${url}/index.php?title=Special:RecentChanges&hideminor=1&days=3`)
    await plain.getByText('Save these filters').click()
    await plain.locator('[name=save]').fill('My three days')
    await plain.getByRole('button', { name: 'Save', exact: true }).click()
    await plain.locator('.saved-filter', { hasText: 'My three days' }).locator('a[aria-current]').waitFor()
    await plain.getByRole('button', { name: 'Remove filter “My three days”' }).click()
    await plain.locator('.saved-filters').waitFor()
    assert.equal(await plain.getByText('My three days').count(), 0)
  })

  async function write(title: string, text: string): Promise<void> {
    const headers = { authorization: `Token ${key}` }
    const { query } = await api({ action: 'query', meta: 'tokens' }, headers)
    const answer = await api({ action: 'edit', title, text, token: query.tokens.csrftoken }, headers)
    assert.ok(answer.edit, JSON.stringify(answer))
  }
})

async function waitUntil(is: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if (await is()) return
    await new Promise(done => setTimeout(done, 100))
  }
  assert.fail('waited in vain')
}
