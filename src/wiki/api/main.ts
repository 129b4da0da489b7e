import { channel } from 'node:diagnostics_channel'
import type { Caller } from '#accounts/caller.ts'
import { optionsOf } from '#accounts/options.ts'
import { checkToken } from '#accounts/tokens.ts'
import { requestedLanguage } from '#languages/code-syntax.ts'
import { seconds } from '#store/clock.ts'
import { ApiError, apiMessage, fail, type MessageParam } from '../messages/message.ts'
import type { Wording } from '../messages/render.ts'
import { keptWordingOf } from '../messages/wording.ts'
import { escapeWikitext } from '../site/escape-wikitext.ts'
import { isoTimestamp } from '../site/timestamp.ts'
import type { Wiki } from '../wiki.ts'
import { ActionRun } from './action-run.ts'
import { type Answer, print } from './answer.ts'
import { mainParams } from './declarations.ts'
import { linkMessages } from './html-links.ts'
import { KeptAnswers } from './kept-answers.ts'
import type { ActionModule } from './module.ts'
import type { Addressed } from './params/declared.ts'
import type { Args, Params } from './params/kinds.ts'
import { checkTagParams, hasTags } from './params/known-tags.ts'
import { moduleSettings } from './params/offered.ts'
import { formatFault, isFormatParam } from './printer.ts'
import { type ApiRequest, normalizeText, withoutIndex } from './request.ts'
import { isErrorFormat, MessageFormatter } from './result/message-formatter.ts'
import type { Row } from './result/shape.ts'
import { runOnce } from './run-once.ts'

type MainParams = ReturnType<typeof mainParams>
type MainArgs = Args<MainParams>

/** The actions and the main parameters derived from them. */
interface Modules {
  readonly afterWriting: (wiki: Wiki, now: number) => Promise<void>
  readonly main: Addressed & { readonly params: MainParams }
  readonly actions: ReadonlyMap<string, ActionModule>
}

/** Handles an API request. */
export type Handle = (wiki: Wiki, request: ApiRequest, caller: Caller) => Promise<Answer>

/** An API, over HTTP or for internal callers (`ask.ts`), who take the result before it is serialized. */
export interface ActionApi extends Handle {
  perform(wiki: Wiki, request: ApiRequest, caller: Caller): Promise<ActionRun>
  /** Starts a request without reading its parameters. */
  begin(wiki: Wiki, request: ApiRequest, caller: Caller): ActionRun | Promise<ActionRun>
  /** An action by name. */
  action(name: string): ActionModule | undefined
}

/** Builds an API from actions. `afterWriting` runs after each successful write, before the response is sent. */
export function apiOf(
  actions: readonly ActionModule[],
  afterWriting: (wiki: Wiki, now: number) => Promise<void>,
): ActionApi {
  const byName = new Map(actions.map(module => [module.name, module]))
  const params = mainParams([...byName.keys()].sort(), moduleSettings(actions))
  const modules: Modules = { main: { name: 'main', path: 'main', prefix: '', params }, actions: byName, afterWriting }
  const perform: ActionApi['perform'] = (wiki, request, caller) => processRequest(modules, wiki, request, caller)
  const kept = new WeakMap<Wiki, KeptAnswers>()
  const handle: Handle = async (wiki, request, caller) => {
    const answers = kept.get(wiki) ?? new KeptAnswers()
    kept.set(wiki, answers)
    const action = byName.get(request.params.get('action') ?? '')
    const alike = answers.isKept(request, caller, action) ? await answers.alike(wiki, request, action) : null
    if (alike === null) return print(await perform(wiki, request, caller))
    const known = answers.get(alike)
    if (known) return known
    const run = await perform(wiki, request, caller)
    return answers.keep(alike, run, print(run))
  }
  return Object.assign(handle, { perform, begin, action: (name: string) => byName.get(name) })
}

