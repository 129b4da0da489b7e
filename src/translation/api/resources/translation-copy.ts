// Fills a new translation with those of the same strings in other components.

import { invalidField } from '#fields/problem.ts'
import { autoTranslate } from '../../catalogue/auto-translate.ts'
import type { ComponentParts } from '../../catalogue/components.ts'
import { contributesToShared } from '../../catalogue/memory-scope.ts'
import type { Work } from '../../catalogue/work.ts'
import { componentNamed } from './component-copy.ts'
import {
  type AnyCall,
  type FoundTranslation,
  needDirectEditing,
  needPlace,
  needTranslation,
  needUnlocked,
} from './find.ts'

/**
 * The components whose translations are copied, in this order: those of the project, and of others whose projects share
 * their translations as both projects allow for the translation memory.
 */
export async function sourcesOf(
  call: AnyCall,
  target: ComponentParts,
  names: readonly unknown[],
): Promise<ComponentParts[]> {
  const permissions = await call.permissions()
  const sources: ComponentParts[] = []
  for (const name of names) {
    const source = await componentNamed(call, name)
    const isShared =
      source !== null &&
      contributesToShared(source.project) &&
      source.component.restricted === 0 &&
      target.project.use_shared_tm === 1
    if (source === null || !(source.project.id === target.project.id || isShared))
      throw invalidField(
        'from_component',
        'invalid',
        'This component does not exist, or its project does not share translations.',
      )
    if (source.project.id === target.project.id && !permissions.inPlace(source, 'component.edit'))
      throw invalidField('from_component', 'invalid', 'You do not have permission to use this component.')
    if (source.component.source_language_id !== target.component.source_language_id)
      throw invalidField('from_component', 'invalid', 'This component has a different source language.')
    if (!sources.some(each => each.component.id === source.component.id)) sources.push(source)
  }
  if (names.length > 0) await needPlace(call, target, 'translation.auto', 'Can not translate automatically')
  return sources
}

/** Copies finished translations. Strings that an earlier component translated stay. */
export async function copyTranslations(
  call: AnyCall,
  piece: Work,
  place: FoundTranslation,
  sources: readonly ComponentParts[],
): Promise<void> {
  if (sources.length > 0) {
    needUnlocked(place)
    await needTranslation(call, place, 'translation.auto')
    await needDirectEditing(call, place)
  }
  for (const { component, project } of sources) {
    const from = { mode: 'translate', source: 'others', component: component.id, threshold: 100 } as const
    await autoTranslate(piece, place, from, [project.id], () => true)
  }
}
