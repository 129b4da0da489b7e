import type { Caller } from '#accounts/caller.ts'
import type { IdempotencyKey } from '#accounts/idempotency.ts'
import type { Reader } from '#store/store.ts'
import { WorkRefused } from '../content/text-work/text-work.ts'
import type { Viewer } from '../content/viewer.ts'
import { ApiError, type ApiMessage, apiMessage } from '../messages/message.ts'
import type { Site } from '../site/site.ts'
import { spaced } from '../site/title-format.ts'
import type { Wiki } from '../wiki.ts'
import { TooManySteps } from '../wikitext/steps.ts'
import type { FormatName } from './declarations.ts'
import { ArgumentContext } from './params/argument-context.ts'
import { type Addressed, type DeclaredParam, declaredParams } from './params/declared.ts'
import type { Args, Param, Params } from './params/kinds.ts'
import { offeredParams } from './params/offered.ts'
import { parseParam, splitMany } from './params/parse.ts'
import { type ApiRequest, isArraySyntax, normalizeText, withoutIndex } from './request.ts'
import type { Located, MessageFormatter } from './result/message-formatter.ts'
import { list, type Row } from './result/shape.ts'
import { SizeBudget } from './result/size.ts'

interface Situation {
  readonly wiki: Wiki
  readonly request: ApiRequest
  readonly caller: Caller
  /** Seconds since 1970. */
  readonly now: number
  /** The language the caller reads. */
  readonly language: string
  readonly formatter: MessageFormatter
}

interface OwnFormats {
  json(): unknown
  xml(warnings: Row): string
  /** The media type of the XML, if it is one of its own. */
  readonly xmlType?: string
}

/** Arguments of modules that are given none; they depend on the site, whose namespaces some presets name. */
const presets = new WeakMap<Site, WeakMap<Params, Readonly<Record<string, unknown>>>>()

/** Seconds after which a server that is busy now may have time. */
const RETRY_AFTER = '5'

/** Work on texts that was not done, as errors of the API. */
function refusalOf(thrown: unknown): unknown {
  const reason = thrown instanceof TooManySteps ? 'too much' : thrown instanceof WorkRefused ? thrown.reason : null
  if (reason === null) return thrown
  if (reason === 'too much') return new ApiError([apiMessage('apierror-texttoocostly')])
  return new ApiError([apiMessage('apierror-concurrency-limit')], { 'retry-after': RETRY_AFTER })
}

/** One request under way: who asks for what, the answer so far, and the warnings that go with it. */
export class ActionRun implements Viewer {
  readonly wiki: Wiki
  readonly request: ApiRequest
  /** Logging in or out changes it. */
  caller: Caller
  readonly now: number
  readonly language: string
  readonly formatter: MessageFormatter
  result: Row = {}
  readonly warnings: Located[] = []
  readonly budget = new SizeBudget()
  /** Values of `limit=max`, by module. */
  readonly limits: Record<string, number> = {}
  /** Headers for the answer: a login's cookie, a cache rule. */
  readonly headers: Record<string, string | string[]> = {}
  /** When set, this goes out instead of the formatted result: the help page, an export. */
  rawAnswer: { readonly type: string; readonly body: string } | null = null
  /** Where a module's answer looks different in JSON and XML from what every other module answers with. */
  ownFormats: OwnFormats | null = null
  /** The format of a request that names none. */
  defaultFormat: FormatName = 'jsonfm'
  /** The only format that the module answers in, whatever the request says. */
  fixedFormat: FormatName | null = null
  /** The format that errors are told in, where the module's own is none for them. */
  errorFormat: FormatName | null = null
  /** The status of the answer, where an error is one of HTTP too. */
  status: number | null = null
  /** Under which key the answer is remembered; null where the caller gave none. */
  idempotency: IdempotencyKey | null = null
  /** Runs when all warnings are known, and may still refuse the request. */
  beforeAnswer: (() => void) | null = null
  /** For how long caches may keep the answer, where the module decides that and not the request. */
  cacheSeconds: number | null = null
  #cacheable = true
  readonly #used = new Set<string>()
  readonly #respelled = new Set<string>()
  readonly #highLimits: boolean