/** Processes a request up to the complete result. */
async function processRequest(modules: Modules, wiki: Wiki, request: ApiRequest, caller: Caller): Promise<ActionRun> {
  const started = begin(wiki, request, caller)
  // Awaiting a value that is already there would cost a tick.
  const run = started instanceof Promise ? await started : started
  const fault = formatFault(run)
  let unusedOnly = false
  try {
    const args = run.args(modules.main)
    checkAssertions(run, args)
    checkRequest(run, args)
    const module = modules.actions.get(args.action)!
    await runAction(run, module)
    if (module.write) await modules.afterWriting(wiki, run.now)
    unusedOnly = run.warnings.length === 0
    warnOfUnused(run)
    run.beforeAnswer?.()
    if (fault) throw fault
    if (Object.keys(run.limits).length > 0) run.result.limits = run.limits
    addMainResults(run, args.servedby)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    await wiki.messages.catchUp()
    answerError(run, error)
    addMainResults(run, true)
  }
  // The response is sent anyway, with a warning about its format.
  if (fault) {
    run.warn('main', apiMessage('apiwarn-errorprinterfailed'))
    for (const message of fault.messages) run.warn(fault.module!, message)
  }
  if (run.warnings.length > 0) {
    await wiki.messages.catchUp()
    Object.assign(run.result, run.formatter.warnings(run.warnings))
  }
  if (run.formatter.format === 'html') await linkMessages(run)
  run.result = inOrder(run.result, unusedOnly ? UNUSED_FIRST : FIRST)
  if (finished.hasSubscribers) finished.publish(run)
  return run
}

/** Receives every finished request; test runs hold its result against the declarations (`response-mismatches.ts`). */
const finished = channel('parlance.action')

const MAIN = ['requestid', 'curtimestamp', 'servedby', 'uselang', 'errorlang', 'limits']
const FIRST = ['error', 'errors', 'batchcomplete', 'continue', 'query-continue', 'warnings', ...MAIN]
/** Each of these is put on top of the answer when it is known; unused parameters are known last. */
const UNUSED_FIRST = ['warnings', ...FIRST]

/** Orders the top-level fields like MediaWiki, for streaming readers. */
function inOrder(result: Row, first: readonly string[]): Row {
  const ordered: Row = {}
  const names = Object.keys(result)
  for (const name of first) if (names.includes(name)) ordered[name] = result[name]
  for (const name of names) if (!first.includes(name)) ordered[name] = result[name]
  for (const mark of Object.getOwnPropertySymbols(result)) {
    Object.defineProperty(ordered, mark, Object.getOwnPropertyDescriptor(result, mark)!)
  }
  return ordered
}

/** Error reporting needs the caller's language and error format, so they are read first and leniently. */
function begin(wiki: Wiki, request: ApiRequest, caller: Caller): ActionRun | Promise<ActionRun> {
  if (!caller.account) return beginWith(wiki, request, caller, wiki.site.language)
  return ownLanguage(wiki, caller.account.id).then(own => beginWith(wiki, request, caller, own))
}

function beginWith(wiki: Wiki, request: ApiRequest, caller: Caller, own: string): ActionRun | Promise<ActionRun> {
  const format = request.params.get('errorformat') ?? 'bc'
  const errorFormat = isErrorFormat(format) ? format : 'bc'
  const language = readerLanguage(wiki, own, request.params.get('uselang') ?? 'user')
  const errorLanguage =
    errorFormat === 'bc' ? 'en' : readerLanguage(wiki, own, request.params.get('errorlang') ?? 'uselang', language)
  const start = (wording: Wording) => {
    const formatter = new MessageFormatter(errorFormat, wording, wiki.scriptUrl)
    return new ActionRun({ wiki, request, caller, now: seconds(wiki.clock), language, formatter })
  }
  const wording = keptWordingOf(wiki.messages, errorLanguage)
  return wording instanceof Promise ? wording.then(start) : start(wording)
}

/** The language in the account's preferences. */
async function ownLanguage({ db, site }: Wiki, account: number): Promise<string> {
  const options = await optionsOf(db, account)
  return requestedLanguage(options.get('language') ?? '', site.language)
}

function readerLanguage({ site }: Wiki, own: string, asked: string, uselang = 'user'): string {
  if (asked === 'content') return site.language
  if (asked === 'uselang') return uselang
  if (asked === 'user') return own
  if (asked === 'qqx') return asked
  // As in MediaWiki, an invalid `errorlang` falls back to English.
  return requestedLanguage(asked, uselang === 'user' ? site.language : 'en')
}

/** Without replicas MediaWiki reports a lag of -1. */
const LAG = -1

function checkRequest(run: ActionRun, { maxlag }: MainArgs): void {
  if (run.request.method === 'other') fail('apierror-invalidmethod')
  if (maxlag !== undefined && maxlag < LAG) {
    const data = { host: '', lag: LAG, type: 'db' }
    throw new ApiError([apiMessage('apierror-maxlag-generic', [LAG], { data })], {
      'retry-after': '5',
      'x-database-lag': String(LAG),
    })
  }
  if (run.request.method === 'POST' && run.request.header('Content-Type') === undefined)
    run.warnDeprecated('main', apiMessage('apiwarn-deprecation-post-without-content-type'), 'post-without-content-type')
}

