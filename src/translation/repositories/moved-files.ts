import type { ComponentRow } from '../catalogue/components.ts'
import { isMask, matchMask } from '../catalogue/filemask.ts'

/** New paths by old path, as detected by git. */
export type Renames = ReadonlyMap<string, string>

/** The new location of a component's files. */
export interface NewPlace {
  readonly filemask: string
  readonly template?: string
  readonly new_base?: string
}

/** All masks that match a path with this language code. */
function masksFor(path: string, code: string): string[] {
  const masks: string[] = []
  for (let at = path.indexOf(code); at !== -1; at = path.indexOf(code, at + 1)) {
    const [before, after] = [path.slice(0, at), path.slice(at + code.length)]
    if (/[\p{L}\p{N}]$/u.test(before) || /^[\p{L}\p{N}]/u.test(after)) continue
    const mask = `${before}*${after}`
    if (isMask(mask) && matchMask(mask, [path])[0]?.code === code) masks.push(mask)
  }
  return masks
}

/** The file mask that most files of a component moved to; null when they did not move together. */
export function newPlaceOf(
  { filemask, template, new_base }: Pick<ComponentRow, 'filemask' | 'template' | 'new_base'>,
  before: Iterable<string>,
  renames: Renames,
): NewPlace | null {
  const files = matchMask(filemask, [...before]).filter(({ path }) => path !== template && path !== new_base)
  const votes = new Map<string, number>()
  for (const { path, code } of files)
    for (const mask of masksFor(renames.get(path) ?? '', code)) votes.set(mask, (votes.get(mask) ?? 0) + 1)
  const [best] = [...votes].sort(([one, a], [other, b]) => b - a || one.length - other.length)
  if (best === undefined || best[1] * 2 <= files.length || best[0] === filemask) return null
  const [newTemplate, newBase] = [renames.get(template), renames.get(new_base)]
  return {
    filemask: best[0],
    ...(newTemplate !== undefined && { template: newTemplate }),
    ...(newBase !== undefined && { new_base: newBase }),
  }
}
