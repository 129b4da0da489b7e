// For tests: a small wiki over a fresh database, and Action API requests without a network.
import type { Caller } from '#accounts/caller.ts'
import { testServices } from '#core/testing.ts'
import { temporaryFolder, temporaryStore } from '#store/testing.ts'
import { actionApi } from './actions/index.ts'
import { openWiki, SITE_INFO } from './open-wiki.ts'
import siteInfo from './site/fixtures/site-ru.json' with { type: 'json' }
import type { Wiki } from './wiki.ts'

export interface TestAnswer {
  readonly headers: Readonly<Record<string, string | string[]>>
  readonly body: string
  // Tests read deep into answers of many shapes, and fail when the shape is another one.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  readonly json: any
}

export interface TestWiki {
  readonly wiki: Wiki
  /** Sends a request as a visitor. `format` defaults to JSON. */
  ask(params: Readonly<Record<string, string>>): Promise<TestAnswer>
}

/** A Russian wiki from the site fixture, without pages. `messages` are interface messages by language. */
export async function testWiki(
  messages: Readonly<Record<string, Readonly<Record<string, string>>>> = {},
): Promise<TestWiki> {
  const store = await temporaryStore('sqlite')
  await store.transaction(async tx => {
    await tx
      .insertInto('site_setting')
      .values({ key: SITE_INFO, value: JSON.stringify(siteInfo) })
      .execute()
    for (const [lang, texts] of Object.entries(messages))
      for (const [name, text] of Object.entries(texts))
        await tx.insertInto('message').values({ lang, name, text }).execute()
  })
  const config = { data: temporaryFolder(), siteUrl: siteInfo.general.server }
  const services = await testServices(store, undefined, config)
  const wiki = await openWiki(services)
  return { wiki, ask: params => askWiki(wiki, params) }
}

/** Sends a request to any wiki, as a visitor unless a caller is given. */
export async function askWiki(
  wiki: Wiki,
  given: Readonly<Record<string, string>>,
  known?: Caller,
): Promise<TestAnswer> {
  const params = new Map(Object.entries({ format: 'json', ...given }))
  const caller = known ?? (await wiki.services.callers.identify({ ip: '127.0.0.1', headers: {} }))
  const request = {
    method: 'GET',
    params,
    inUrl: new Set(params.keys()),
    files: new Map(),
    ip: '127.0.0.1',
    header: () => undefined,
  } as const
  const answer = await actionApi(wiki, request, caller)
  const [headers, body] = [answer.headers, String(answer.body)]
  return { headers, body, json: body.startsWith('{') ? JSON.parse(body) : undefined }
}
