// The whole way of OAuth 1.0a over HTTP, signed with the package that mwn signs with. Then mwn works with the tokens.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { before, describe, test } from 'node:test'
import { Mwn } from 'mwn'
import OAuth from 'oauth-1.0a'
import { ADMIN, startUndescribedWiki, type WikiServer } from './wiki-server.ts'

const CALLBACK = 'https://app.example.org/callback'

interface Pair {
  readonly key: string
  readonly secret: string
}

/** A browser without a window, which stays logged in. */
class Browser {
  readonly #url: string
  readonly #cookies = new Map<string, string>()

  constructor(url: string) {
    this.#url = url
  }

  async #send(path: string, init: RequestInit = {}): Promise<Response> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(this.#url + path, { ...init, redirect: 'manual', headers: { ...init.headers, cookie } })
    for (const set of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(set)!
      this.#cookies.set(name!, value!)
    }
    return answer
  }

  /** Opens a page, fills in its form and sends it. */
  async submit(path: string, fields: Record<string, string>): Promise<Response> {
    const page = await (await this.#send(path)).text()
    const main = page.slice(page.indexOf('<main'))
    const hidden = [...main.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)]
    const action = /<form method="post" action="([^"#]+)/.exec(main)?.[1]?.replaceAll('&amp;', '&') ?? path
    const form = new URLSearchParams({
      ...Object.fromEntries(hidden.map(([, name, value]) => [name!, value!])),
      ...fields,
    })
    return this.#send(action, { method: 'POST', body: form })
  }
}

describe('OAuth 1.0a with mwn', () => {
  let wiki: WikiServer
  let browser: Browser
  let consumer: Pair
  let oauth: OAuth
  let access: Pair

  before(async () => {
    // Signatures contain the time, so the server needs a clock that runs.
    wiki = await startUndescribedWiki('nothing')
    browser = new Browser(wiki.url)
    await browser.submit('/accounts/login/', { username: ADMIN.name, password: ADMIN.password })
    const registered = await browser.submit('/account/applications/own/', {
      do: 'register',
      name: 'Example',
      version: '1.0',
      description: 'Edits.',
      type: 'signed',
      redirects: CALLBACK,
      scopes: 'createeditmovepage',
    })
    const [key, secret] = [...(await registered.text()).matchAll(/<code>([0-9a-f]{32,40})<\/code>/g)].map(
      ([, text]) => text,
    )
    consumer = { key: key!, secret: secret! }
    oauth = new OAuth({
      consumer,
      signature_method: 'HMAC-SHA1',
      hash_function: (base, signingKey) => createHmac('sha1', signingKey).update(base).digest('base64'),
    })
  })

  const send = async (step: string, query: Record<string, string>, pair?: Pair): Promise<string> => {
    const url = `${wiki.url}/w/index.php?${new URLSearchParams({ title: `Special:OAuth/${step}`, ...query })}`
    const { Authorization } = oauth.toHeader(oauth.authorize({ url, method: 'GET' }, pair))
    const answer = await fetch(url, { headers: { Authorization } })
    const text = await answer.text()
    assert.equal(answer.status, 200, text)
    return text
  }

  test('gets a request token, asks the user, and exchanges it', async () => {
    const request: Pair = JSON.parse(await send('initiate', { format: 'json', oauth_callback: 'oob' }))
    const path = `/wiki/Special:OAuth/authorize?oauth_token=${request.key}&oauth_consumer_key=${consumer.key}`
    const { headers } = await browser.submit(path, { do: 'allow' })
    const back = new URL(headers.get('location')!)
    assert.equal(back.origin + back.pathname, CALLBACK)
    const oauth_verifier = back.searchParams.get('oauth_verifier')!
    access = JSON.parse(await send('token', { format: 'json', oauth_verifier }, request))
    const jwt = await send('identify', {}, access)
    assert.equal(JSON.parse(Buffer.from(jwt.split('.')[1]!, 'base64url').toString()).username, ADMIN.name)
  })

  test('mwn reads and edits with the access token', async () => {
    const bot = await Mwn.init({
      apiUrl: wiki.api,
      OAuthCredentials: {
        consumerToken: consumer.key,
        consumerSecret: consumer.secret,
        accessToken: access.key,
        accessSecret: access.secret,
      },
      userAgent: 'Parlance tests',
      silent: true,
      suppressAPIWarnings: true,
      maxRetries: 0,
    })
    assert.equal((await bot.userinfo()).name, ADMIN.name)
    await bot.create('Подписанная', 'Текст с «кавычками» & (скобками)!', 'по OAuth')
    assert.match(await new bot.Page('Подписанная').text(), /^Текст с «кавычками» & \(скобками\)!/)
    await assert.rejects(bot.delete('Подписанная', 'нельзя'), { code: 'permissiondenied' })
  })
})
