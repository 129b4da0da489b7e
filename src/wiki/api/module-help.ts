import type { MessageParam } from '../messages/message.ts'

/** Help for a module beyond its summary. Other languages come from imported messages. */
export interface ModuleHelp<Name extends PropertyKey = string> {
  /**
   * Example requests, each with the suffix of its message key (or, after `!`, the whole key) and a built-in
   * description.
   */
  readonly examples?: readonly (readonly [query: string, key: string, words?: string])[]
  readonly params?: Readonly<Partial<Record<Name, ParamHelp>>>
}

export interface ParamHelp {
  /** One-sentence description. Common parameters have one in help/shared-words.json. */
  readonly words?: string
  /** Message key, if it is not derived from the module and parameter. */
  readonly key?: string
  /** Message parameters that precede the usual ones. */
  readonly params?: readonly MessageParam[]
  /** Values described one by one, in this order; as an object, with built-in descriptions. */
  readonly values?: readonly string[] | Readonly<Record<string, string>>
  readonly valueParams?: Readonly<Record<string, readonly MessageParam[]>>
}
