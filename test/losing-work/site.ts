// The server under test. Tests can kill and restart it, and read its data without the faulty proxy.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parlance, running, startServer, type TestServer } from '#cli/testing-process.ts'
import { freePort } from '../free-port.ts'
import { FaultProxy } from './fault-proxy.ts'

export const WRITER = { name: 'Writer', password: 'correct horse battery' }
export const OTHER = { name: 'Other', password: 'staple correct horse' }
export type Person = typeof WRITER

/** Strings to translate. */
export const STRINGS = 40

export interface HistoryEntry {
  readonly user: string
  readonly text: string
}

export class FaultySite {
  readonly proxy: FaultProxy
  /** URL of the faulty proxy, for browsers. */
  url = ''
  #port = 0
  #server: TestServer | null = null
  #key = ''
  readonly #data = mkdtempSync(path.join(tmpdir(), 'parlance-losing-work-'))

  constructor() {
    this.proxy = new FaultProxy(() => this.#port)
  }

  async start(): Promise<void> {
    this.url = await this.proxy.listen()
    const site = ['--data', this.#data]
    await parlance(['db', 'migrate', ...site])
    const root = await parlance(['users', 'create', 'Root', '--superuser', '--group', 'sysop', ...site])
    this.#key = /API key +(wlu_\w{36})/.exec(root.out)?.[1] ?? assert.fail(root.err)
    for (const { name, password } of [WRITER, OTHER]) {
      const created = await parlance(['users', 'create', name, '--superuser', '--password-stdin', ...site], {
        input: password,
      })
      assert.equal(created.code, 0, created.err)
    }
    await this.restart()
    await this.#createContent()
  }

  /** Simulates a power failure. */
  kill(): void {
    this.#server?.child.kill('SIGKILL')
  }

  async restart(): Promise<void> {
    await this.#server?.ended
    this.#port = await freePort()
    const args = ['--data', this.#data, '--port', String(this.#port), '--site-url', this.url, '--workers', '1']
    this.#server = await startServer(args)
  }

  async stop(): Promise<string> {
    this.proxy.close()
    this.#server?.child.kill('SIGTERM')
    await this.#server?.ended
    const check = await parlance(['db', 'check', '--data', this.#data])
    for (const child of running) child.kill('SIGKILL')
    rmSync(this.#data, { recursive: true, force: true })
    return check.code === 0 ? '' : check.out + check.err
  }

  /** Every change of a string with its author, newest first. */
  async historyOfStrings(): Promise<HistoryEntry[]> {
    const entries: HistoryEntry[] = []
    let next: string | null = 'translations/lost/texts/de/changes/?page_size=200'
    while (next !== null) {
      const page = (await this.#rest('GET', next)) as {
        next: string | null
        results: { user: string | null; target: string }[]
      }
      for (const { user, target } of page.results)
        entries.push({ user: user?.split('/').at(-2) ?? '', text: String(target) })
      next = page.next === null ? null : page.next.slice(page.next.indexOf('/api/') + '/api/'.length)
    }
    return entries
  }

  async stringText(index: number): Promise<string> {
    const { results } = (await this.#rest('GET', 'translations/lost/texts/de/units/?page_size=200')) as {
      results: { target: string[] }[]
    }
    return results[index]?.target[0] ?? ''
  }

  /** Every revision of a page, newest first. */
  async historyOfPage(title: string): Promise<HistoryEntry[]> {
    const query = { action: 'query', prop: 'revisions', titles: title, rvprop: 'user|content', rvslots: 'main' }
    const answer = await this.#wiki({ ...query, rvlimit: 'max' })
    const page = (answer as { query: { pages: { revisions?: Revision[] }[] } }).query.pages[0]
    return (page?.revisions ?? []).map(({ user, slots }) => ({ user, text: slots.main.content }))
  }

  async writePage(title: string, text: string): Promise<void> {
    await this.#wiki({ action: 'edit', title, text, token: '+\\' })
  }

  async #createContent(): Promise<void> {
    await this.#rest('POST', 'projects/', { name: 'Lost', slug: 'lost', web: 'https://lost.example.org/' })
    const form = new FormData()
    const values = { name: 'Texts', slug: 'texts', file_format: 'po', filemask: 'texts/*.po', new_lang: 'add' }
    for (const [name, value] of Object.entries(values)) form.set(name, value)
    form.set('source_language', 'en')
    form.set('docfile', new Blob([poFile()]), 'en.po')
    await this.#rest('POST', 'projects/lost/components/', form)
    await this.#rest('POST', 'components/lost/texts/translations/', { language_code: 'de' })
  }

  async #rest(method: string, path: string, body?: unknown): Promise<unknown> {
    const headers: Record<string, string> = { authorization: `Token ${this.#key}` }
    if (!(body instanceof FormData)) headers['content-type'] = 'application/json'
    const answer = await fetch(`http://127.0.0.1:${this.#port}/api/${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    })
    const text = await answer.text()
    assert.ok(answer.ok, `${method} ${path}: ${answer.status} ${text.slice(0, 300)}`)
    return text === '' ? null : JSON.parse(text)
  }

  async #wiki(params: Record<string, string>): Promise<unknown> {
    const body = new URLSearchParams({ format: 'json', formatversion: '2', ...params })
    const headers = { authorization: `Token ${this.#key}` }
    const tokens = new URLSearchParams({ format: 'json', formatversion: '2', action: 'query', meta: 'tokens' })
    const ask = async (form: URLSearchParams) => {
      const answer = await fetch(`http://127.0.0.1:${this.#port}/api.php`, { method: 'POST', headers, body: form })
      // biome-ignore lint/suspicious/noExplicitAny: depends on the request
      return (await answer.json()) as any
    }
    if (params.token !== undefined) body.set('token', (await ask(tokens)).query.tokens.csrftoken)
    const answer = await ask(body)
    assert.equal(answer.error, undefined, JSON.stringify(answer.error))
    return answer
  }
}

interface Revision {
  readonly user: string
  readonly slots: { readonly main: { readonly content: string } }
}

function poFile(): string {
  const head = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
  const entries = Array.from({ length: STRINGS }, (_, i) => `msgid "Sentence number ${i + 1} of many"\nmsgstr ""\n`)
  return [head, ...entries].join('\n')
}
