import { fail, textList } from '../messages/message.ts'

/** Requires exactly one of these parameters. */
export function requireOnlyOne<K extends string>(
  args: { readonly [name in K]?: unknown },
  ...names: readonly K[]
): void {
  const present = names.filter(name => args[name] !== undefined && args[name] !== false)
  if (present.length > 1) fail('apierror-invalidparammix', [textList(present), present.length])
  if (present.length === 0) fail('apierror-missingparam-one-of', [textList(names), names.length])
}
