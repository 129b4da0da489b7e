import type { Caller } from '#accounts/caller.ts'
import type { Reader } from '#store/store.ts'
import type { CatalogueKey } from '../../messages/catalogue.ts'
import { apiMessage, fail, type MessageParam, messageParam, textList } from '../../messages/message.ts'
import type { Site } from '../../site/site.ts'
import type { Wiki } from '../../wiki.ts'
import type { ActionRun } from '../action-run.ts'
import type { QueryDeclaration } from '../module.ts'
import { emptyAsList, list, type Row } from '../result/shape.ts'
import type { Continuation } from './continuation.ts'
import type { PageSet } from './page-set.ts'

/** The rights whose lack the catalogue has words for. */
type Right = CatalogueKey extends infer K ? (K extends `action-${infer R}` ? R : never) : never

/** What a query module sees of the request: the database, the caller, the pages, and the answer it adds to. */
export class QueryRun {
  readonly run: ActionRun
  readonly module: QueryDeclaration
  readonly pages: PageSet
  readonly isGenerator: boolean
  readonly #continuation: Continuation

  constructor(
    run: ActionRun,
    module: QueryDeclaration,
    pages: PageSet,
    continuation: Continuation,
    isGenerator: boolean,
  ) {
    this.run = run
    this.module = module
    this.pages = pages
    this.#continuation = continuation
    this.isGenerator = isGenerator
  }

  get db(): Reader {
    return this.run.db
  }
  get wiki(): Wiki {
    return this.run.wiki
  }
  get site(): Site {
    return this.run.wiki.site
  }
  get caller(): Caller {
    return this.run.caller
  }
  /** Seconds since 1970. */
  get now(): number {
    return this.run.now
  }
  get path(): string {
    return `query+${this.module.name}`
  }

  /** A parameter's name on the wire: `title` of categorymembers is `cmtitle`, and `gcmtitle` in a generator. */
  param(name: string): string {
    return `${this.isGenerator ? 'g' : ''}${this.module.prefix}${name}`
  }

  titleText(ns: number, dbkey: string): string {
    return this.run.titleText(ns, dbkey)
  }

  pageName(ns: number, dbkey: string): { ns: number; title: string } {
    return this.run.pageName(ns, dbkey)
  }

  warn(key: CatalogueKey, params: readonly MessageParam[] = []): void {
    this.run.warn(this.path, apiMessage(key, params))
  }

  /** Refuses a request that gives none, or more than one, of these parameters. Returns the one that was given. */
  requireOneOf<T extends object, K extends keyof T & string>(args: T, ...names: K[]): K {
    const given = givenOf(args, names)
    if (given.length === 0) {
      fail('apierror-missingparam-one-of', [textList(names.map(name => this.param(name))), names.length])
    }
    if (given.length > 1) this.#failMix(given)
    return given[0]!
  }

  /** Refuses a request that gives none of these parameters. */
  requireAtLeastOneOf<T extends object, K extends keyof T & string>(args: T, ...names: K[]): void {
    if (givenOf(args, names).length > 0) return
    fail('apierror-missingparam-at-least-one-of', [textList(names.map(name => this.param(name))), names.length])
  }

  /** Refuses a request that gives more than one of these parameters. */
  requireAtMostOneOf<T extends object, K extends keyof T & string>(args: T, ...names: K[]): void {
    const given = givenOf(args, names)
    if (given.length > 1) this.#failMix(given)
  }

  /** Refuses a request of somebody without this right; the message says what they may not do. */
  requireRight(right: Right): void {
    if (!this.caller.can(right)) fail('apierror-permissiondenied', [messageParam(`action-${right}`)])
  }

  #failMix(names: readonly string[]): never {
    fail('apierror-invalidparammix', [textList(names.map(name => this.param(name))), names.length])
  }

  /** The next request starts at `value`. */
  continueWith(value: string | number, param = 'continue'): void {
    if (this.isGenerator) this.#continuation.addGenerator(this.param(param), value)
    else this.#continuation.add(this.module.name, this.param(param), value)
  }

  /** While the modules on this generator's pages are not done, it begins at `value` again. */
  keepGeneratorAt(value: string | number, param = 'continue'): void {
    this.#continuation.keepGeneratorAt(this.param(param), value)
  }

  /** `query.<name>`, made when first asked for. */
  answer(): Row {
    const { result } = this.run
    result.query ??= {}
    return result.query as Row
  }

  /** Adds to a page's own fields; false when the answer is full, and then the module must continue with this page. */
  addToPage(pageId: number, fields: Row): boolean {
    const row = this.pages.output(pageId)
    if (!row) return true
    if (!this.run.budget.take(fields, !this.#added)) return false
    this.#added = true
    Object.assign(row, fields)
    return true
  }

  /** Adds one entry to the page's list under the module's name. */
  addItemToPage(pageId: number, item: unknown, key = this.module.name, tag = this.module.tag ?? 'item'): boolean {
    const row = this.pages.output(pageId)
    if (!row) return true
    if (!this.run.budget.take(item, !this.#added)) return false
    this.#added = true
    row[key] ??= list(tag)
    ;(row[key] as unknown[]).push(emptyAsList(item))
    return true
  }

  #added = false
}

/** Those of the parameters that were given, in the order in which the module declares them. */
function givenOf<T extends object, K extends keyof T & string>(args: T, names: readonly K[]): K[] {
  const declared = Object.keys(args) as K[]
  return declared.filter(name => names.includes(name) && args[name] !== undefined && args[name] !== false)
}
