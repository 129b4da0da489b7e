import { type ApiMessage, apiMessage } from '../messages/message.ts'
import type { CallerBlock } from './caller-block.ts'

/** Isolates the direction of a name within other text; numbers need no isolation. */
const embedded = (name: string): string => (/\p{L}/u.test(name) ? `\u202a${name}\u202c` : name)

/** Dates and words in the reader's language. */
interface Telling {
  write(seconds: number): string
  word(key: 'blockednoreason' | 'infiniteblock'): string
}

/** The full block message: by whom, why, since when, until when. */
export function blockMessage(block: CallerBlock, ip: string, { write, word }: Telling): ApiMessage {
  const key = block.auto ? 'autoblockedtext' : block.sitewide ? 'blockedtext' : 'blockedtext-partial'
  const by = embedded(block.byName)
  return apiMessage(key, [
    `[[User:${block.byName}|${by}]]`,
    block.reason === '' ? word('blockednoreason') : block.reason,
    ...[ip, by, block.id],
    block.expiresAt === null ? word('infiniteblock') : write(block.expiresAt),
    ...[block.auto ? ip : embedded(block.target), write(block.timestamp)],
  ])
}
