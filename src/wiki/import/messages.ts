import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Store } from '#store/store.ts'
import { insertRows, type Row } from './bulk/insert-rows.ts'
import { ImportError } from './import-error.ts'

/** Codes of documentation, not of languages. */
const notLanguages = new Set(['qqq', 'qqx'])

/**
 * Takes over interface messages: a folder of `<code>.json` files, or of folders of them, one per group of messages.
 * Messages that are there already are replaced. Returns how many there are now from these files.
 */
export async function importMessages(store: Store, folder: string): Promise<number> {
  const files = await messageFiles(folder)
  if (files.length === 0) throw new ImportError(`${folder}: holds no messages (files such as en.json)`)
  const rows = new Map<string, Row>()
  for (const { file, group, lang } of files) {
    for (const [name, text] of await readMessages(file)) rows.set(`${lang}:${name}`, [lang, name, text, group])
  }
  await store.transaction(async tx => {
    for (const lang of new Set(files.map(file => file.lang)))
      await tx.deleteFrom('message').where('lang', '=', lang).execute()
    await insertRows(tx, 'message', ['lang', 'name', 'text', 'origin'], [...rows.values()])
  })
  return rows.size
}

interface MessageFile {
  readonly file: string
  readonly group: string
  readonly lang: string
}

async function messageFiles(folder: string, group = ''): Promise<MessageFile[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const found: MessageFile[] = []
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const file = path.join(folder, entry.name)
    if (entry.isDirectory() && group === '') found.push(...(await messageFiles(file, entry.name)))
    const lang = /^([a-z][a-z0-9-]*)\.json$/.exec(entry.name)?.[1]
    if (entry.isFile() && lang !== undefined && !notLanguages.has(lang)) found.push({ file, group, lang })
  }
  return found
}

async function readMessages(file: string): Promise<[name: string, text: string][]> {
  let parsed: unknown
  try {
    parsed = JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    if (error instanceof SyntaxError) throw new ImportError(`${file}: is not JSON: ${error.message}`)
    throw error
  }
  if (typeof parsed !== 'object' || parsed === null) throw new ImportError(`${file}: must be a JSON object of messages`)
  return Object.entries(parsed).filter(([name, text]) => !name.startsWith('@') && typeof text === 'string')
}
