import type { MessageParam } from '../messages/message.ts'

/** What people are told of a module, beyond its summary. Texts in other languages come from imported messages. */
export interface ModuleHelp<Name extends PropertyKey = string> {
  /**
   * Requests to try, each with the end of the key of the message that tells what it does (or after `!` the whole key), and
   * our own words for that.
   */
  readonly examples?: readonly (readonly [query: string, key: string, words?: string])[]
  readonly params?: Readonly<Partial<Record<Name, ParamHelp>>>
}

export interface ParamHelp {
  /** What it is for, in a sentence. Parameters that many modules share have words already (help/shared-words.json). */
  readonly words?: string
  /** The key of its message, where that is not made from the module and the name. */
  readonly key?: string
  /** Parameters of that message that come before the usual ones. */
  readonly params?: readonly MessageParam[]
  /** Values that are described one by one, in this order; as an object, with our own words for each. */
  readonly values?: readonly string[] | Readonly<Record<string, string>>
  readonly valueParams?: Readonly<Record<string, readonly MessageParam[]>>
}