  constructor(situation: Situation) {
    this.wiki = situation.wiki
    this.request = situation.request
    this.caller = situation.caller
    this.now = situation.now
    this.language = situation.language
    this.formatter = situation.formatter
    this.#highLimits = situation.caller.can('apihighlimits')
  }

  get db(): Reader {
    return this.wiki.db
  }

  /** Aborted when nobody waits for the answer any more. */
  get signal(): AbortSignal | undefined {
    return this.request.gone?.()
  }

  get highLimits(): boolean {
    return this.#highLimits
  }

  /** Whether a shared cache may keep the answer: every module that took part says so. */
  get isCacheable(): boolean {
    return this.#cacheable
  }

  /** A module takes part in the answer. */
  takesPart(module: { readonly cacheable?: true | ((a: never) => boolean) }, args: object): void {
    const { cacheable = false } = module
    if (!(typeof cacheable === 'function' ? cacheable(args as never) : cacheable)) this.#cacheable = false
  }

  warn(module: string, message: ApiMessage): void {
    this.warnings.push({ module, message })
  }

  /** A deprecation also reminds, once, where such things are announced. */
  warnDeprecated(module: string, message: ApiMessage, feature: string): void {
    this.warn(module, { ...message, code: 'deprecation', data: { feature } })
    if (this.warnings.some(({ message: known }) => known.code === 'deprecation-help')) return
    this.warn('main', apiMessage('api-usage-mailinglist-ref'))
  }

  /** Runs `work`; an error it throws is reported as the module's. */
  async inModule<T>(path: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (thrown) {
      const error = refusalOf(thrown)
      if (error instanceof ApiError) error.module ??= path
      throw error
    }
  }

  /** The same for work that waits for nothing. */
  within<T>(path: string, work: () => T): T {
    try {
      return work()
    } catch (error) {
      if (error instanceof ApiError) error.module ??= path
      throw error
    }
  }

  /** The raw text of a parameter, normalised; asking for it marks it as known. */
  raw(name: string, module: string): string | undefined {
    this.#used.add(name)
    const value = this.request.params.get(name)
    if (value === undefined) return undefined
    const normal = normalizeText(value)
    if (normal === value) return value
    this.#respelled.add(name)
    this.warn(module, apiMessage('apiwarn-badutf8', [name]))
    return normal
  }

  /** Whether a file was sent under this name. */
  hasFile(name: string): boolean {
    return this.request.files.has(name)
  }

  /** Whether a parameter was read already and did not arrive in the spelling that it was read in. */
  isRespelled(name: string): boolean {
    return this.#respelled.has(name)
  }

  /** A module's arguments, parsed and checked. */
  args<P extends Params>(declared: Addressed & { readonly params: P }): Args<P> {
    const module = this.#offered(declared)
    const presets = this.#presets(module.params)
    const given = this.#given(module)
    if (given.length === 0) return presets as Args<P>
    const args: Record<string, unknown> = { ...presets }
    // All of them are looked at before the first that is wrong stops the request, so that no warning is lost.
    let wrong: ApiError | null = null
    const context = new ArgumentContext(this, module)
    for (const declared of given) {
      try {
        const value = context.read(declared)
        args[declared.key] = declared.given
          ? { ...(args[declared.key] as object), [declared.given.value]: value }
          : value
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        wrong ??= error
      }
    }
    if (wrong) throw wrong
    return args as Args<P>
  }

