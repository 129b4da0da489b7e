import { stat } from 'node:fs/promises'
import { appendChange } from '#events/change-log.ts'
import type { Clock } from '#store/clock.ts'
import { insertRows, type Row } from '#store/insert-rows.ts'
import { padded } from '#store/keyset.ts'
import type { Reader, Store, Writer } from '#store/store.ts'
import { MESSAGES_IMPORTED } from '../messages/interface-messages.ts'
import { ImportError } from './import-error.ts'
import { DOCUMENTATION, type MessageFile, messageFiles, readMessages } from './message-files.ts'

/** A change to a built-in message. */
export interface MessageChange {
  readonly lang: string
  readonly name: string
  /** Null for a new message. */
  readonly old: string | null
  /** Null for a removed message. */
  readonly text: string | null
  /** Its message group. */
  readonly group: string
}

/** Called after messages change, in the same transaction. */
export type MessageFollower = (tx: Writer, changes: readonly MessageChange[]) => Promise<void>

interface MessageImport {
  readonly folder: string
  readonly clock: Clock
  readonly follow?: MessageFollower | undefined
}

/**
 * Imports interface messages from a folder of `<code>.json` files, or of subfolders with one per message group. The
 * given groups are replaced in the languages that have files; everything else stays. Returns the number of messages,
 * without their documentation.
 */
export async function importMessages(store: Store, { folder, clock, follow }: MessageImport): Promise<number> {
  const languages = new Map<string, { groups: Set<string>; given: Map<string, Shipped> }>()
  for (const { file, group, lang } of await messageFilesOf(folder)) {
    const language = languages.get(lang) ?? { groups: new Set(), given: new Map() }
    languages.set(lang, language)
    language.groups.add(group)
    for (const [name, text] of await readMessages(file)) language.given.set(name, { text, group })
  }
  await store.transaction(async tx => {
    const changes: MessageChange[] = []
    for (const [lang, { groups, given }] of languages)
      changes.push(...differences(lang, groups, given, await shipped(tx, lang)))
    await write(tx, changes)
    const reworded = changes.filter(({ old, text }) => old !== text)
    await follow?.(tx, reworded)
    if (changes.length > 0) await appendChange(tx, clock, { ...MESSAGES_IMPORTED, data: { count: changes.length } })
  })
  let count = 0
  for (const [lang, { given }] of languages) if (lang !== DOCUMENTATION) count += given.size
  return count
}

/** Rejects an invalid folder before anything else is done. */
export async function checkMessages(folder: string): Promise<void> {
  for (const { file } of await messageFilesOf(folder)) await readMessages(file)
}

async function messageFilesOf(folder: string): Promise<MessageFile[]> {
  if (!(await stat(folder).catch(() => null))?.isDirectory())
    throw new ImportError(`${folder}: not a folder of messages (files such as en.json)`)
  const files = await messageFiles(folder)
  if (files.length === 0) throw new ImportError(`${folder}: contains no messages (files such as en.json)`)
  return files
}

const NAMES_AT_ONCE = 500

interface Shipped {
  readonly text: string
  readonly group: string
}

async function shipped(db: Reader, lang: string): Promise<Map<string, Shipped>> {
  const rows = await db.selectFrom('message').where('lang', '=', lang).select(['name', 'text', 'origin']).execute()
  return new Map(rows.map(({ name, text, origin }) => [name, { text, group: origin }]))
}

function* differences(
  lang: string,
  groups: ReadonlySet<string>,
  given: ReadonlyMap<string, Shipped>,
  known: ReadonlyMap<string, Shipped>,
): Generator<MessageChange> {
  for (const [name, { text, group }] of given) {
    const before = known.get(name)
    if (before?.text !== text || before.group !== group) yield { lang, name, old: before?.text ?? null, text, group }
  }
  for (const [name, { text, group }] of known)
    if (groups.has(group) && !given.has(name)) yield { lang, name, old: text, text: null, group }
}

async function write(tx: Writer, changes: readonly MessageChange[]): Promise<void> {
  const replaced = changes.filter(({ old }) => old !== null)
  for (const [lang, of] of Map.groupBy(replaced, change => change.lang)) {
    const names = of.map(({ name }) => name)
    for (let i = 0; i < names.length; i += NAMES_AT_ONCE) {
      const some = names.slice(i, i + NAMES_AT_ONCE)
      await tx.deleteFrom('message').where('lang', '=', lang).where('name', 'in', padded(some)).execute()
    }
  }
  const rows = changes.flatMap(({ lang, name, text, group }): Row[] =>
    text === null ? [] : [[lang, name, text, group]],
  )
  await insertRows(tx, 'message', ['lang', 'name', 'text', 'origin'], rows)
}
