// The sandbox: ten common requests, run in a fresh sandbox and again with the generated code in all installed clients.
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { before, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { temporaryFolder } from '#store/testing.ts'
import { complaints, NO_BROWSER, openVisitor, type Site, startSite } from './browser.ts'
import { violations } from './look.ts'

const root = path.join(import.meta.dirname, '..', '..')
const PYTHON = '/usr/bin/python3'
// Without this, pywikibot cannot be imported before it is configured.
const ENVIRONMENT = { ...process.env, PYWIKIBOT_NO_USER_CONFIG: '2' }
const runs = (command: string, ...args: string[]): boolean =>
  spawnSync(command, args, { stdio: 'ignore', env: ENVIRONMENT }).status === 0

/** How to run the code of each tab, and whether the client is installed. */
const CLIENTS: Readonly<Record<string, { file: string; command: string; isHere: boolean }>> = {
  curl: { file: 'ask.sh', command: 'sh', isHere: runs('curl', '--version') },
  client: { file: 'ask.ts', command: process.execPath, isHere: true },
  mwn: { file: 'ask.mjs', command: process.execPath, isHere: true },
  mwclient: { file: 'ask.py', command: PYTHON, isHere: runs(PYTHON, '-c', 'import mwclient') },
  pywikibot: { file: 'ask.py', command: PYTHON, isHere: runs(PYTHON, '-c', 'import pywikibot') },
  perl: { file: 'ask.pl', command: 'perl', isHere: runs('perl', '-MMediaWiki::API', '-e', '1') },
  requests: { file: 'ask.py', command: PYTHON, isHere: runs(PYTHON, '-c', 'import requests') },
  wlc: { file: 'ask.py', command: PYTHON, isHere: runs(PYTHON, '-c', 'import wlc') },
}
const WIKI_CLIENTS = ['curl', 'client', 'mwn', 'pywikibot', 'mwclient', 'perl']
const REST_CLIENTS = ['curl', 'client', 'requests', 'wlc']

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
type Json = any

describe('the sandbox', { skip: NO_BROWSER }, () => {
  let site: Site
  let page: Page
  let wrong: string[]
  const folder = temporaryFolder()

  before(async () => {
    site = await startSite()
    page = await openVisitor()
    wrong = complaints(page)
    mkdirSync(path.join(folder, 'node_modules', '@parlance', 'client'), { recursive: true })
    symlinkSync(path.join(root, 'node_modules', 'mwn'), path.join(folder, 'node_modules', 'mwn'))
    const ours = path.join(folder, 'node_modules', '@parlance', 'client')
    const sources = pathToFileURL(path.join(root, 'clients', 'typescript', 'src', 'index.ts'))
    writeFileSync(path.join(ours, 'package.json'), '{"type":"module","exports":"./index.js"}')
    writeFileSync(path.join(ours, 'index.js'), `export * from '${sources}'\n`)
  })

  /** Opens a fresh sandbox. */
  const fresh = async (): Promise<void> => {
    await page.goto('about:blank')
    await page.goto(`${site.url}/sandbox`)
    await page.locator('#sb-list').waitFor()
  }
  const field = (name: string) => page.locator(`[data-param="${name}"]`)
  const fill = (name: string, value: string) => field(name).locator('input, textarea').first().fill(value)
  const choose = (name: string, value: string) => field(name).locator('select').selectOption(value)

  /** Moves to a field by keyboard. */
  async function tabTo(id: string): Promise<void> {
    for (let i = 0; i < 40; i++) {
      if ((await page.evaluate('document.activeElement?.id')) === id) return
      await page.keyboard.press('Tab')
    }
    assert.fail(`${id} cannot be reached`)
  }

  /** Sends the request. `expects` must match its method, URL or form. */
  async function run(expects: RegExp, isWriting = false): Promise<Json> {
    const isIt = (request: { method(): string; url(): string; postData(): string | null }): boolean =>
      !request.url().includes('/sandbox/check/') &&
      expects.test(`${request.method()} ${request.url()} ${request.postData() ?? ''}`)
    const answered = page.waitForResponse(response => isIt(response.request()))
    await page.keyboard.press('Control+Enter')
    if (isWriting) {
      const question = page.getByRole('dialog')
      assert.match(await question.innerText(), /works on live data/)
      await question.getByRole('button', { name: 'Send request' }).click()
    }
    const response = await answered
    await page.locator('.sb-cost', { hasText: new RegExp(`^${response.status()} · [\\d.,]+ ms · `) }).waitFor()
    return response.json()
  }

  async function codeFor(client: string): Promise<string> {
    await page.locator(`[data-tab="${client}"]`).click()
    const text = await page.locator(`[data-code="${client}"]`).innerText()
    await page.locator('[data-tab="answer"]').click()
    return text
  }

  /** Output of a tab's client. */
  async function ask(client: string): Promise<Json> {
    const { file, command } = CLIENTS[client]!
    const name = path.join(folder, `${client}-${file}`)
    writeFileSync(name, `${await codeFor(client)}\n`)
    const env = {
      ...process.env,
      NODE_OPTIONS: '',
      PYTHONIOENCODING: 'utf-8',
      PYTHONDONTWRITEBYTECODE: '1',
      WIKI_USER: 'Admin',
      WIKI_PASSWORD: site.password,
      PARLANCE_KEY: site.key,
    }
    const { stdout } = await promisify(execFile)(command, [name], { cwd: folder, env })
    // Some clients print log lines first.
    return JSON.parse(stdout.slice(stdout.search(/^\{/m)))
  }

  /** Checks that every installed client returns the same as the sandbox. */
  async function sameFrom(
    clients: readonly string[],
    answer: Json,
    {
      same = (one: Json) => one,
      between = async () => {},
    }: { same?: (one: Json) => Json; between?: () => Promise<unknown> } = {},
  ): Promise<void> {
    for (const client of clients) {
      if (!CLIENTS[client]!.isHere) continue
      await between()
      const said = await ask(client)
      // `continue` lists finished modules, and pywikibot adds one to every query.
      if (client === 'pywikibot' && said.continue?.continue)
        said.continue.continue = said.continue.continue.replace(/\|userinfo$/, '|')
      assert.deepEqual(same(said), same(answer), client)
    }
  }

  const tree = () => page.locator('.sb-tree').innerText()

  describe('Action API requests', () => {
    test('pages of a category edited this week', async () => {
      await fresh()
      await fill('prop', 'categories')
      await choose('generator', 'recentchanges')
      await field('grcend').getByRole('button', { name: 'a week ago' }).click()
      await fill('grclimit', 'max')
      await fill('clcategories', 'Category:Lighthouses')
      const answer = await run(/generator=recentchanges/)
      const titles = answer.query.pages.filter((each: Json) => each.categories).map((each: Json) => each.title)
      assert.ok(titles.includes('Lighthouse'), JSON.stringify(titles))
      assert.match(await tree(), /"title": "Lighthouse"/)
      await sameFrom(WIKI_CLIENTS, answer)
    })

    test('contributors of a page', async () => {
      await fresh()
      await fill('titles', 'Lighthouse')
      await fill('prop', 'revisions')
      await fill('rvprop', 'user')
      await fill('rvprop', 'timestamp')
      await fill('rvlimit', '5')
      const answer = await run(/prop=revisions/)
      assert.equal(answer.query.pages[0].revisions[0].user, 'Marta Novak')
      const link = page.locator('.sb-tree a', { hasText: 'Lighthouse' }).first()
      assert.equal(await link.getAttribute('href'), '/wiki/Lighthouse')
      await sameFrom(WIKI_CLIENTS, answer)
    })

    test('all pages with a prefix, in batches', async () => {
      await fresh()
      await fill('list', 'allpages')
      await fill('apprefix', 'T')
      await fill('aplimit', '2')
      const answer = await run(/list=allpages/)
      assert.equal(answer.query.allpages.length, 2)
      await sameFrom(WIKI_CLIENTS, answer)
      const next = page.waitForResponse(response => response.url().includes('apcontinue='))
      await page.locator('[data-role="continue"]').click()
      const more = await (await next).json()
      assert.ok(more.query.allpages[0].title > answer.query.allpages[1].title)
      await page.locator('[data-param="apcontinue"] input').waitFor()
      assert.equal(await page.locator('#sb-apcontinue').inputValue(), answer.continue.apcontinue)
    })

    test('links to a page, by keyboard', async () => {
      await fresh()
      await page.keyboard.press('m')
      await tabTo('sb-list')
      await page.keyboard.type('backlinks')
      await page.keyboard.press('Enter')
      await page.locator('#sb-bltitle').waitFor()
      await tabTo('sb-bltitle')
      await page.keyboard.type('Tea')
      const answer = await run(/list=backlinks/)
      assert.ok(answer.query.backlinks.length > 0)
      await sameFrom(WIKI_CLIENTS, answer)
    })

    test('shows API errors while typing', async () => {
      await fresh()
      await fill('list', 'allpages')
      await fill('aplimit', '5000')
      await field('aplimit').getByText('must be between 1 and 500').waitFor()
      await fill('apminsize', 'many')
      await field('apminsize').getByText('Invalid value "many" for integer parameter "apminsize"').waitFor()
      assert.equal(await page.locator('#sb-apminsize').getAttribute('aria-invalid'), 'true')
      const { error } = await run(/list=allpages/)
      assert.match(await page.getByRole('alert').innerText(), new RegExp(error.code))
    })

    test('edits a page as the user, after confirmation', async () => {
      await page.goto(`${site.url}/accounts/login/?next=/sandbox`)
      await page.getByLabel('Username').fill('Admin')
      await page.getByLabel('Password').fill(site.password)
      await page.getByRole('button', { name: 'Log in' }).click()
      await fresh()
      await choose('action', 'edit')
      await fill('title', 'Made in the sandbox')
      await fill('text', 'Sand & "water".')
      await fill('summary', 'Tried out')
      const answer = await run(/^POST .*action=edit/, true)
      assert.deepEqual([answer.edit.result, answer.edit.new], ['Success', true])
      const same = ({ edit: { result, title, pageid } }: Json) => ({ result, title, pageid })
      await sameFrom(WIKI_CLIENTS, answer, { same })
      const raw = await fetch(`${site.url}/index.php?title=Made_in_the_sandbox&action=raw`)
      assert.equal(await raw.text(), 'Sand & "water".')
      assert.ok(!(await codeFor('curl')).includes(site.password))
    })
  })

  const operation = async (name: string): Promise<void> => {
    await fresh()
    await page.getByRole('navigation', { name: 'API', exact: true }).getByRole('link', { name: 'Translations' }).click()
    await page.locator('#sb-operations option').first().waitFor({ state: 'attached' })
    await page.locator('#sb-action').fill(name)
    await page.locator('.sb-line', { hasText: name.split('{')[0]! }).waitFor()
  }
  const rest = (method: string, where: string, init: RequestInit = {}): Promise<Response> =>
    fetch(site.url + where, { ...init, method, headers: { Authorization: `Token ${site.key}` } })

  describe('REST API requests', () => {
    test('list projects', async () => {
      await operation('GET /api/projects/')
      await fill('page_size', '2')
      const answer = await run(/^GET .*\/api\/projects\//)
      assert.equal(answer.results.length, 2)
      await sameFrom(REST_CLIENTS, answer)
      await page.locator('.sb-tree a', { hasText: '/api/projects/harbour-library/"' }).first().click()
      await page.locator('#sb-path-project').waitFor()
      assert.equal(await page.locator('#sb-path-project').inputValue(), 'harbour-library')
    })

    test('statistics of a language', async () => {
      await operation('GET /api/languages/{code}/statistics/')
      await fill('code', 'fr')
      const answer = await run(/^GET .*\/api\/languages\/fr\/statistics\//)
      assert.ok(answer.total > 0)
      await sameFrom(REST_CLIENTS, answer)
    })

    test('untranslated strings', async () => {
      await operation('GET /api/units/')
      await fill('q', 'state:empty AND language:fr')
      await fill('page_size', '2')
      const answer = await run(/^GET .*\/api\/units\//)
      assert.deepEqual([answer.results.length, answer.results[0].target], [2, ['']])
      await sameFrom(REST_CLIENTS, answer)
    })

    test('add a subscription to a project', async () => {
      await operation('POST /api/users/{username}/notifications/')
      await fill('username', 'Admin')
      await choose('notification', 'NewStringNotificaton')
      await choose('scope', '30')
      await choose('frequency', '1')
      await fill('project', 'harbour-library')
      const answer = await run(/^POST .*\/api\/users\/Admin\/notifications\//, true)
      assert.equal(answer.frequency, 1)
      let id = answer.id
      const between = async () => {
        const { status } = await rest('DELETE', `/api/users/Admin/notifications/${id}/`)
        assert.equal(status, 204)
        id++
      }
      const same = ({ notification, scope, frequency, project }: Json) => ({ notification, scope, frequency, project })
      for (const client of REST_CLIENTS.filter(each => CLIENTS[each]!.isHere)) {
        await between()
        const said = await ask(client)
        assert.deepEqual(same(said), same(answer), client)
        id = said.id
      }
    })

    test('translate a string', async () => {
      const { results } = (await (
        await rest('GET', '/api/units/?q=state:empty+AND+language:fr&page_size=1')
      ).json()) as Json
      await operation('PATCH /api/units/{unit}/')
      await fill('unit', String(results[0].id))
      await fill('target', 'Bonjour %s')
      await fill('state', '20')
      const answer = await run(/^PATCH .*\/api\/units\//, true)
      assert.deepEqual([answer.target, answer.state], [['Bonjour %s'], 20])
      const same = ({ id, target, state }: Json) => ({ id, target, state })
      await sameFrom(REST_CLIENTS, answer, { same })
    })

    test('shows API errors, and authenticates with a key', async () => {
      await operation('POST /api/projects/')
      await fill('slug', 'two words')
      await field('slug').getByText('Enter a valid "slug"').waitFor()
      await field('name').getByText('This field is required.').waitFor()
      await operation('GET /api/users/')
      await page.locator('.sb-as select').selectOption('key')
      await page.locator('#sb-key').fill('wlu_nobody')
      const { errors } = await run(/^GET .*\/api\/users\//)
      assert.match(await page.getByRole('alert').innerText(), new RegExp(errors[0].detail.slice(0, 10)))
      wrong.length = 0
    })
  })

  describe("requests to the wiki's REST API", () => {
    const endpoint = async (name: string): Promise<void> => {
      await fresh()
      await page.getByRole('link', { name: 'Wiki (REST)' }).click()
      await page.locator('#sb-query-q').waitFor()
      await page.keyboard.press('Escape')
      await page.locator('h1').click()
      await page.keyboard.press('m')
      await page.keyboard.type(name)
      await page.locator('.sb-operation input').blur()
    }

    test('searches pages, and the code gives the same', async () => {
      await endpoint('GET /w/rest.php/v1/search/page')
      await fill('q', 'lighthouse')
      const answer = await run(/^GET .*\/w\/rest\.php\/v1\/search\/page\?q=lighthouse/)
      assert.ok(answer.pages.length > 0)
      await sameFrom(['curl', 'requests'], answer)
      assert.equal(await page.locator('[data-tab="wlc"]').count(), 0)
    })

    test('saves a page with the session, and with a key', async () => {
      await endpoint('PUT /w/rest.php/v1/page/{title}')
      await fill('title', 'Saved by the sandbox/here')
      await fill('source', 'First')
      await fill('comment', 'try')
      const { latest } = await run(/^PUT .*\/page\/Saved%20by%20the%20sandbox%2Fhere .*"token":"/, true)
      await fill('source', 'Second')
      await fill('latest', JSON.stringify({ id: latest.id }))
      await page.locator('.sb-as select').selectOption('key')
      await page.locator('#sb-key').fill(site.key)
      const { source } = await run(/^PUT (?!.*"token")/, true)
      assert.equal(source, 'Second')
    })

    test('shows a text without a question, and says what is not supported', async () => {
      await endpoint('POST /w/rest.php/v1/transform/{from}/to/{format}')
      await field('from').locator('select').selectOption('wikitext')
      await field('format').locator('select').selectOption('html')
      await fill('wikitext', "'''Bold'''")
      await page.keyboard.press('Control+Enter')
      await page.locator('.sb-cost', { hasText: '200' }).waitFor()
      assert.match(await page.locator('.sb-panel').first().innerText(), /<b>Bold<\/b>/)
      await field('format').locator('select').selectOption('lint')
      await run(/\/to\/lint/)
      assert.match(await page.getByRole('alert').innerText(), /Transforming wikitext to lint is not supported/)
      wrong.length = 0
    })
  })

  test('restores the form from a URL and from the history', async () => {
    const hash = '#action=query&list=categorymembers&cmtitle=Category:Tea&cmprop=ids|title&cmlimit=3&cmdir=desc'
    await page.goto('about:blank')
    await page.goto(`${site.url}/sandbox${hash}`)
    await page.locator('#sb-cmtitle').waitFor()
    assert.equal(await page.locator('#sb-cmtitle').inputValue(), 'Category:Tea')
    assert.equal(await page.locator('#sb-cmdir').inputValue(), 'desc')
    assert.equal(await field('cmprop').getByRole('button', { pressed: true }).count(), 2)
    assert.equal(new URL(page.url()).hash, hash)
    await run(/list=categorymembers/)
    await fresh()
    await page.locator('.sb-history summary').click()
    await page.locator('.sb-history a').first().click()
    await page.locator('#sb-cmtitle').waitFor()
    assert.equal(new URL(page.url()).hash, hash)
    await page.goto(`${site.url}/wiki/Special:ApiSandbox#action=query&list=random`)
    await page.locator('#sb-rnlimit').waitFor()
    assert.equal(new URL(page.url()).pathname, '/sandbox')
    await page.goto(`${site.url}/sandbox?action=query&list=random&rnlimit=2`)
    assert.equal(await page.locator('#sb-rnlimit').inputValue(), '2')
  })

  test('keeps secrets out of the URL, the history and the code', async () => {
    await fresh()
    await choose('action', 'validatepassword')
    await fill('password', 'correct horse')
    assert.ok(!page.url().includes('horse'))
    await run(/^POST .*action=validatepassword/, true)
    assert.ok(!(await codeFor('curl')).includes('horse'))
    assert.ok(!(await page.evaluate<string>('JSON.stringify(localStorage)')).includes('horse'))
    assert.ok(!(await page.locator('[data-role="request"]').innerText()).includes('horse'))
  })

  const VIEWS = [
    '/sandbox#action=query&list=categorymembers|allpages&cmlimit=x&prop=info&titles=Tea',
    '/sandbox#operation=patch_units_unit&path.unit=7&body.state=abc',
    '/sandbox#endpoint=get_search_page&query.q=tea',
  ]
  for (const view of VIEWS)
    test(`looks right: ${view}`, async () => {
      const ready = async (own: Page) => {
        await own
          .locator(view.includes('endpoint=') ? '#sb-query-q' : '.sb-remark.refused')
          .first()
          .waitFor()
        await own.waitForTimeout(200)
      }
      // A logged-in user may have chosen another language.
      await page.context().clearCookies()
      for (const [language, width, scheme] of [
        ['en', 1280, 'light'],
        ['en', 1280, 'dark'],
        ['en', 390, 'light'],
        ['en', 390, 'dark'],
        ['ar', 1280, 'light'],
        ['ar', 390, 'dark'],
      ] as const) {
        await page.context().addCookies([{ name: 'parlance_language', value: language, url: site.url }])
        await page.setViewportSize({ width, height: 800 })
        await page.emulateMedia({ colorScheme: scheme })
        await page.goto('about:blank')
        await page.goto(site.url + view)
        await ready(page)
        assert.equal(await page.locator('html').getAttribute('dir'), language === 'ar' ? 'rtl' : 'ltr')
        await page.keyboard.press('Control+Enter')
        await page.waitForTimeout(300)
        assert.deepEqual(await violations(page), [], `${view} at ${width}, ${scheme}, ${language}`)
        await page.keyboard.press('Escape')
        const shown = await page.evaluate<number>('document.documentElement.scrollWidth')
        assert.ok(shown <= width, `${view}: ${shown} pixels wide in a window of ${width}`)
      }
      await page.setExtraHTTPHeaders({})
    })

  test('has no errors', () => {
    assert.deepEqual(wrong, [])
  })
})
