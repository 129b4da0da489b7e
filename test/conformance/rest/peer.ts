// Asks a MediaWiki for what it holds, and for its responses to REST requests.
import type { RestRequest, WikiContents } from './requests.ts'

export interface RestAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

type Row = Record<string, unknown>

export class Peer {
  readonly #base: string
  #cookie = ''

  /** `base` is the address above `api.php`. */
  constructor(base: string) {
    this.#base = base
  }

  async logIn(name: string, password: string): Promise<void> {
    const token = await this.#action({ action: 'query', meta: 'tokens', type: 'login' })
    const { logintoken } = ((token.query as Row).tokens ?? {}) as Row
    const form = { action: 'login', lgname: name, lgpassword: password, lgtoken: String(logintoken) }
    const answer = await this.#action(form, 'POST')
    if ((answer.login as Row).result !== 'Success')
      throw new Error(`Cannot log in as ${name}: ${JSON.stringify(answer)}`)
  }

  async contents(): Promise<WikiContents> {
    const titles: string[] = []
    const redirects: string[] = []
    for (const apnamespace of ['0', '1', '2', '4', '6', '8', '10', '14', '828']) {
      const list = (apfilterredir: string) =>
        this.#titles({ list: 'allpages', aplimit: '200', apnamespace, apfilterredir })
      titles.push(...(await list('nonredirects')))
      redirects.push(...(await list('redirects')))
    }
    const revisions = new Map<string, number[]>()
    for (const title of titles.filter((_, index) => index % 3 === 0).slice(0, 60)) {
      const question = {
        action: 'query',
        titles: title,
        prop: 'revisions',
        rvprop: 'ids',
        rvlimit: '50',
        rvdir: 'newer',
      }
      const { query } = await this.#action(question)
      const [page] = (query as { pages: { revisions?: { revid: number }[] }[] }).pages
      if (page?.revisions)
        revisions.set(
          title,
          page.revisions.map(({ revid }) => revid),
        )
    }
    const files = titles.filter(title => /^(?:Файл|File|Fails):/.test(title))
    return { titles, redirects, files, revisions }
  }

  async #titles(params: Record<string, string>): Promise<string[]> {
    const { query } = await this.#action({ action: 'query', ...params })
    return (((query as Row | undefined)?.allpages as { title: string }[] | undefined) ?? []).map(({ title }) => title)
  }

  async ask({ path, method = 'GET', headers = {} }: RestRequest): Promise<RestAnswer> {
    const sent = { ...headers, ...(this.#cookie !== '' && { cookie: this.#cookie }) }
    const response = await fetch(`${this.#base}/rest.php${path}`, { method, headers: sent, redirect: 'manual' })
    const text = await response.text()
    return { status: response.status, headers: kept(response.headers), body: read(text) }
  }

  async #action(params: Record<string, string>, method = 'GET'): Promise<Row> {
    const form = new URLSearchParams({ format: 'json', formatversion: '2', ...params })
    const url = `${this.#base}/api.php`
    const headers = { cookie: this.#cookie }
    const response = await (method === 'GET'
      ? fetch(`${url}?${form}`, { headers })
      : fetch(url, { method, body: form, headers }))
    const cookies = new Map(
      this.#cookie
        .split('; ')
        .flatMap(pair => (pair === '' ? [] : [pair.split('=', 1)[0]!]))
        .map(name => [name, this.#cookie.split('; ').find(pair => pair.startsWith(`${name}=`))!]),
    )
    for (const line of response.headers.getSetCookie()) {
      const pair = line.split(';', 1)[0]!
      cookies.set(pair.split('=', 1)[0]!, pair)
    }
    this.#cookie = [...cookies.values()].join('; ')
    return (await response.json()) as Row
  }
}

const COMPARED_HEADERS = [
  'content-type',
  'etag',
  'last-modified',
  'allow',
  'access-control-allow-methods',
  'deprecation',
  'link',
]

const kept = (headers: Headers): Record<string, string> =>
  Object.fromEntries(COMPARED_HEADERS.flatMap(name => (headers.get(name) === null ? [] : [[name, headers.get(name)!]])))

const read = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return { _text: text }
  }
}
