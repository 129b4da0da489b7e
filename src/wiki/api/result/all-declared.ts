/**
 * Rejects a result with members that its declaration lacks. TypeScript itself looks for them only in literals, not in
 * spread objects or in what functions return.
 */
export type AllDeclared<T, Declared> = [Undeclared<T, Declared>] extends [never]
  ? unknown
  : { readonly result: { readonly undeclared: Undeclared<T, Declared> } }

/** Names of undeclared members at any depth. */
type Undeclared<T, Declared> = unknown extends Declared
  ? never
  : T extends readonly (infer Item)[]
    ? Undeclared<Item, ItemOf<Declared>>
    : T extends object
      ? { [N in keyof T]-?: UndeclaredMember<T, N, Declared> }[keyof T]
      : never

/** Symbols are marks for the older formats, not members. */
type UndeclaredMember<T, N extends keyof T, Declared> = N extends string | number
  ? `${N}` extends NameIn<Declared>
    ? Undeclared<T[N], MemberOf<Declared, `${N}`>>
    : N
  : never

// Each of these combines the alternatives of a declaration.
type ItemOf<Declared> = Declared extends readonly (infer Item)[] ? Item : never
type NameIn<Declared> = Declared extends unknown ? keyof Declared : never
type MemberOf<Declared, N> = Declared extends unknown ? (N extends keyof Declared ? Declared[N] : never) : never
