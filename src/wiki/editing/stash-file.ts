import { hash, randomInt } from 'node:crypto'
import type { Caller } from '#accounts/caller.ts'
import type { Clock } from '#store/clock.ts'
import { hashPath } from '../files/addresses.ts'
import { usualEnding } from '../files/inspect/file-kinds.ts'
import type { FileFacts } from '../files/inspect/inspect-file.ts'
import { type Serializable, serialize } from '../php/serialize.ts'
import { digitTimestamp } from '../site/timestamp.ts'
import type { Wiki } from '../wiki.ts'
import { keepBytes } from './keep-bytes.ts'
import { tidyLater } from './tidy-stash.ts'

interface StashOrder {
  readonly caller: Caller
  /** Unix time in seconds. */
  readonly now: number
  readonly facts: FileFacts
  readonly sha1: string
  readonly bytes: Buffer
  /** Whether this is only the first chunk of a file. */
  readonly isPart?: boolean
}

/** Maximum size of the metadata kept for a stashed file. */
const LONGEST_METADATA = 65_535

/** Stashes a file, whose bytes are already stored, until its owner publishes it. Returns the file key. */
export async function stashFile(wiki: Wiki, order: StashOrder): Promise<string> {
  const { caller, now, facts, sha1, bytes, isPart = false } = order
  const owner = caller.account!.id
  const ending = usualEnding(facts.mime) ?? ''
  const name = `${freshKey(wiki.clock)}.${owner}.${ending}`
  const stored = `${digitTimestamp(now)}!php${hash('md5', name, 'hex').slice(0, 6)}${ending === '' ? '' : `.${ending}`}`
  const props = serialize({ metadata: facts.metadata as Serializable })
  await wiki.store.transaction(async tx => {
    await keepBytes(tx, wiki, sha1, bytes)
    await tx
      .insertInto('stashed_file')
      .values({
        account_id: owner,
        key: name,
        original_path: 'upload',
        source_type: 'file',
        timestamp: now,
        path: `mwrepo://local/temp/${hashPath(stored)}/${stored}`,
        status: isPart ? 'chunks' : 'finished',
        chunk_index: isPart ? 0 : null,
        size: facts.size,
        sha1,
        mime: facts.mime,
        media_type: facts.mediaType,
        width: facts.width,
        height: facts.height,
        bits: facts.bits,
        props: Buffer.from(props.length > LONGEST_METADATA ? serialize({ metadata: {} }) : props),
      })
      .execute()
    await tidyLater(tx, wiki)
  })
  return name
}

/** A file key such as `1d353ax31n28.la5ahv`: the time plus a random part. */
function freshKey(clock: Clock): string {
  const instant = BigInt(Math.floor(clock.now())) * 100_000n + BigInt(randomInt(100_000))
  return `${instant.toString(36)}.${randomInt(36 ** 5, 2 ** 31).toString(36)}`
}
