import { fail } from '../../messages/message.ts'

/** Values of a `show` parameter; `x` together with `!x` is an error. */
export function showFilters<V extends string>(values: readonly V[] | undefined): ReadonlySet<V> {
  const shown = new Set(values)
  for (const value of shown) if (shown.has(`!${value}` as V)) fail('apierror-show')
  return shown
}
