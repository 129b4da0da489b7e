// Test helper: the REST API over a fresh database, with accounts that have keys.
import assert from 'node:assert/strict'
import Fastify, { type FastifyInstance, type InjectOptions } from 'fastify'
import type { Account } from '#accounts/account.ts'
import { regenerateApiKey } from '#accounts/api-keys.ts'
import type { Config } from '#core/config.ts'
import type { Services } from '#core/services.ts'
import { type ManualClock, manualClock, testServices } from '#core/testing.ts'
import type { Store } from '#store/store.ts'
import { translationPart } from '../part.ts'
import { Addresses } from '../values/addresses.ts'
import { openApi } from './openapi/document.ts'
import { AnswerCheck } from './openapi/testing.ts'
import { rest } from './resources/index.ts'

/** Compiling the schemas is slow, so it happens once per test file. */
let checks: AnswerCheck | undefined

export const SITE = 'https://translate.example.org'

export interface Answer {
  status: number
  headers: Record<string, string | undefined>
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of many shapes
  json: any
}

export interface TestApi {
  app: FastifyInstance
  services: Services
  clock: ManualClock
  /** Creates an account and returns it with its key. */
  user(name: string, options?: { superuser?: boolean }): Promise<{ account: Account; key: string }>
  /** Sends a request. Fails the test if the response does not match the OpenAPI document. */
  send(
    method: string,
    path: string,
    options?: { key?: string; body?: unknown } & Omit<InjectOptions, 'method' | 'url' | 'body' | 'payload'>,
  ): Promise<Answer>
}

export async function testApi(store: Store, config: Partial<Config> = {}, clock = manualClock()): Promise<TestApi> {
  const services = await testServices(store, clock, { siteUrl: SITE, ...config })
  await translationPart.register!(services)
  checks ??= new AnswerCheck(openApi(rest, new Addresses(SITE), 'test'))
  const check = checks
  const app = Fastify({ routerOptions: { maxParamLength: 5000 } })
  await translationPart.routes!(app, services)
  return {
    app,
    services,
    clock,
    async user(name, options = {}) {
      const account = await services.accounts.register({ name, isSuperuser: options.superuser ?? false })
      const key = await store.transaction(tx => regenerateApiKey(tx, account.id, services.clock))
      return { account, key }
    },
    async send(method, path, { key, body, headers, ...rest } = {}) {
      const response = await app.inject({
        method: method as 'GET',
        url: path,
        headers: { ...(key && { authorization: `Token ${key}` }), ...headers },
        ...(body !== undefined && { payload: body as object }),
        ...rest,
      })
      let json: unknown
      try {
        json = JSON.parse(response.payload)
      } catch {
        json = undefined
      }
      const answer = {
        status: response.statusCode,
        headers: response.headers as Answer['headers'],
        text: response.payload,
        json,
      }
      // The client resolves the segments "." and ".." before it sends a request.
      const { pathname, search } = new URL(path, SITE)
      const problem = check.problem(method, pathname + search, answer)
      assert.equal(
        problem,
        null,
        `${method} ${path} does not match the OpenAPI document: ${problem}\n${answer.text.slice(0, 2000)}`,
      )
      return answer
    },
  }
}

/** A multipart form body. */
export const multipart = (
  fields: Record<string, string>,
  file?: { name: string; filename: string; content: Buffer },
) => {
  const parts: Uint8Array[] = Object.entries(fields).map(([name, value]) =>
    Buffer.from(`--X\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
  )
  if (file)
    parts.push(
      Buffer.from(
        `--X\r\nContent-Disposition: form-data; name="${file.name}"; filename="${file.filename}"\r\nContent-Type: application/octet-stream\r\n\r\n`,
      ),
      file.content,
      Buffer.from('\r\n'),
    )
  return {
    body: Buffer.concat([...parts, Buffer.from('--X--\r\n')]),
    headers: { 'content-type': 'multipart/form-data; boundary=X' },
  }
}
