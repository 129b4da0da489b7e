import type { Members } from './kinds.ts'

type OptionalName<N> = N extends '*' | `${string}?` ? N : N extends string ? `${N}?` : never

/** Members of an object that is there only sometimes and then adds its members to another. */
export const optionalMembers = <const M extends Members>(
  members: M,
): { readonly [N in keyof M as OptionalName<N>]: M[N] } =>
  Object.fromEntries(Object.entries(members).map(([name, kind]) => [/[?*]$/.test(name) ? name : `${name}?`, kind])) as {
    [N in keyof M as OptionalName<N>]: M[N]
  }
