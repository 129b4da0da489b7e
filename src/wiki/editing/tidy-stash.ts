import type { Services } from '#core/services.ts'
import { seconds } from '#store/clock.ts'
import { holdLock } from '#store/named-locks.ts'
import type { Writer } from '#store/store.ts'
import { dropPartial } from '../files/partial-file.ts'
import { dropFile } from '../files/stored-bytes.ts'
import { openWiki } from '../open-wiki.ts'
import type { Wiki } from '../wiki.ts'
import { usedContents } from './sweep-files.ts'

const JOB = 'wiki-tidy-stash'
const BATCH_SIZE = 100

/** Seconds that a file stays in the stash. */
const keptFor = ({ services }: Wiki): number => services.config.stashHours * 3600

/** Queues a cleanup for when the stashed file expires. */
export const tidyLater = (tx: Writer, wiki: Wiki): Promise<void> =>
  wiki.services.jobs.enqueue(tx, { kind: JOB, key: '', runAt: seconds(wiki.clock) + keptFor(wiki) })

export function handleTidying(services: Services): void {
  services.jobs.handle(JOB, async () => {
    const wiki = await openWiki(services)
    await tidyStash(wiki)
    const left = await wiki.db.selectFrom('stashed_file').select('id').limit(1).executeTakeFirst()
    if (left) await wiki.store.transaction(tx => tidyLater(tx, wiki))
  })
}

/** Removes expired stashed files, and their bytes unless another file has the same content. */
export async function tidyStash(wiki: Wiki): Promise<void> {
  const before = seconds(wiki.clock) - keptFor(wiki)
  const { files, pieces } = wiki
  for (;;) {
    const rows = await wiki.db
      .selectFrom('stashed_file')
      .where('timestamp', '<', before)
      .orderBy('id')
      .limit(BATCH_SIZE)
      .select(['id', 'key', 'sha1'])
      .execute()
    if (rows.length === 0) return
    for (const { id, key, sha1 } of rows)
      await wiki.store.transaction(async tx => {
        // The lock keeps new references from appearing between the check and the removal.
        await holdLock(tx, 'storedFiles')
        await tx.deleteFrom('stashed_file').where('id', '=', id).execute()
        if (files === null || pieces === null) return
        if ((await usedContents(tx, [sha1])).size === 0) await dropFile(files, sha1)
        await dropPartial(pieces, key)
      })
  }
}
