import type { TokenType } from '#accounts/tokens.ts'
import type { ActionRun } from './action-run.ts'
import type { ModuleHelp } from './module-help.ts'
import type { Args, Params } from './params/kinds.ts'

/** What every module says of itself; the listing is a projection of this and of `params`. */
export interface Declaration<P extends Params = Params> {
  readonly name: string
  /** Put before the name of each parameter on the wire. */
  readonly prefix: string
  /** The listing's `classname`: informational, kept because clients print it. */
  readonly classname: string
  /** What the module is for, in a sentence: the help page and the sandbox show it. */
  readonly summary: string
  readonly params: P
  readonly help?: ModuleHelp<keyof P>
  readonly helpUrls: readonly string[]
  readonly deprecated?: true
  /** Made for the wiki's own pages: others should not count on it. */
  readonly internal?: true
  /** The extension of MediaWiki whose interface it is, if not MediaWiki itself. */
  readonly extension?: string
  /** False for the few modules that work without the right to read: on a private wiki, all others are closed to strangers. */
  readonly readRights?: false
  /**
   * Whether a shared cache may keep what a stranger is answered. Unless a module says so, it may not: the answer may be about
   * the caller.
   */
  readonly cacheable?: true | ((a: Args<P>) => boolean)
}

/** What a query module says of itself besides. */
export interface QueryDeclaration<P extends Params = Params> extends Declaration<P> {
  readonly group: 'list' | 'prop' | 'meta'
  readonly generator?: true
  /** The XML element of one result. */
  readonly tag?: string
}

export interface ActionModule<P extends Params = Params> extends Declaration<P> {
  readonly group: 'action'
  readonly mustBePosted?: true
  /** The type of token it wants in the parameter `token`. */
  readonly token?: TokenType
  readonly write?: true
  /** It remembers its answer with what it writes (`run-once.ts`), so that it can be sent twice with one `Idempotency-Key`. */
  readonly idempotent?: true
  /** For a module that reads: whether this one request reads nothing of the wiki, so that it needs no right to. */
  opens?(r: ActionRun, a: Args<P>): boolean
  /** It takes more parameters than it declares, depending on what it is asked to do. */
  readonly dynamicParams?: true
  run(r: ActionRun, a: Args<P>): Promise<void>
}

/** A module without what the function that makes it adds. */
export type Spec<M, P> = Omit<M, 'group' | 'params'> & { readonly params: P }

export const actionModule = <const P extends Params>(module: Spec<ActionModule<P>, P>): ActionModule =>
  ({ group: 'action', ...module }) as unknown as ActionModule
