// `npm run screenshots`: creates the screenshots of the documentation with Chromium and the sample content.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium, type Page } from 'playwright-core'
import sharp from 'sharp'
import { startServer } from '#cli/testing-process.ts'
import { CHROMIUM, FLAGS, NO_BROWSER } from './chromium.ts'

interface Picture {
  readonly name: string
  readonly path: string
  readonly width?: number
  readonly height?: number
  readonly scheme?: 'light' | 'dark'
  readonly visitor?: boolean
  /** Selector to wait for. */
  readonly shows: string
}

const PICTURES: readonly Picture[] = [
  { name: 'front-page', path: '/', visitor: true, shows: '.doors' },
  { name: 'dashboard', path: '/', shows: '.dashboard' },
  { name: 'project', path: '/projects/tea-house/', shows: 'main .card table .bar' },
  { name: 'language', path: '/languages/ar/', shows: 'main .card table .bar' },
  { name: 'translate', path: '/translate/tea-house/app/sl/?q=pot', shows: 'textarea' },
  { name: 'translate-dark', path: '/translate/museum/tickets/ar/', scheme: 'dark', shows: 'textarea' },
  { name: 'narrow', path: '/', width: 390, height: 780, scheme: 'dark', shows: '.dashboard' },
]

const FOLDER = path.join(import.meta.dirname, '..', '..', 'docs', 'images')
/** Size limit of all screenshots together, in bytes. */
const MOST = 400 * 1024

if (NO_BROWSER) {
  process.stderr.write(`${NO_BROWSER}\n`)
  process.exit(1)
}
const data = mkdtempSync(path.join(tmpdir(), 'parlance-pictures-'))
const server = await startServer(['--data', data, '--sample', '--workers', '1'])
const browser = await chromium.launch({ executablePath: CHROMIUM!, args: [...FLAGS] })
try {
  mkdirSync(FOLDER, { recursive: true })
  for (const picture of PICTURES) await take(picture)
  const sizes = readdirSync(FOLDER).map(name => statSync(path.join(FOLDER, name)).size)
  const all = sizes.reduce((sum, size) => sum + size, 0)
  process.stdout.write(`${sizes.length} pictures, ${Math.round(all / 1024)} KB\n`)
  if (all > MOST) throw new Error(`The pictures are larger than ${MOST / 1024} KB together.`)
} finally {
  await browser.close()
  server.child.kill('SIGTERM')
  await server.ended
  rmSync(data, { recursive: true, force: true })
}
process.exit(0)

async function take({ name, path: at, width = 1280, height = 800, scheme = 'light', visitor, shows }: Picture) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: scheme })
  const page = await context.newPage()
  if (!visitor) await logIn(page)
  await page.goto(server.url + at)
  await page.locator(shows).first().waitFor()
  await page.waitForTimeout(500)
  const png = await page.screenshot()
  const small = await sharp(png).png({ palette: true, colours: 64, effort: 10, compressionLevel: 9 }).toBuffer()
  writeFileSync(path.join(FOLDER, `${name}.png`), small)
  await context.close()
}

async function logIn(page: Page): Promise<void> {
  await page.goto(`${server.url}/accounts/login/`)
  await page.locator('#username').fill('Admin')
  await page.locator('#password').fill(/Password +(\w+)/.exec(server.output.out)![1]!)
  await page.locator('#password').press('Enter')
  await page.waitForURL(`${server.url}/`)
}
