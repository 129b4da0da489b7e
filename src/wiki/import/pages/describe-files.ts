import type { Row } from '#store/insert-rows.ts'
import { updateRows } from '#store/insert-rows.ts'
import type { Store } from '#store/store.ts'
import type { FileStore } from '../../file-store.ts'
import { fileContent } from '../../files/stored-bytes.ts'
import { fileFacts } from './file-facts.ts'

const BATCH = 200

/** Measures pictures for which an export gave only a name and a hash, once the files are stored. */
export async function describeFiles(store: Store, files: FileStore): Promise<void> {
  await describe(store, files, 'file', 'name')
  await describe(store, files, 'old_file', 'id')
}

async function describe<T extends 'file' | 'old_file'>(
  store: Store,
  files: FileStore,
  table: T,
  key: 'name' | 'id',
): Promise<void> {
  const pictures = await store.read
    .selectFrom(table as 'old_file')
    .where('width', '=', 0)
    .where('sha1', '<>', '')
    .where('media_type', 'in', ['BITMAP', 'DRAWING'])
    .select([key as 'id', 'name', 'sha1'])
    .execute()
  for (let from = 0; from < pictures.length; from += BATCH) {
    const rows: Row[] = []
    for (const picture of pictures.slice(from, from + BATCH)) {
      const data = (await fileContent(files, picture.sha1)) ?? undefined
      const { width, height, bits } = await fileFacts(picture.name, data)
      if (width > 0) rows.push([picture[key as 'id'], width, height, bits])
    }
    await store.transaction(tx => updateRows(tx, table, [key, 'width', 'height', 'bits'], rows))
  }
}
