import { fail } from '../../messages/message.ts'

/** The values of a `show` parameter; a request for both `x` and `!x` contradicts itself. */
export function showFilters<V extends string>(values: readonly V[] | undefined): ReadonlySet<V> {
  const shown = new Set(values)
  for (const value of shown) if (shown.has(`!${value}` as V)) fail('apierror-show')
  return shown
}
