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

/** Rights with a message for their absence. */
type Right = CatalogueKey extends infer K ? (K extends `action-${infer R}` ? R : never) : never

/** Context of a query module: database, caller, pages, and the response it adds to. */
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

  /** Wire name of a parameter: `title` of categorymembers is `cmtitle`, and `gcmtitle` in a generator. */
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

  /** Requires exactly one of these parameters and returns its name. */
  requireOneOf<T extends object, K extends keyof T & string>(args: T, ...names: K[]): K {
    const present = givenOf(args, names)
    if (present.length === 0) {
      fail('apierror-missingparam-one-of', [textList(names.map(name => this.param(name))), names.length])
    }
    if (present.length > 1) this.#failMix(present)
    return present[0]!
  }

  /** Requires at least one of these parameters. */
  requireAtLeastOneOf<T extends object, K extends keyof T & string>(args: T, ...names: K[]): void {
    if (givenOf(args, names).length > 0) return
    fail('apierror-missingparam-at-least-one-of', [textList(names.map(name => this.param(name))), names.length])
  }

  /** Rejects more than one of these parameters. */
  requireAtMostOneOf<T extends object, K extends keyof T & string>(args: T, ...names: K[]): void {
    const present = givenOf(args, names)
    if (present.length > 1) this.#failMix(present)
  }

  /** Requires a right; the error names the action it allows. */
  requireRight(right: Right): void {
    if (!this.caller.can(right)) fail('apierror-permissiondenied', [messageParam(`action-${right}`)])
  }

  #failMix(names: readonly string[]): never {
    fail('apierror-invalidparammix', [textList(names.map(name => this.param(name))), names.length])
  }

  /** Continues the next request at `value`. */
  continueWith(value: string | number, param = 'continue'): void {
    if (this.isGenerator) this.#continuation.addGenerator(this.param(param), value)
    else this.#continuation.add(this.module.name, this.param(param), value)
  }

  /** Restarts this generator at `value` while the modules on its pages are unfinished. */
  keepGeneratorAt(value: string | number, param = 'continue'): void {
    this.#continuation.keepGeneratorAt(this.param(param), value)
  }

  /** `query.<name>`, created on first use. */
  answer(): Row {
    const { result } = this.run
    result.query ??= {}
    return result.query as Row
  }

  /** Adds fields to a page; false if the response is full and the module must continue with this page. */
  addToPage(pageId: number, fields: Row): boolean {
    const row = this.pages.output(pageId)
    if (!row) return true
    if (!this.run.budget.take(fields, !this.#added)) return false
    this.#added = true
    Object.assign(row, fields)
    return true
  }

  /** Adds an entry to the page's list for this module. */
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

/** The parameters that were sent, in declaration order. */
function givenOf<T extends object, K extends keyof T & string>(args: T, names: readonly K[]): K[] {
  const declared = Object.keys(args) as K[]
  return declared.filter(name => names.includes(name) && args[name] !== undefined && args[name] !== false)
}
