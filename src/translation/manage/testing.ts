// Test helper: a user who opens pages and submits forms.
import assert from 'node:assert/strict'
import { joinLines } from '#html/testing.ts'
import { type Answer, multipart, type TestApi } from '../api/testing.ts'

const cookieOf = (answer: Answer): string => String(answer.headers['set-cookie']).split(';')[0]!
const tokenIn = (text: string): string => /name="csrfmiddlewaretoken" value="([^"]+)"/.exec(text)![1]!

const joined = (answer: Answer): Answer => ({ ...answer, text: joinLines(answer.text) })

/** Shows only the page's errors on failure, since whole pages are too long. */
export const says = (text: string, what: RegExp): void => {
  const wrong = [...text.matchAll(/class="(?:problem|note wrong)"[^>]*>([^<]*)/g)].map(([, problem]) => problem)
  assert.ok(what.test(text), `${what} is not there; problems: ${wrong.join(' ')}`)
}

/** A user with a session who opens forms before submitting them. */
export class Person {
  readonly #api: TestApi
  readonly #cookie: string

  private constructor(api: TestApi, cookie: string) {
    this.#api = api
    this.#cookie = cookie
  }

  static async named(api: TestApi, name: string, options: { superuser?: boolean } = {}): Promise<Person> {
    const account = await api.services.accounts.register({ name, isSuperuser: options.superuser ?? false })
    const anonymous = api.services.callers.anonymous('127.0.0.1')
    const { setCookies } = await api.services.callers.logIn(anonymous, account)
    return new Person(api, cookieOf({ headers: { 'set-cookie': setCookies[0]! } } as unknown as Answer))
  }

  async open(path: string): Promise<Answer> {
    return joined(await this.#api.send('GET', path, { headers: { cookie: this.#cookie } }))
  }

  async fill(
    path: string,
    form: string,
    fields: Readonly<Record<string, string | readonly string[]>>,
    file?: { name: string; filename: string; content: Buffer },
  ): Promise<Answer> {
    const token = tokenIn((await this.open(path)).text)
    const pairs = Object.entries({ csrfmiddlewaretoken: token, form, ...fields }).flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).map(each => [name, each as string] as [string, string]),
    )
    return this.send(path, pairs, file)
  }

  async send(path: string, pairs: [string, string][], file?: { name: string; filename: string; content: Buffer }) {
    const sent = file
      ? multipart(Object.fromEntries(pairs), file)
      : {
          body: new URLSearchParams(pairs).toString(),
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        }
    return joined(await this.#api.send('POST', path, { ...sent, headers: { ...sent.headers, cookie: this.#cookie } }))
  }
}
