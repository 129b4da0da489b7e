// Both editors as a person uses them, behind one set of words.
import type { Page } from 'playwright-core'
import type { Random } from './random.ts'
import { type FaultySite, type HistoryEntry, STRINGS } from './site.ts'

/** One thing to edit in one of the editors. */
export interface Desk {
  readonly kind: 'translation' | 'wiki'
  /** For reports: which string or page. */
  readonly subject: string
  open(page: Page): Promise<void>
  /** Adds to the text, or replaces it; the marker is in what is there then. */
  type(page: Page, marker: string): Promise<void>
  save(page: Page): Promise<void>
  /** Whether the page says that what was saved last has been stored. */
  isAcknowledged(page: Page): Promise<boolean>
  /** Whether the marker is in front of the person, still to be saved. */
  isShown(page: Page, marker: string): Promise<boolean>
  /** What the server has had, the newest first. */
  history(): Promise<HistoryEntry[]>
  /** Whether the marker is in what everybody sees now. */
  isCurrent(marker: string): Promise<boolean>
}

export const PAGES = 6
const WAIT = { timeout: 30_000 }

export function randomDesk(site: FaultySite, random: Random): Desk {
  return random.chance(0.5) ? stringDesk(site, random.below(STRINGS)) : pageDesk(site, `Lost_${random.below(PAGES)}`)
}

/** The state that the editor shows, as its own mark-up names it. */
export const saveState = (page: Page): Promise<string | null> =>
  page
    .locator('[data-save-state]')
    .first()
    .getAttribute('data-save-state', { timeout: 1000 })
    .catch(() => null)

/** Edits that the page says are not stored yet. */
export const unsaved = (page: Page): Promise<number> =>
  page.evaluate<number>("Number(document.querySelector('[data-unsaved]')?.dataset.unsaved ?? 0)").catch(() => -1)

function stringDesk(site: FaultySite, index: number): Desk {
  const field = (page: Page) => page.locator('#form-0')
  return {
    kind: 'translation',
    subject: `string ${index + 1}`,
    async open(page) {
      const query = encodeURIComponent(`"Sentence number ${index + 1} of many"`)
      await page.goto(`${site.url}/translate/lost/texts/de/?q=${query}`, WAIT)
      await page.locator('#form-0:focus').waitFor(WAIT)
    },
    async type(page, marker) {
      await field(page).fill(`Satz ${index + 1} ${marker}`)
    },
    save: page => page.keyboard.press('Control+Enter'),
    isAcknowledged: async page => (await saveState(page)) === 'saved' && (await unsaved(page)) === 0,
    isShown: async (page, marker) => {
      const values = await page
        .locator('textarea[id^=form-]')
        .evaluateAll(fields => fields.map(each => (each as unknown as { value: string }).value))
      return values.some(value => value.includes(marker)) || (await page.content()).includes(marker)
    },
    history: () => site.historyOfStrings(),
    isCurrent: async marker => (await site.stringText(index)).includes(marker),
  }
}

function pageDesk(site: FaultySite, title: string): Desk {
  return {
    kind: 'wiki',
    subject: title,
    async open(page) {
      await page.goto(`${site.url}/index.php?title=${title}&action=edit`, WAIT)
      await page.locator('.we-code .cm-content').waitFor(WAIT)
    },
    async type(page, marker) {
      await page.locator('.we-code .cm-content').click()
      await page.keyboard.press('Control+End')
      await page.keyboard.type(`\n${marker}`)
    },
    save: page => page.keyboard.press('Control+s'),
    isAcknowledged: async page => new URL(page.url()).pathname === `/wiki/${title}`,
    isShown: async (page, marker) => (await page.content()).includes(marker),
    history: () => site.historyOfPage(title),
    isCurrent: async marker => ((await site.historyOfPage(title))[0]?.text ?? '').includes(marker),
  }
}
