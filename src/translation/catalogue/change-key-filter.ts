import { importContent } from './component-files.ts'
import { isByKey } from './component-format.ts'
import { translationsOf } from './component-translations.ts'
import type { ComponentParts, ComponentRow } from './components.ts'
import { exportFile } from './export-file.ts'
import { joinForms } from './forms.ts'
import type { Settlement } from './import-file.ts'
import { ownState } from './read-only.ts'
import { usesGit } from './version-control.ts'
import type { Work } from './work.ts'

/**
 * Changes a component with `change`. With another `key_filter`, its files are then read again, since they still contain
 * the strings that were left out before. Files of a repository are read from there instead.
 */
export async function changeKeyFilter(
  work: Work,
  parts: ComponentParts,
  key_filter: string,
  change: () => Promise<ComponentRow>,
): Promise<ComponentRow> {
  const { component } = parts
  if (component.key_filter === key_filter || usesGit(component) || !isByKey(component)) return change()
  const places = await translationsOf(work.tx, parts)
  const sourcesFirst = places.toSorted((a, b) => b.translation.is_source - a.translation.is_source)
  const files: (readonly [(typeof places)[number], Uint8Array])[] = []
  for (const place of sourcesFirst) files.push([place, await exportFile(work.tx, place)])
  const changed = await change()
  work.forgetKnown()
  for (const [{ language }, content] of files)
    await importContent(work, { ...parts, component: changed }, language, content, undefined, OURS)
  return changed
}

/** The files were just written from the strings here, but most formats have no states. */
const OURS: Settlement = {
  settle: (string, unit) =>
    joinForms(string.values.target ?? []) === unit.target
      ? { ...string, values: { ...string.values, state: ownState(unit) } }
      : string,
  keeps: () => false,
}
