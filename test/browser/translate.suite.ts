// The translation editor: keyboard, errors, several scripts, layouts.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { complaints, NO_BROWSER, openPage, type Site, startSite } from './browser.ts'
import { lookAt } from './look.ts'

const STRINGS = 60

interface Unit {
  id: number
  source: string[]
  target: string[]
  state: number
  has_suggestion: boolean
}

/** A gettext file with many strings, one with plurals and a length limit, one with extra spaces. */
const file = (): string => {
  const head = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
  const special = [
    '#, c-format\nmsgid "%d file was written to %s."\nmsgid_plural "%d files were written to %s."\nmsgstr[0] ""\nmsgstr[1] ""\n',
    '#, max-length:20\nmsgid "  Two  spaces <b>here</b>"\nmsgstr ""\n',
  ]
  const plain = Array.from({ length: STRINGS }, (_, i) => `msgid "Sentence number ${i + 1}."\nmsgstr ""\n`)
  return [head, ...special, ...plain].join('\n')
}

describe('translating', { skip: NO_BROWSER }, () => {
  let site: Site
  let page: Page
  let wrong: string[]

  const ask = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const headers: Record<string, string> = { authorization: `Token ${site.key}` }
    if (!(body instanceof FormData)) headers['content-type'] = 'application/json'
    const answer = await fetch(`${site.url}/api/${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    })
    const text = await answer.text()
    assert.ok(answer.ok, `${method} ${path}: ${answer.status} ${text.slice(0, 300)}`)
    return text === '' ? null : JSON.parse(text)
  }
  const units = async (language: string): Promise<Unit[]> =>
    ((await ask('GET', `translations/desk/texts/${language}/units/?page_size=100`)) as { results: Unit[] }).results
  const unitAt = async (language: string, index: number): Promise<Unit> => (await units(language))[index]!
  const until = async (what: string, holds: () => Promise<boolean>): Promise<void> => {
    for (let i = 0; i < 100; i++) {
      if (await holds()) return
      await new Promise(resolve => setTimeout(resolve, 50))
    }
    assert.fail(`never came: ${what}`)
  }

  /** Preloads and outdated checks may be aborted. */
  const nothingWrong = (): void =>
    assert.deepEqual(
      wrong.filter(line => !/\/(work|check)\/ did not load$/.test(line)),
      [],
    )

  const field = (index = 0): Locator => page.locator(`#form-${index}`)
  const source = () => page.locator('.tr-source')
  const open = async (language: string, query = ''): Promise<void> => {
    await page.goto(`${site.url}/translate/desk/texts/${language}/${query}`)
    await ready()
  }
  /** Waits until the string is fully loaded. */
  const ready = async (): Promise<void> => {
    await page.locator('.tr-panel .tr-info, .tr-panel .tr-hit').first().waitFor({ state: 'attached' })
    await page.locator('.tr-place').filter({ hasText: /\d/ }).waitFor()
  }
  /** Waits for the next string. */
  const comesTo = (text: string) => source().filter({ hasText: text }).waitFor()

  before(async () => {
    site = await startSite()
    page = await openPage()
    wrong = complaints(page)
    await ask('POST', 'projects/', { name: 'Desk', slug: 'desk', web: 'https://desk.example.org/' })
    const form = new FormData()
    const values = { name: 'Texts', slug: 'texts', file_format: 'po', filemask: 'texts/*.po', new_lang: 'add' }
    for (const [name, value] of Object.entries(values)) form.set(name, value)
    form.set('source_language', 'en')
    form.set('docfile', new Blob([file()]), 'en.po')
    await ask('POST', 'projects/desk/components/', form)
    await ask('PATCH', 'components/desk/texts/', { suggestion_voting: true, suggestion_autoaccept: 0 })
    for (const code of ['de', 'ar', 'ja', 'cs'])
      await ask('POST', 'components/desk/texts/translations/', { language_code: code })
    await page.goto(`${site.url}/accounts/login/`)
    await page.getByLabel('Username').fill('Admin')
    await page.getByLabel('Password').fill(site.password)
    await page.keyboard.press('Enter')
    await page.waitForURL(`${site.url}/`)
  })

  /** Translates strings of the sample by keyboard, starting with the open one. */
  const translateByKeys = async (at: string, most: number): Promise<string[]> => {
    const sources: string[] = []
    await page.goto(`${site.url}/translate/${at}/?q=state:empty`)
    await ready()
    const [, first, all] = /String (\d+) of (\d+)/.exec(await page.locator('.tr-place').innerText())!
    for (let place = Number(first); sources.length < most; place++) {
      await page
        .locator('.tr-place')
        .filter({ hasText: `String ${place} of` })
        .waitFor()
      await page.locator('#form-0:focus').waitFor()
      sources.push(await source().innerText())
      const forms = await page.locator('textarea[id^=form-]').count()
      for (let form = 0; form < forms; form++) {
        for (let i = 0; i < 3 && (await page.locator(`#form-${form}:focus`).count()) === 0; i++)
          await page.keyboard.press('Tab')
        await page.keyboard.type(`नमूना ${place}`)
      }
      await page.keyboard.press('Control+Enter')
      if (place === Number(all)) break
    }
    return sources
  }

  test('translates fifty strings by keyboard', async () => {
    const translated = async (at: string): Promise<number> =>
      ((await ask('GET', `translations/${at}/`)) as { translated: number }).translated
    const sources: string[] = []
    for (const at of ['tea-house/app/hi', 'tea-house/menu/hi']) {
      const before = await translated(at)
      const now = await translateByKeys(at, 50 - sources.length)
      await until(`${now.length} translations`, async () => (await translated(at)) === before + now.length)
      sources.push(...now)
    }
    assert.equal(sources.length, 50)
    assert.equal(new Set(sources).size, 50, 'no string comes twice')
    nothingWrong()
  })

  test('shows the position while working through a list', async () => {
    await open('de', '?q=Sentence')
    await page.locator('#form-0:focus').waitFor()
    for (let i = 1; i <= 50; i++) {
      await comesTo(`Sentence number ${i}.`)
      await page.keyboard.type(`Satz Nummer ${i}.`)
      await page.keyboard.press('Control+Enter')
    }
    await comesTo('Sentence number 51.')
    await until('fifty translations', async () => (await units('de')).filter(each => each.state === 20).length === 50)
    const saved = (await units('de')).slice(2, 52).map(each => each.target[0])
    assert.deepEqual(
      saved,
      Array.from({ length: 50 }, (_, i) => `Satz Nummer ${i + 1}.`),
    )
    assert.match(await page.locator('.tr-place').innerText(), /String 51 of 60/)
    await page.locator('.tr-left', { hasText: /12 to go/ }).waitFor({ state: 'attached' })
    nothingWrong()
  })

  test('supports plural forms, placeholder shortcuts and live checks', async () => {
    await open('cs')
    await comesTo('file was written')
    assert.deepEqual(await page.locator('.tr-field label').allInnerTexts(), [
      'CZECH, ONE\n1',
      'CZECH, FEW\n2, 3, 4',
      'CZECH, MANY\n0, 5, 6, 7, 8, 9, …',
    ])
    await page.keyboard.press('Control+1')
    await page.keyboard.type(' soubor')
    assert.equal(await field().inputValue(), '%d soubor')
    const texts = ['%d soubor byl zapsán do %s.', '%d soubory byly zapsány do %s.', '%d souborů bylo zapsáno do %s.']
    for (const [i, text] of texts.entries()) await field(i).fill(i === 2 ? '%d souborů bylo zapsáno.' : text)
    const checks = page.locator('.tr-warn')
    await checks.filter({ hasText: 'C format' }).waitFor()
    assert.equal((await unitAt('cs', 0)).state, 0, 'checking saves nothing')
    await field(2).fill(texts[2]!)
    await checks.waitFor({ state: 'detached' })
    await page.keyboard.press('Control+Enter')
    await until('the plural', async () => (await unitAt('cs', 0)).state === 20)
    assert.deepEqual((await unitAt('cs', 0)).target, texts)
  })

  test('highlights spaces and tags, and reports long texts', async () => {
    await open('de', '?q=spaces')
    assert.equal((await source().innerText()).trim(), '··Two··spaces <b>here</b>')
    assert.deepEqual(await source().locator('code').allInnerTexts(), ['<b>', '</b>'])
    await field().fill('Zwei Leerzeichen, aber zu viele')
    assert.equal(await page.locator('.tr-length').innerText(), '31 / 20')
    assert.ok(await page.locator('.tr-over').count())
    await page.keyboard.press('Alt+X')
    assert.equal(await field().inputValue(), '')
  })

  test('restores a draft after a reload, and discards it', async () => {
    await open('de', '?q=Sentence+number+60')
    await page.locator('#form-0:focus').waitFor()
    await page.keyboard.type('Halb fertig')
    await page.reload()
    await ready()
    assert.equal(await field().inputValue(), 'Halb fertig')
    await page.getByText('Draft restored').waitFor()
    await page.keyboard.press('Alt+X')
    assert.equal(await field().inputValue(), '')
    await page.reload()
    await ready()
    assert.equal(await field().inputValue(), '')
  })

  test('shows both texts in a conflict and overwrites nothing', async () => {
    await open('de', '?q=Sentence+number+5')
    await page.locator('#form-0:focus').waitFor()
    const { id } = (await units('de')).find(each => each.source[0] === 'Sentence number 5.')!
    await field().fill('Satz fünf von mir.')
    await ask('PATCH', `units/${id}/`, { target: ['Satz fünf von jemandem.'], state: 20 })
    await page.keyboard.press('Control+Enter')
    const conflict = page.locator('.tr-conflict')
    await conflict.waitFor()
    assert.match(await source().innerText(), /number 5\./)
    assert.equal(await field().inputValue(), 'Satz fünf von mir.')
    assert.match(await conflict.innerText(), /Satz fünf von jemandem\./)
    assert.equal(await conflict.locator('del').first().innerText(), 'jemandem')
    assert.equal(await conflict.locator('ins').first().innerText(), 'mir')
    const now = async () => ((await ask('GET', `units/${id}/`)) as Unit).target[0]
    assert.equal(await now(), 'Satz fünf von jemandem.')
    await page.getByRole('button', { name: 'Save mine' }).click()
    await until('my text', async () => (await now()) === 'Satz fünf von mir.')
    await conflict.waitFor({ state: 'detached' })
    wrong.length = 0 // The browser reports the refused save.
  })

  test('returns a rejected text with the reason', async () => {
    await open('de', '?q=Sentence+number+55')
    await page.locator('#form-0:focus').waitFor()
    await page.route('**/api/units/*/', route =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status: 400, json: { errors: [{ code: 'invalid', detail: 'Too odd.', attr: 'target' }] } })
        : route.continue(),
    )
    await field().fill('Ohne Netz')
    await page.keyboard.press('Control+Enter')
    await page.getByText('Too odd.').waitFor()
    assert.equal(await field().inputValue(), 'Ohne Netz')
    await page.locator('.tr-save-state[data-save-state="refused"]').waitFor()
    await page.unroute('**/api/units/*/')
    await page.keyboard.press('Control+Enter')
    await until('the text', async () => (await units('de')).some(each => each.target[0] === 'Ohne Netz'))
    wrong.length = 0
  })

  test('suggests, votes and accepts', async () => {
    await open('de', '?q=Sentence+number+56')
    await page.locator('#form-0:focus').waitFor()
    await page.keyboard.type('Vorschlag')
    await page.keyboard.press('Alt+Enter')
    const offer = page.locator('.tr-hit').filter({ hasText: 'Vorschlag' })
    await offer.waitFor()
    assert.equal(await field().inputValue(), '')
    const vote = offer.getByRole('button', { name: 'Upvote' })
    if ((await vote.getAttribute('aria-pressed')) !== 'true') await vote.click()
    await offer.getByText('1 vote', { exact: true }).waitFor()
    await page.keyboard.press('Alt+U')
    await page.keyboard.press('1')
    await offer.waitFor({ state: 'detached' })
    await until('the translation', async () => (await field().inputValue()) === 'Vorschlag')
    nothingWrong()
  })

  test('adds a comment and shows the history as word diffs', async () => {
    await open('de', '?q=Sentence+number+7')
    await page.locator('#form-0:focus').waitFor()
    // The panel may still be loading when the key arrives.
    await until('the field for comments', async () => {
      await page.keyboard.press('Alt+k')
      return (await page.locator('.tr-say textarea:focus').count()) === 1
    })
    await page.keyboard.type('Is this a number, @Admin?')
    await page.keyboard.press('Control+Enter')
    await page.locator('.tr-panel b', { hasText: '@Admin' }).waitFor()
    await page.keyboard.press('Alt+t')
    await field().fill('Satz mit Nummer 7.')
    await page.keyboard.press('Control+Shift+Enter')
    await page.getByText('Saved.', { exact: true }).waitFor()
    await page.keyboard.press('Alt+5')
    await page.locator('.tr-panel ins').first().waitFor()
    assert.equal((await page.locator('.tr-panel ins').first().innerText()).trim(), 'mit')
    nothingWrong()
  })

  test('reports an invalid search next to its field, and applies filters', async () => {
    await open('de')
    await page.keyboard.press('Alt+q')
    await page.locator('.tr-query input:focus').waitFor()
    await page.keyboard.type('colour:red')
    await page.keyboard.press('Enter')
    assert.match(await page.locator('#query-problem').innerText(), /Unknown search field "colour:"/)
    wrong.length = 0
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByRole('button', { name: /^Not translated/ }).click()
    await until('the address', async () => new URL(page.url()).searchParams.get('q') === 'state:empty')
    await comesTo('file was written')
    nothingWrong()
  })

  test('supports right-to-left and CJK text', async () => {
    await open('ar', '?q=Sentence')
    await page.locator('#form-0:focus').waitFor()
    const directionOf = (selector: string) =>
      page.evaluate(`getComputedStyle(document.querySelector(${JSON.stringify(selector)})).direction`)
    assert.equal(await directionOf('#form-0'), 'rtl')
    assert.equal(await field().getAttribute('lang'), 'ar')
    assert.equal(await directionOf('.tr-source span[lang]'), 'ltr')
    await page.keyboard.type('الجملة رقم 1.')
    await page.locator('.tr-characters').getByRole('button', { name: 'RLM' }).click()
    assert.equal(await field().inputValue(), 'الجملة رقم 1.\u200f')
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Control+Enter')
    await comesTo('Sentence number 2.')
    await until('Arabic', async () => (await unitAt('ar', 2)).target[0] === 'الجملة رقم 1.')
    assert.equal((await field().getAttribute('dir')) ?? '', 'rtl')
    await open('ja', '?q=Sentence')
    await page.locator('#form-0:focus').waitFor()
    await page.locator('.tr-characters').getByRole('button', { name: '「' }).click()
    await page.keyboard.insertText('文章1」')
    await page.keyboard.press('Control+Enter')
    await until('Japanese', async () => (await unitAt('ja', 2)).target[0] === '「文章1」')
    nothingWrong()
  })

  test('shows one pane at a time on a narrow screen', async () => {
    await page.setViewportSize({ width: 390, height: 780 })
    await open('de')
    assert.ok(await field().isVisible())
    assert.ok(!(await page.locator('.tr-list').isVisible()))
    await page.getByRole('button', { name: 'List', exact: true }).click()
    assert.ok(!(await field().isVisible()))
    await page.getByRole('option', { name: /Sentence number 3\./ }).click()
    await field().waitFor()
    assert.match(await source().innerText(), /number 3\./)
    await page.getByRole('navigation', { name: 'Editor panes' }).getByRole('button', { name: 'Help' }).click()
    await page.getByText('About this string').waitFor()
    await page.setViewportSize({ width: 1200, height: 800 })
  })

  test('visitors can suggest and are asked to log in', async () => {
    const visitor = await (await page.context().browser()?.newContext())?.newPage()
    if (visitor === undefined) return
    await visitor.goto(`${site.url}/translate/desk/texts/de/`)
    await visitor.locator('.tr-edit .note').getByRole('link', { name: 'Log in' }).waitFor()
    await visitor.getByRole('button', { name: 'Suggest', exact: true }).waitFor()
    assert.equal(await visitor.getByRole('button', { name: 'Save and next' }).count(), 0)
    await visitor.context().close()
  })

  test('the list of shortcuts includes those of the editor', async () => {
    await open('de')
    await page.keyboard.press('Control+/')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Save and go to the next string').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  test('is accessible in all layouts', async () => {
    for (const path of [
      'translate/desk/texts/de/',
      'translate/desk/texts/ar/?q=Sentence',
      'translate/desk/texts/cs/',
    ]) {
      await page.goto(`${site.url}/${path}`)
      await lookAt(page, { ready })
    }
  })
})
