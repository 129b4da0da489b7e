import type { Caller } from '#accounts/caller.ts'
import { checkToken } from '#accounts/tokens.ts'
import { isWikiCode } from '#languages/wiki-languages.ts'
import { seconds } from '#store/clock.ts'
import { action, actionNames } from '../actions/index.ts'
import { wordingOf } from '../content/wording.ts'
import type { Wiki } from '../wiki.ts'
import { ActionRun, type Addressed } from './action-run.ts'
import { type Answer, print } from './answer.ts'
import { mainParams } from './declarations.ts'
import { type ErrorFormat, MessageFormatter } from './messages/formatter.ts'
import { ApiError, apiMessage, commaList, fail, num } from './messages/message.ts'
import type { ActionModule } from './module.ts'
import type { Args } from './params/kinds.ts'
import { isoTimestamp } from './params/timestamp.ts'
import type { ApiRequest } from './request.ts'
import type { Row } from './result/shape.ts'

const params = mainParams(actionNames)
type MainArgs = Args<typeof params>

const main: Addressed & { params: typeof params } = { name: 'main', path: 'main', prefix: '', params }

/** The life of a request, from what came over the wire to the answer's bytes. */
export async function handle(wiki: Wiki, request: ApiRequest, caller: Caller): Promise<Answer> {
  const run = await begin(wiki, request, caller)
  try {
    const args = run.args(main)
    checkAssertions(run, args)
    await runAction(run, args)
    warnOfUnused(run)
    run.beforeAnswer?.()
    addMainResults(run, args)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    answerError(run, error)
  }
  Object.assign(run.result, run.formatter.warnings(run.warnings))
  putInOrder(run.result)
  return print(run)
}

const FIRST = ['error', 'errors', 'batchcomplete', 'continue', 'query-continue', 'warnings', 'limits']

/** What a reader of the stream wants to know first stands first, as in MediaWiki's answers. */
function putInOrder(result: Row): void {
  const later = Object.keys(result).filter(name => !FIRST.includes(name))
  for (const key of [...FIRST.filter(name => name in result), ...later]) {
    const value = result[key]
    delete result[key]
    result[key] = value
  }
}

/** The caller's language and error format are needed before anything can go wrong, so they are read first and leniently. */
async function begin(wiki: Wiki, request: ApiRequest, caller: Caller): Promise<ActionRun> {
  const format = (request.params.get('errorformat') ?? 'bc') as ErrorFormat
  const known = ['bc', 'plaintext', 'wikitext', 'html', 'raw', 'none'].includes(format) ? format : 'bc'
  const language = await readerLanguage(wiki, caller, request.params.get('uselang') ?? 'user')
  const errorLanguage =
    known === 'bc' ? 'en' : await readerLanguage(wiki, caller, request.params.get('errorlang') ?? 'uselang', language)
  const wording = await wordingOf(wiki.messages, errorLanguage)
  const formatter = new MessageFormatter(known, wording, wiki.scriptUrl)
  return new ActionRun({ wiki, request, caller, now: seconds(wiki.clock), language, formatter })
}

async function readerLanguage(wiki: Wiki, caller: Caller, asked: string, uselang = 'user'): Promise<string> {
  if (asked === 'content') return wiki.site.language
  if (asked === 'uselang') return uselang
  if (asked === 'user') {
    if (!caller.account) return wiki.site.language
    const option = await wiki.db
      .selectFrom('account_option')
      .where('account_id', '=', caller.account.id)
      .where('name', '=', 'language')
      .select('value')
      .executeTakeFirst()
    return option?.value && isWikiCode(option.value) ? option.value : wiki.site.language
  }
  if (asked === 'qqx') return asked
  // A code that cannot be one at all is answered in English when it is the errors' language, as MediaWiki does.
  return isWikiCode(asked) ? asked : uselang === 'user' ? wiki.site.language : 'en'
}

function checkAssertions({ caller }: ActionRun, args: MainArgs): void {
  if (args.assert === 'anon' && caller.account) fail('apierror-assertanonfailed')
  if (args.assert === 'user' && !caller.account) fail('apierror-assertuserfailed')
  if (args.assert === 'bot' && !caller.can('bot')) fail('apierror-assertbotfailed')
  if (args.assertuser !== undefined && args.assertuser !== caller.name) {
    fail('apierror-assertnameduserfailed', [{ plaintext: args.assertuser }])
  }
}

async function runAction(run: ActionRun, args: MainArgs): Promise<void> {
  const module = action(args.action)!
  checkMayRun(run, module)
  const address = { name: module.name, path: module.name, prefix: module.prefix, params: module.params }
  await run.inModule(module.name, async () => {
    const moduleArgs = run.args(address)
    checkActionToken(run, module, moduleArgs)
    await module.run(run, moduleArgs)
  })
}

function checkMayRun(run: ActionRun, module: ActionModule): void {
  if (module.readRights !== false && !run.caller.can('read') && !asksOnlyOpenModules(run))
    fail('apierror-readapidenied')
  if (module.mustBePosted && run.request.method !== 'POST') fail('apierror-mustbeposted', [module.name])
}

/** A page on another site can send a request in the caller's name, but it cannot know the caller's token. */
function checkActionToken(run: ActionRun, module: ActionModule, args: Record<string, unknown>): void {
  if (module.token === undefined) return
  if (run.request.inUrl.has(`${module.prefix}token`))
    fail('apierror-mustpostparams', [`<var>${module.prefix}token</var>`, num(1)])
  if (!checkToken(run.caller, module.token, args.token as string)) fail('apierror-badtoken')
}

/** A private wiki still tells strangers how to log in. */
function asksOnlyOpenModules({ request }: ActionRun): boolean {
  const asked = ['prop', 'list', 'meta', 'generator'].flatMap(name => request.params.get(name)?.split('|') ?? [])
  return asked.length > 0 && asked.every(name => name === 'tokens' || name === 'authmanagerinfo')
}

function warnOfUnused(run: ActionRun): void {
  run.markUsed(['format', ...FORMAT_PARAMS])
  const unused = run.unusedParams()
  if (unused.length === 0) return
  const wellKnown = unused.map(name => (/^[\w.-]+$/.test(name) ? name : name))
  run.warn('main', apiMessage('apierror-unrecognizedparams', [commaList(wellKnown), num(unused.length)]))
}

const FORMAT_PARAMS = ['callback', 'utf8', 'ascii', 'formatversion', 'wrappedhtml', 'xslt', 'includexmlnamespace']

function addMainResults(run: ActionRun, args: MainArgs): void {
  const { result } = run
  if (Object.keys(run.limits).length > 0) result.limits = run.limits
  if (args.requestid !== undefined) result.requestid = args.requestid
  if (args.curtimestamp) result.curtimestamp = isoTimestamp(run.now)
  if (args.servedby && run.wiki.servedBy) result.servedby = run.wiki.servedBy
  if (args.responselanginfo) {
    result.uselang = run.language
    result.errorlang = run.formatter.format === 'bc' ? 'en' : run.language
  }
}

function answerError(run: ActionRun, error: ApiError): void {
  const located = error.messages.map(message => ({ module: error.module ?? 'main', message }))
  for (const key of Object.keys(run.result)) delete run.result[key]
  run.rawAnswer = null
  run.ownFormats = null
  const shown = run.formatter.errors(located)
  Object.defineProperties(run.result, Object.getOwnPropertyDescriptors(shown))
  run.headers['mediawiki-api-error'] = error.messages[0]!.code
  Object.assign(run.headers, error.headers)
}
