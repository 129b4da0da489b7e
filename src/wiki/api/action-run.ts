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
import { paramSettings } from './params/param-settings.ts'
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
  /** Language of the caller. */
  readonly language: string
  readonly formatter: MessageFormatter
}

interface OwnFormats {
  json(): unknown
  xml(warnings: Row): string
  /** Media type of the XML, if not the usual one. */
  readonly xmlType?: string
}

/** Default arguments per site, since some defaults depend on its namespaces. */
const presets = new WeakMap<Site, WeakMap<Params, Readonly<Record<string, unknown>>>>()

/** True, or true for some arguments. */
type Trait = true | ((a: never) => boolean) | undefined

interface ModuleTraits {
  readonly cacheable?: Trait
  readonly ofSite?: Trait
}

const holds = (trait: Trait, args: object): boolean =>
  typeof trait === 'function' ? trait(args as never) : trait === true

/** Seconds after which to retry when the server is busy. */
const RETRY_AFTER = '5'

/** Turns work that was aborted or refused into an API error. */
function refusalOf(thrown: unknown): unknown {
  const reason = thrown instanceof TooManySteps ? 'too much' : thrown instanceof WorkRefused ? thrown.reason : null
  if (reason === null) return thrown
  if (reason === 'too much') return new ApiError([apiMessage('apierror-texttoocostly')])
  return new ApiError([apiMessage('apierror-concurrency-limit')], { 'retry-after': RETRY_AFTER })
}

/** A request being processed: its caller and parameters, the result so far, and its warnings. */
export class ActionRun implements Viewer {
  readonly wiki: Wiki
  readonly request: ApiRequest
  /** Replaced by login and logout. */
  caller: Caller
  readonly now: number
  readonly language: string
  readonly formatter: MessageFormatter
  result: Row = {}
  readonly warnings: Located[] = []
  readonly budget = new SizeBudget()
  /** Effective values of `limit=max`, by module. */
  readonly limits: Record<string, number> = {}
  /** Response headers, such as cookies and cache rules. */
  readonly headers: Record<string, string | string[]> = {}
  /** Sent instead of the formatted result: the help page, an export. */
  rawAnswer: { readonly type: string; readonly body: string } | null = null
  /** Set by modules whose JSON or XML differs from the standard format. */
  ownFormats: OwnFormats | null = null
  /** Format of a request without `format`. */
  defaultFormat: FormatName = 'jsonfm'
  /** The only format of the module, overriding the request. */
  fixedFormat: FormatName | null = null
  /** Format for errors if the module's own format cannot carry them. */
  errorFormat: FormatName | null = null
  /** HTTP status, if other than 200. */
  status: number | null = null
  /** Key under which to store the response; null if the caller sent none. */
  idempotency: IdempotencyKey | null = null
  /** Runs once all warnings are known and may still reject the request. */
  beforeAnswer: (() => void) | null = null
  /** Cache lifetime set by the module instead of the request. */
  cacheSeconds: number | null = null
  #cacheable = true
  #ofSite = true
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

  /** Aborted when the client disconnects. */
  get signal(): AbortSignal | undefined {
    return this.request.gone?.()
  }

  get highLimits(): boolean {
    return this.#highLimits
  }

  /** Whether shared caches may store the response: every module involved must allow it. */
  get isCacheable(): boolean {
    return this.#cacheable
  }

  /** Whether all modules involved in the response depend only on the site. */
  get isOfSite(): boolean {
    return this.#ofSite
  }

  /** Registers a module involved in the response. */
  addModule({ cacheable, ofSite }: ModuleTraits, args: object): void {
    if (!holds(cacheable, args)) this.#cacheable = false
    if (!holds(ofSite, args)) this.#ofSite = false
  }

  /** The response depends on something that the change log does not report. */
  dependsOnMore(): void {
    this.#ofSite = false
  }

  warn(module: string, message: ApiMessage): void {
    this.warnings.push({ module, message })
  }