  /** What there is to say of each of a module's arguments, for somebody who is still about to ask. */
  remarks(declared: Addressed): { readonly name: string; readonly message: ApiMessage; readonly refused: boolean }[] {
    const module = this.#offered(declared)
    const context = new ArgumentContext(this, module)
    return this.#given(module).flatMap(declared => {
      const { name } = declared
      const before = this.warnings.length
      const wrong: ApiMessage[] = []
      try {
        context.read(declared)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        wrong.push(...error.messages)
      }
      const warnings = this.warnings.slice(before).filter(each => each.module === module.path)
      return [
        ...wrong.map(message => ({ name, message, refused: true })),
        ...warnings.map(({ message }) => ({ name, message, refused: false })),
      ]
    })
  }

  /** A module as this wiki has it. */
  #offered(module: Addressed): Addressed {
    const params = offeredParams(module.params, this.wiki.services.config)
    return params === module.params ? module : { ...module, params }
  }

  /** Most parameters are not given. Those that are, and those that must be, in the order of their declaration. */
  #given(module: Addressed): DeclaredParam[] {
    const { byName, required } = declaredParams(module.params, module.prefix)
    const given: DeclaredParam[] = []
    let inOrder = required.length === 0
    for (const name of this.request.params.keys()) {
      const declared = byName.get(name)
      if (!declared && isArraySyntax(name)) this.#passOverArray(name, byName)
      if (!declared || declared.param.options.required || !this.#isThere(declared)) continue
      if (given.length > 0 && declared.place < given.at(-1)!.place) inOrder = false
      given.push(declared)
    }
    if (inOrder) return given
    given.push(...required)
    return given.sort((a, b) => a.place - b.place)
  }

  /** `titles[]=A` gives no value; MediaWiki warns about it instead of guessing a separator. */
  #passOverArray(name: string, declared: ReadonlyMap<string, unknown>): void {
    const plain = withoutIndex(name)
    if (!declared.has(plain) || this.#used.has(name)) return
    this.#used.add(name)
    if (this.#used.has(plain)) return
    this.#used.add(plain)
    this.warn('main', apiMessage('apiwarn-unsupportedarray', [plain]))
  }

  /** A parameter that belongs to a value of another one is there only with that value. */
  #isThere({ given }: DeclaredParam): boolean {
    return given === undefined || splitMany(this.request.params.get(given.name) ?? '').includes(given.value)
  }

  /** The arguments of a request that gives none. */
  #presets(params: Params): Readonly<Record<string, unknown>> {
    const known = presets.get(this.wiki.site)?.get(params)
    if (known) return known
    const context = new ArgumentContext(this, { name: '', path: '', prefix: '', params })
    const preset = (key: string, param: Param): unknown => {
      if (param.options.templatevars) return Object.freeze({})
      const value = param.options.required ? undefined : parseParam(param, key, undefined, context)
      return Array.isArray(value) ? Object.freeze(value) : value
    }
    // Filled key by key, a large object would become a hash table, which takes long to copy.
    const values = Object.freeze(
      Object.fromEntries(Object.entries(params).map(([key, param]) => [key, preset(key, param)])),
    )
    const bySite = presets.get(this.wiki.site) ?? new WeakMap<Params, Readonly<Record<string, unknown>>>()
    presets.set(this.wiki.site, bySite.set(params, values))
    return values
  }

  /** Parameters of the request that no module asked for. */
  unusedParams(): string[] {
    const unused: string[] = []
    for (const name of this.request.params.keys()) if (!this.#used.has(name)) unused.push(name)
    return unused
  }

  markUsed(names: Iterable<string>): void {
    for (const name of names) this.#used.add(name)
  }

  /** Page titles as people read them. */
  titleText(ns: number, dbkey: string): string {
    const { site, genders } = this.wiki
    const text = spaced(dbkey)
    if (ns === 0) return text
    const gender = ns === 2 || ns === 3 ? genders.ofPage(dbkey) : undefined
    const name = site.namespaces.has(ns) ? site.namespaces.nameOf(ns, gender) : `Special:Badtitle/NS${ns}`
    return `${name}:${text}`
  }

  /** `{ ns, title }`, the way nearly every result names a page. */
  pageName(ns: number, dbkey: string): { ns: number; title: string } {
    return { ns, title: this.titleText(ns, dbkey) }
  }

  list(tag: string): unknown[] {
    return list(tag)
  }
}
