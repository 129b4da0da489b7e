// Files that were deleted from the repository.

import { ACTION } from '../catalogue/change-actions.ts'
import { hasPending, storedFile } from '../catalogue/component-files.ts'
import type { ComponentParts } from '../catalogue/components.ts'
import { placeOf, type TranslationRow } from '../catalogue/rows.ts'
import { setAsideTranslation } from '../catalogue/set-aside-translations.ts'
import { type Work, work } from '../catalogue/work.ts'
import { writtenHere } from './authors.ts'
import type { TreeFile } from './copy.ts'
import { holdFile } from './held-files.ts'
import type { Session } from './session.ts'

interface Leaving {
  readonly base: ReadonlyMap<string, TreeFile> | null
  readonly fork?: ReadonlyMap<string, TreeFile> | undefined
  readonly dropOurs?: boolean
}

const translationAt = (tx: Work['tx'], { component }: ComponentParts, path: string) =>
  tx
    .selectFrom('translation')
    .selectAll()
    .where('component_id', '=', component.id)
    .where('filename', '=', path)
    .where('is_source', '=', 0)
    .executeTakeFirst()

const writeAgain = (tx: Work['tx'], translation: TranslationRow) =>
  tx
    .updateTable('unit')
    .set({ pending: 1 })
    .where('translation_id', '=', translation.id)
    .where('target', '<>', '')
    .execute()

/**
 * Sets the language of a deleted file aside, unless it has pending changes: then the file is written again with them.
 */
export async function letGo(
  { services, account, copy }: Session,
  parts: ComponentParts,
  path: string,
  { base, fork, dropOurs = false }: Leaving,
): Promise<boolean> {
  const was = await copy.read(base!.get(path)!)
  return work(services, account, async piece => {
    const { tx } = piece
    const translation = await translationAt(tx, parts, path)
    if (translation === undefined) return false
    const stored = await storedFile(tx, parts.component.id, path)
    const isDropped = async () =>
      fork !== undefined && !fork.has(path) && (await writtenHere(tx, translation.id)).size > 0
    const isOurs =
      (await hasPending(tx, translation.id)) || (stored !== null && !stored.equals(was)) || (await isDropped())
    if (!isOurs || dropOurs) await setAsideTranslation(piece, translation)
    else {
      await tx
        .deleteFrom('component_file')
        .where('component_id', '=', parts.component.id)
        .where('filename', '=', path)
        .execute()
      await writeAgain(tx, translation)
      piece.record(ACTION.resourceUpdated, placeOf(translation), { details: { filename: path, removed: 0 } })
    }
    return true
  })
}

/**
 * Handles a file mask that matches nothing: its languages stay as they are, to be compared once their files are found
 * again. Changes that only our commits contained become pending again.
 */
export async function waitForMask(
  { services, account, copy }: Session,
  parts: ComponentParts,
  path: string,
  { base }: Leaving,
): Promise<boolean> {
  const was = await copy.read(base!.get(path)!)
  return work(services, account, async piece => {
    const translation = await translationAt(piece.tx, parts, path)
    if (translation === undefined) return false
    await holdFile(piece, parts.component.id, path, { reason: 'moved', content: was })
    const stored = await storedFile(piece.tx, parts.component.id, path)
    if (stored !== null && !stored.equals(was)) await writeAgain(piece.tx, translation)
    return true
  })
}