  /** Adds a deprecation warning and, once, a note on where deprecations are announced. */
  warnDeprecated(module: string, message: ApiMessage, feature: string): void {
    this.warn(module, { ...message, code: 'deprecation', data: { feature } })
    if (this.warnings.some(({ message: known }) => known.code === 'deprecation-help')) return
    this.warn('main', apiMessage('api-usage-mailinglist-ref'))
  }

  /** Runs `work` and attributes errors to the module. */
  async inModule<T>(path: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (thrown) {
      const error = refusalOf(thrown)
      if (error instanceof ApiError) error.module ??= path
      throw error
    }
  }

  /** Synchronous version of `inModule`. */
  within<T>(path: string, work: () => T): T {
    try {
      return work()
    } catch (error) {
      if (error instanceof ApiError) error.module ??= path
      throw error
    }
  }

  /** Normalized raw value of a parameter. Reading it marks the parameter as used. */
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

  /** Whether a file was uploaded under this name. */
  hasFile(name: string): boolean {
    return this.request.files.has(name)
  }

  /** Whether normalization changed the value of a parameter that was read. */
  isRespelled(name: string): boolean {
    return this.#respelled.has(name)
  }

  /** Parsed and validated arguments of a module. */
  args<P extends Params>(declared: Addressed & { readonly params: P }): Args<P> {
    const module = this.#offered(declared)
    const presets = this.#presets(module.params)
    const sent = this.#given(module)
    if (sent.length === 0) return presets as Args<P>
    const args: Record<string, unknown> = { ...presets }
    // Check all of them before the first error stops the request, so that no warning is lost.
    let wrong: ApiError | null = null
    const context = new ArgumentContext(this, module)
    for (const declared of sent) {
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

  /** Errors and warnings about each argument, without running the module. */
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

  /** The module with the parameters this wiki's settings enable. */
  #offered(module: Addressed): Addressed {
    const params = offeredParams(module.params, paramSettings(this.wiki))
    return params === module.params ? module : { ...module, params }
  }

  /** Parameters that were sent or are required, in declaration order. */
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

  /** A templated parameter exists only with the value it belongs to. */
  #isThere({ given }: DeclaredParam): boolean {
    return given === undefined || splitMany(this.request.params.get(given.name) ?? '').includes(given.value)
  }

  /** Arguments of a request without parameters. */
  #presets(params: Params): Readonly<Record<string, unknown>> {
    const cached = presets.get(this.wiki.site)?.get(params)
    if (cached) return cached
    const context = new ArgumentContext(this, { name: '', path: '', prefix: '', params })
    const preset = (key: string, param: Param): unknown => {
      if (param.options.templatevars) return Object.freeze({})
      const value = param.options.required ? undefined : parseParam(param, key, undefined, context)
      return Array.isArray(value) ? Object.freeze(value) : value
    }
    // Object.fromEntries avoids dictionary mode, which would make every copy slow.
    const values = Object.freeze(
      Object.fromEntries(Object.entries(params).map(([key, param]) => [key, preset(key, param)])),
    )
    const bySite = presets.get(this.wiki.site) ?? new WeakMap<Params, Readonly<Record<string, unknown>>>()
    presets.set(this.wiki.site, bySite.set(params, values))
    return values
  }

  /** Parameters that no module has read. */
  unusedParams(): string[] {
    const unused: string[] = []
    for (const name of this.request.params.keys()) if (!this.#used.has(name)) unused.push(name)
    return unused
  }

  markUsed(names: Iterable<string>): void {
    for (const name of names) this.#used.add(name)
  }

  /** Page title in display form. */
  titleText(ns: number, dbkey: string): string {
    const { site, genders } = this.wiki
    const text = spaced(dbkey)
    if (ns === 0) return text
    const gender = ns === 2 || ns === 3 ? genders.ofPage(dbkey) : undefined
    const name = site.namespaces.has(ns) ? site.namespaces.nameOf(ns, gender) : `Special:Badtitle/NS${ns}`
    return `${name}:${text}`
  }

  /** `{ ns, title }`, as nearly every result names a page. */
  pageName(ns: number, dbkey: string): { ns: number; title: string } {
    return { ns, title: this.titleText(ns, dbkey) }
  }

  list(tag: string): unknown[] {
    return list(tag)
  }
}
