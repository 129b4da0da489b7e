// The syntax tree of Fluent, as far as translations need it.

export interface FluentPattern {
  readonly elements: readonly (FluentText | FluentPlaceable)[]
}

export interface FluentText {
  readonly type: 'text'
  readonly value: string
}

export interface FluentPlaceable {
  readonly type: 'placeable'
  readonly expression: FluentExpression
}

export interface FluentArguments {
  readonly positional: readonly FluentExpression[]
  readonly named: ReadonlyMap<string, FluentExpression>
}

export type FluentExpression =
  | { readonly type: 'string' | 'number'; readonly value: string }
  | { readonly type: 'variable'; readonly name: string }
  | { readonly type: 'message'; readonly name: string; readonly attribute: string | undefined }
  | {
      readonly type: 'term'
      readonly name: string
      readonly attribute: string | undefined
      readonly arguments: FluentArguments | undefined
    }
  | { readonly type: 'function'; readonly name: string; readonly arguments: FluentArguments }
  | FluentPlaceable
  | FluentSelect

export interface FluentSelect {
  readonly type: 'select'
  readonly selector: FluentExpression
  readonly variants: readonly FluentVariant[]
}

export interface FluentVariant {
  readonly key: string
  readonly isDefault: boolean
  readonly value: FluentPattern
}

export interface FluentAttribute {
  readonly name: string
  readonly value: FluentPattern
}

export interface FluentEntry {
  // With a hyphen for terms.
  readonly id: string
  readonly isTerm: boolean
  readonly value: FluentPattern | undefined
  readonly attributes: readonly FluentAttribute[]
  // Position of the identifier, after the equals sign, and the end of the last pattern.
  readonly start: number
  readonly equalsEnd: number
  readonly end: number
}

/** A syntax error with its position. */
export class FluentError extends Error {
  readonly at: number

  constructor(message: string, at: number) {
    super(message)
    this.name = 'FluentError'
    this.at = at
  }
}
