// Screenshots that come from files of a repository.

import { compileUserPattern } from '#patterns/user-pattern.ts'
import { ACTION } from '../catalogue/change-actions.ts'
import type { ComponentParts } from '../catalogue/components.ts'
import { PICTURE_BYTES, pictureType } from '../catalogue/picture.ts'
import { placeOf, type TranslationRow } from '../catalogue/rows.ts'
import { translationOf } from '../catalogue/translations.ts'
import { work } from '../catalogue/work.ts'
import type { TreeFile } from './copy.ts'
import { RepositoryError } from './repository-error.ts'
import type { Session } from './session.ts'

/** Limit per component, since each screenshot is stored in the database. */
const MOST_SCREENSHOTS = 1000

/** Whether a path matches a mask: `*` is any text, also with slashes, and `?` one character. */
export function maskMatcher(mask: string): (path: string) => boolean {
  const source = [...mask].map(sign =>
    sign === '*' ? '.*' : sign === '?' ? '.' : sign.replace(/[\\^$.|+()[\]{}]/, '\\$&'),
  )
  const pattern = compileUserPattern(`^${source.join('')}$`, { dotAll: true })
  return path => pattern.matcher(path).find()
}

interface Arriving {
  readonly base: ReadonlyMap<string, TreeFile> | null
  readonly theirs: ReadonlyMap<string, TreeFile>
  /** Unchanged files that are read all the same. */
  readonly also: ReadonlySet<string>
}

/**
 * Adds a screenshot for each image that matches `screenshot_filemask`, and replaces the image when the file changes. Files
 * that are no images stay out. Screenshots stay when their file is gone, because strings may be linked to them.
 */
export async function takeScreenshots(
  session: Session,
  { component, sourceLanguage }: ComponentParts,
  { base, theirs, also }: Arriving,
): Promise<void> {
  if (component.screenshot_filemask === '') return
  const { store } = session.services
  const isScreenshot = maskMatcher(component.screenshot_filemask)
  const paths = [...theirs.keys()].filter(isScreenshot).sort().slice(0, MOST_SCREENSHOTS)
  const source = await translationOf(store.read, component.id, sourceLanguage.id)
  if (paths.length === 0 || source === null) return
  const rows = await store.read
    .selectFrom('screenshot')
    .select(['id', 'repository_filename'])
    .where('translation_id', '=', source.id)
    .where('repository_filename', '<>', '')
    .execute()
  const known = new Map(rows.map(row => [row.repository_filename, row.id]))
  for (const path of paths) {
    const file = theirs.get(path)!
    // A screenshot that people deleted stays deleted, until its file changes.
    const isSame = base?.get(path)?.blob === file.blob
    if (isSame && (known.has(path) || !also.has(path))) continue
    const image = await imageIn(session, file)
    if (image !== null) await storeImage(session, source, path, known.get(path), image)
  }
}

interface Image {
  readonly image: Buffer
  readonly media_type: string
}

async function imageIn({ copy }: Session, file: TreeFile): Promise<Image | null> {
  try {
    const image = await copy.read(file)
    if (image.length > PICTURE_BYTES) return null
    const media_type = await pictureType(image)
    return media_type.startsWith('image/') ? { image, media_type } : null
  } catch (error) {
    if (error instanceof RepositoryError && error.kind === 'limit') return null
    throw error
  }
}

async function storeImage(
  { services, account }: Session,
  source: TranslationRow,
  path: string,
  id: number | undefined,
  values: Image,
): Promise<void> {
  const name = path.slice(path.lastIndexOf('/') + 1).slice(0, 200)
  await work(services, account, async piece => {
    if (id !== undefined) {
      const row = await piece.tx
        .selectFrom('screenshot')
        .select(['name', 'image'])
        .where('id', '=', id)
        .executeTakeFirst()
      if (row === undefined || row.image.equals(values.image)) return
      await piece.tx.updateTable('screenshot').set(values).where('id', '=', id).execute()
      piece.record(ACTION.screenshotUploaded, placeOf(source), { target: row.name })
      return
    }
    await piece.tx
      .insertInto('screenshot')
      .values({
        ...values,
        name,
        translation_id: source.id,
        repository_filename: path,
        account_id: piece.account,
        created_at: piece.now,
      })
      .execute()
    piece.record(ACTION.screenshotAdded, placeOf(source), { target: name })
  })
}
