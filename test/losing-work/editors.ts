// Drives both editors through one interface, as a user would.
import type { Page } from 'playwright-core'
import type { Random } from '../random.ts'
import { type FaultySite, type HistoryEntry, STRINGS } from './site.ts'

/** A string or page to edit in one of the editors. */
export interface Desk {
  readonly kind: 'translation' | 'wiki'
  /** Name for reports. */
  readonly subject: string
  open(page: Page): Promise<void>
  /** Changes the text so that it contains the marker. */
  type(page: Page, marker: string): Promise<void>
  save(page: Page): Promise<void>
  /** Whether the page confirms the last save. */
  isAcknowledged(page: Page): Promise<boolean>
  /** Whether the page still shows the marker to the user. */
  isShown(page: Page, marker: string): Promise<boolean>
  /** All stored versions, newest first. */
  history(): Promise<HistoryEntry[]>
  /** Whether the current version contains the marker. */
  isCurrent(marker: string): Promise<boolean>
}

export const PAGES = 6
const WAIT = { timeout: 30_000 }

export function randomDesk(site: FaultySite, random: Random): Desk {
  return random.chance(0.5) ? stringDesk(site, random.below(STRINGS)) : pageDesk(site, `Lost_${random.below(PAGES)}`)
}

/** The save state in the editor's markup. */
export const saveState = (page: Page): Promise<string | null> =>
  page
    .locator('[data-save-state]')
    .first()
    .getAttribute('data-save-state', { timeout: 1000 })
    .catch(() => null)

/** Number of unsaved edits according to the page. */
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
      return values.some(value => value.includes(marker)) || (await contentOf(page)).includes(marker)
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
    isShown: async (page, marker) => (await contentOf(page)).includes(marker),
    history: () => site.historyOfPage(title),
    isCurrent: async marker => ((await site.historyOfPage(title))[0]?.text ?? '').includes(marker),
  }
}

/** What a page shows; nothing while it is loading another. */
const contentOf = (page: Page): Promise<string> => page.content().catch(() => '')
