import type { ComponentParts, ComponentRow } from '../../catalogue/components.ts'
import { usesGit } from '../../catalogue/version-control.ts'
import { operateAsTask } from '../../repositories/background.ts'
import type { AnyCall } from './find.ts'

/** Settings that decide which files are read, and how. */
const READ_BY = [
  ...(['filemask', 'template', 'new_base', 'file_format', 'language_regex'] as const),
  ...(['file_format_params', 'key_filter', 'screenshot_filemask'] as const),
] as const

/** Whether a component starts or stops sharing a repository, or shares another one. */
export const isSwitched = (before: ComponentRow, after: ComponentRow): boolean =>
  before.linked_component_id !== after.linked_component_id

/** Imports the files again in the background if their location or format changed. */
export async function reimport(call: AnyCall, { component: before, project }: ComponentParts, after: ComponentRow) {
  const differs = (...names: (keyof ComponentRow)[]) => names.some(name => before[name] !== after[name])
  if (!usesGit(after) || !differs('repo', 'branch', ...READ_BY)) return null
  // Strings that a filter leaves out are written first; no later commit would do it.
  const first = differs('key_filter') ? (['commit'] as const) : []
  const rescan = differs(...READ_BY) ? (['file-scan'] as const) : []
  // Another repository gets the translations that it lacks.
  const operations = isSwitched(before, after)
    ? (['pull', 'commit'] as const)
    : ([...first, 'pull', ...rescan] as const)
  const who = { account: call.accountId(), project: project.id }
  return operateAsTask(call.tx, call.services, { components: [after.id], operations, ...who })
}
