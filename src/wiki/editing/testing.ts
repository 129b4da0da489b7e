// For tests: a writable wiki on either database engine.
import type { Caller } from '#accounts/caller.ts'
import { joinGroup } from '#accounts/memberships.ts'
import { issueToken } from '#accounts/tokens.ts'
import type { Services } from '#core/services.ts'
import { type ManualClock, manualClock, testServices } from '#core/testing.ts'
import { JobRunner } from '#events/job-runner.ts'
import { silentLog } from '#events/testing-log.ts'
import type { Store } from '#store/store.ts'
import { actionApi } from '../actions/index.ts'
import { countAccount } from '../content/site-counts.ts'
import { openWiki } from '../open-wiki.ts'
import type { Wiki } from '../wiki.ts'
import { handleCategoryChanges } from './category-changes.ts'
import { handleRefreshing } from './refresh-pages.ts'
import { handleSweepingWatches } from './sweep-watches.ts'
import { handleTidying } from './tidy-stash.ts'

type Params = Readonly<Record<string, string | number>>
type Files = Readonly<Record<string, Buffer>>
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many shapes
type Answer = any

/** A user of the wiki; every request is independent. */
export interface Editor {
  readonly caller: Caller
  post(params: Params, files?: Files): Promise<Answer>
  ask(params: Params): Promise<Answer>
  /** Saves a page and fails if that does not succeed. */
  edit(title: string, text: string, more?: Params): Promise<Answer>
  /** The error code of a rejected edit. */
  refusal(params: Params): Promise<string>
}

export interface EditingWiki {
  readonly wiki: Wiki
  readonly services: Services
  readonly clock: ManualClock
  readonly anonymous: Editor
  /** A new account with these groups. */
  person(name: string, ...groups: readonly string[]): Promise<Editor>
  /** The text of a page; undefined when it does not exist. */
  textOf(title: string): Promise<string | undefined>
  /** Runs the queued jobs. */
  runJobs(): Promise<number>
}

export async function editingWiki(store: Store, config: Parameters<typeof testServices>[2] = {}): Promise<EditingWiki> {
  const clock = manualClock()
  const services = await testServices(store, clock, config)
  handleRefreshing(services)
  handleCategoryChanges(services)
  handleTidying(services)
  handleSweepingWatches(services)
  services.hooks.onAccountCreated(countAccount)
  const wiki = await openWiki(services)
  const caller = await services.callers.identify({ ip: '192.0.2.7', headers: {} })
  const anonymous = editor(wiki, caller)
  return {
    wiki,
    services,
    clock,
    anonymous,
    async person(name, ...groups) {
      const account = await services.accounts.register({ name })
      await store.transaction(async tx => {
        for (const group of groups) await joinGroup(tx, account.id, group)
      })
      return editor(wiki, await services.callers.logIn(caller, account))
    },
    async textOf(title) {
      const query = { action: 'query', prop: 'revisions', titles: title, rvprop: 'content', rvslots: 'main' }
      return (await anonymous.ask(query)).query.pages[0].revisions?.[0].slots.main.content
    },
    runJobs: () => new JobRunner({ store, jobs: services.jobs, log: silentLog, leaseClock: clock }).drain(),
  }
}

/** Requests by one caller with these headers; header names are lower case. */
export function editor(wiki: Wiki, caller: Caller, headers: Readonly<Record<string, string>> = {}): Editor {
  const all = new Map(Object.entries({ 'content-type': 'application/x-www-form-urlencoded', ...headers }))
  const header = (name: string) => all.get(name.toLowerCase())
  const send = async (method: 'GET' | 'POST', given: Params, sent: Files = {}): Promise<Answer> => {
    const all = { format: 'json', formatversion: '2', ...given }
    const params = new Map(Object.entries(all).map(([name, value]) => [name, String(value)]))
    const inUrl = new Set(method === 'GET' ? params.keys() : [])
    const files = new Map(Object.entries(sent).map(([name, data]) => [name, { filename: 'sent', data }]))
    const request = { method, params, inUrl, files, ip: caller.ip, header }
    return JSON.parse(String((await actionApi(wiki, request, caller)).body))
  }
  const save = (params: Params) =>
    send('POST', { action: 'edit', token: issueToken(caller, 'csrf', wiki.clock), ...params })
  return {
    caller,
    post: (params, files) => send('POST', params, files),
    ask: params => send('GET', params),
    async edit(title, text, more = {}) {
      const answer = await save({ title, text, ...more })
      if (answer.edit?.result !== 'Success') throw new Error(JSON.stringify(answer))
      return answer.edit
    },
    async refusal(params) {
      const answer = await save(params)
      return answer.error?.code ?? `no error: ${JSON.stringify(answer)}`
    },
  }
}
