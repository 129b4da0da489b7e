// Checks a page in all layouts: wide and narrow, light and dark, left-to-right and right-to-left.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const LOOKS = [
  { width: 1280, height: 800, scheme: 'light' },
  { width: 390, height: 780, scheme: 'dark' },
] as const

/** Maximum layout shift while loading. */
const MOST_SHIFT = 0.05

const SHIFT = `new Promise(done => {
  let sum = 0
  const moved = []
  const observer = new PerformanceObserver(list => {
    for (const entry of list.getEntries().filter(each => !each.hadRecentInput)) {
      sum += entry.value
      for (const { node } of entry.sources) if (node) moved.push((node.className || node.nodeName).toString())
    }
  })
  observer.observe({ type: 'layout-shift', buffered: true })
  setTimeout(() => done([sum, moved.join(', ')]), 150)
})`

interface Violation {
  id: string
  help: string
  nodes: { html: string; failureSummary: string }[]
}

interface Looking {
  /** Excluded elements, such as article content. */
  readonly except?: readonly string[]
  /** Awaited after each load, until the page is ready. */
  readonly ready?: (page: Page) => Promise<unknown>
}

/**
 * Checks the open page, wide in light and narrow in dark mode: no axe-core findings, no horizontal scrolling (also in
 * right-to-left), no layout shift. Reloads the page and leaves it wide and light.
 */
export async function lookAt(page: Page, { except = [], ready }: Looking = {}): Promise<void> {
  const at = page.url()
  for (const { width, height, scheme } of LOOKS) {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme: scheme })
    await loadAgain(page, at)
    await ready?.(page)
    const [shift, moved] = await page.evaluate<[number, string]>(SHIFT)
    assert.ok(shift <= MOST_SHIFT, `${at} at ${width}: jumps by ${shift.toFixed(3)} while it loads (${moved})`)
    const found = await violations(page, except)
    assert.deepEqual(found, [], `${at} at ${width} in ${scheme}`)
    await noSideways(page, width, at)
    await page.evaluate(`document.documentElement.dir = 'rtl'`)
    await noSideways(page, width, `${at} mirrored`)
    await page.evaluate(`document.documentElement.dir = 'ltr'`)
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.emulateMedia({ colorScheme: 'light' })
  await loadAgain(page, at)
  await ready?.(page)
}

/** Going to an address with a fragment again would only scroll, and count the shifts of mirroring as those of loading. */
async function loadAgain(page: Page, at: string): Promise<void> {
  if (at.includes('#')) await page.reload()
  else await page.goto(at)
}

/** Findings of axe-core, one line each. */
export async function violations(page: Page, except: readonly string[] = []): Promise<string[]> {
  await page.evaluate(axe)
  const found = await page.evaluate<Violation[]>(
    `axe.run({ exclude: ${JSON.stringify(except.map(each => [each]))} }).then(({ violations }) => violations)`,
  )
  return found.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}: ${html.slice(0, 200)} ${failureSummary.split('\n')[1]}`),
  )
}

async function noSideways(page: Page, width: number, at: string): Promise<void> {
  const shown = await page.evaluate<number>('document.documentElement.scrollWidth')
  assert.ok(shown <= width, `${at}: ${shown} pixels wide in a window of ${width}`)
}