function checkAssertions({ caller }: ActionRun, args: MainArgs): void {
  if (args.assert === 'anon' && caller.account) fail('apierror-assertanonfailed')
  if (args.assert === 'user' && !caller.account) fail('apierror-assertuserfailed')
  if (args.assert === 'bot' && !caller.can('bot')) fail('apierror-assertbotfailed')
  if (args.assertuser !== undefined && args.assertuser !== caller.name) {
    fail('apierror-assertnameduserfailed', [escapeWikitext(args.assertuser)])
  }
}

async function runAction(run: ActionRun, module: ActionModule): Promise<void> {
  const address = { name: module.name, path: module.name, prefix: module.prefix, params: module.params }
  const moduleArgs = run.within(module.name, () => run.args(address))
  // Only write modules take tags; reads should not pay for the check.
  if (module.write && hasTags(module.params, moduleArgs))
    await run.inModule(module.name, () => checkTagParams(run.db, module.params, moduleArgs))
  if (module.token !== undefined) run.within(module.name, () => checkActionToken(run, module, moduleArgs))
  checkMayRun(run, module, moduleArgs)
  run.addModule(module, moduleArgs)
  const work = () => module.run(run, moduleArgs)
  return run.inModule(module.name, module.write ? () => runOnce(run, module, work) : work)
}

function checkMayRun(run: ActionRun, module: ActionModule, args: Args<Params>): void {
  if (module.readRights !== false && !run.caller.can('read') && !module.opens?.(run, args))
    fail('apierror-readapidenied')
  if (module.mustBePosted && run.request.method !== 'POST') fail('apierror-mustbeposted', [module.name])
  if (module.write) checkMayWrite(run)
}

function checkMayWrite({ caller, wiki }: ActionRun): void {
  if (!caller.can('writeapi')) fail('apierror-writeapidenied')
  if (wiki.readOnly !== null) fail('apierror-readonly', [], { data: { readonlyreason: wiki.readOnly } })
}

/** A page on another site can forge a request but cannot know the caller's token. */
function checkActionToken(run: ActionRun, module: ActionModule, args: Record<string, unknown>): void {
  if (module.token === undefined) return
  if (run.request.inUrl.has(`${module.prefix}token`)) fail('apierror-mustpostparams', [`${module.prefix}token`, 1])
  if (!checkToken(run.caller, module.token, args.token as string)) fail('apierror-badtoken')
}

function warnOfUnused(run: ActionRun): void {
  const unread = run.unusedParams()
  if (unread.every(name => isFormatParam(run, name))) return
  const unused = [...new Set(unread.map(withoutIndex))].filter(name => !isFormatParam(run, name))
  if (unused.length === 0) return
  run.warn('main', apiMessage('apierror-unrecognizedparams', [placed(unused, run.request), unused.length]))
}

/** Remembers positions in the request: PHP shows them as keys unless they start at 0. */
function placed(names: readonly string[], { params }: ApiRequest): MessageParam {
  const all = [...new Set([...params.keys()].map(withoutIndex))]
  const places = names.map(name => all.indexOf(name))
  const isList = places.every((place, index) => place === index)
  const shown = names.map(text => escapeWikitext(text))
  return { list: isList ? shown : Object.fromEntries(shown.map((name, i) => [places[i], name])), type: 'comma' }
}

/** Fields that the caller wants in every response, including errors. */
function addMainResults({ request, result, now, wiki, language, formatter }: ActionRun, servedBy: boolean): void {
  const requestId = request.params.get('requestid')
  if (requestId !== undefined) result.requestid = normalizeText(requestId)
  if (request.params.has('curtimestamp')) result.curtimestamp = isoTimestamp(now)
  if (servedBy && wiki.servedBy) result.servedby = wiki.servedBy
  if (request.params.has('responselanginfo')) {
    result.uselang = language
    result.errorlang = formatter.language
  }
}

function answerError(run: ActionRun, error: ApiError): void {
  const located = error.messages.map(message => ({ module: error.module ?? 'main', message }))
  run.rawAnswer = null
  run.ownFormats = null
  run.fixedFormat = run.errorFormat
  run.status = error.status
  run.result = run.formatter.errors(located)
  run.headers['mediawiki-api-error'] = [...new Set(error.messages.map(({ code }) => code))].join(', ')
  Object.assign(run.headers, error.headers)
}
