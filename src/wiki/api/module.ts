import type { TokenType } from '#accounts/tokens.ts'
import type { ActionRun } from './action-run.ts'
import type { ModuleHelp } from './module-help.ts'
import type { Args, ParamSetting, Params } from './params/kinds.ts'
import type { AllDeclared } from './result/all-declared.ts'
import type { Members, ResultOf } from './result/kinds.ts'

/** Declaration of a module; the listing is derived from it and from `params`. */
export interface Declaration<P extends Params = Params> {
  readonly name: string
  /** Prefix of each parameter on the wire. */
  readonly prefix: string
  /** Class name in the listing: informational, kept because clients print it. */
  readonly classname: string
  /** One-sentence description for the help page and the sandbox. */
  readonly summary: string
  readonly params: P
  /**
   * What the module returns: the members it adds to the response (actions), to `query` (lists and meta modules) or to
   * each page (prop modules).
   */
  readonly result: Members
  readonly help?: ModuleHelp<keyof P>
  readonly helpUrls: readonly string[]
  readonly deprecated?: true
  /** For the wiki's own pages; other clients should not rely on it. */
  readonly internal?: true
  /** The MediaWiki extension the module comes from, if any. */
  readonly extension?: string
  /** Exists only if this is on. */
  readonly setting?: ParamSetting
  /** Works, but is not in the listings, which are those of a MediaWiki without the extension. */
  readonly unlisted?: true
  /** False for the few modules that work without read rights on a private wiki. */
  readonly readRights?: false
  /**
   * Whether shared caches may store responses to anonymous callers. Not by default, since they may depend on the
   * caller.
   */
  readonly cacheable?: true | ((a: Args<P>) => boolean)
  /**
   * Whether the response depends only on the request and on what the change log reports, such as settings, texts of the
   * interface and pages. It must not depend on the time, on counters, or on who the visitor is. Such responses are kept
   * (`kept-answers.ts`), unless it turns out that they depend on more (`ActionRun.dependsOnMore`).
   */
  readonly ofSite?: true | ((a: Args<P>) => boolean)
}

/** Additional declaration of a query module. */
export interface QueryDeclaration<P extends Params = Params> extends Declaration<P> {
  readonly group: 'list' | 'prop' | 'meta'
  readonly generator?: true
  /** Members it adds to each page as a generator. */
  readonly generatorResult?: Members
  /** Members that a `prop` module adds to `query` instead of the pages. */
  readonly queryResult?: Members
  /** XML element of one result. */
  readonly tag?: string
}

export interface ActionModule<P extends Params = Params> extends Declaration<P> {
  readonly group: 'action'
  readonly mustBePosted?: true
  /** Type of the required token. */
  readonly token?: TokenType
  readonly write?: true
  /** Stores its response along with its writes (`run-once.ts`), so that it supports `Idempotency-Key`. */
  readonly idempotent?: true
  /** With `ofSite`: there are as many responses as pages. */
  readonly isOfPage?: true
  /** For read modules: whether this request reveals nothing about the wiki and so needs no read rights. */
  opens?(r: ActionRun, a: Args<P>): boolean
  /** Accepts undeclared parameters, depending on the request. */
  readonly dynamicParams?: true
  run(r: ActionRun, a: Args<P>): Promise<void>
}

/** A module whose results are known to the type checker. */
export type WithResult<M, R> = Omit<M, 'result'> & { readonly result: R }

/** A module without the fields added by its constructor function. */
export type Spec<M, P, R> = Omit<M, 'group' | 'params' | 'result'> & { readonly params: P; readonly result: R }

/**
 * An action as declared: `run` returns the members it adds to the response. `R` is not constrained to kinds itself,
 * since they nest without limit and the checker would follow them.
 */
type ActionSpec<P extends Params, R, N, T> = Omit<Spec<ActionModule<P>, P, R>, 'run'> & {
  readonly result: Members
  readonly name: N
  run(r: ActionRun, a: Args<P>): Promise<T>
} & AllDeclared<T, ResultOf<R>>

/** Declares an action. */
export const actionModule = <const P extends Params, const R, const N extends string, T extends ResultOf<NoInfer<R>>>(
  module: ActionSpec<P, R, N, T>,
): WithResult<ActionModule, R> & { readonly name: N } => {
  const run: ActionModule<P>['run'] = async (r, a) => {
    Object.assign(r.result, await module.run(r, a))
  }
  return { group: 'action', ...module, run } as unknown as WithResult<ActionModule, R> & { readonly name: N }
}
