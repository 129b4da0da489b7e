import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { openDump } from './decompress/decompress.ts'
import type { Compression } from './decompress/magic.ts'
import { DumpError } from './dump-error.ts'
import { tableRank } from './table-order.ts'

/** The kind of a file, detected from its content. */
export interface DetectedFile {
  readonly file: string
  readonly compression: Compression
  readonly kind: 'sql' | 'xml-pages' | 'xml-logs' | 'tar' | 'json' | 'postgres' | 'sqlite' | 'empty' | 'unknown'
  /** Tables declared or filled in the first part of a SQL file; a per-table dump has only one. */
  readonly tables?: readonly string[]
}

const HEAD = 256 * 1024

/** Reads the first part of a file. */
export async function detectFile(file: string): Promise<DetectedFile> {
  const source = await openDump(file)
  const pieces: Buffer[] = []
  let size = 0
  for await (const { data } of source.chunks) {
    pieces.push(data)
    size += data.length
    if (size >= HEAD) break
  }
  const head = Buffer.concat(pieces).subarray(0, HEAD)
  return { file, compression: source.compression, ...kindOf(head) }
}

function kindOf(head: Buffer): Pick<DetectedFile, 'kind' | 'tables'> {
  if (head.length === 0) return { kind: 'empty' }
  if (head.toString('latin1', 0, 15) === 'SQLite format 3') return { kind: 'sqlite' }
  if (head.length >= 262 && head.toString('latin1', 257, 262) === 'ustar') return { kind: 'tar' }
  const text = head
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trimStart()
  if (text.startsWith('<')) return { kind: xmlKind(text) }
  if (/^[{[]/.test(text)) return { kind: 'json' }
  if (/^(--\s*)+PostgreSQL database/.test(text)) return { kind: 'postgres' }
  if (/^PRAGMA foreign_keys/i.test(text)) return { kind: 'sqlite' }
  if (looksLikeSql(text)) return { kind: 'sql', tables: tablesIn(text) }
  return { kind: 'unknown' }
}

function xmlKind(text: string): DetectedFile['kind'] {
  const root = text.search(/<[a-z]/i)
  if (root === -1 || !/^<mediawiki[\s>]/.test(text.slice(root))) return 'unknown'
  return /<(page|logitem)[\s>]/.exec(text)?.[1] === 'logitem' ? 'xml-logs' : 'xml-pages'
}

const looksLikeSql = (text: string): boolean =>
  /^(--[ \t\r\n]|\/\*|#|(create|insert|replace|drop|set|use|lock|begin|start)\b)/i.test(text) &&
  /(^|\n|;)\s*(create\s+table|insert|replace|drop\s+table|set)\b|^\/\*[!M]|dump/i.test(text)

function tablesIn(text: string): string[] {
  const found = text.matchAll(
    /(?:^|\n)\s*(?:create\s+table(?:\s+if\s+not\s+exists)?|(?:insert|replace)(?:\s+ignore)?\s+into)\s+[`"]?(\w+)/gi,
  )
  return [...new Set([...found].map(match => match[1]!))]
}

/**
 * The files to read for the given paths: files as they are, folders expanded to the dumps they contain. Sorted by
 * dependency: referenced tables first, SQL before XML, and pages before logs.
 */
export async function detectAll(paths: readonly string[]): Promise<DetectedFile[]> {
  const found: DetectedFile[] = []
  for (const location of paths) {
    const info = await stat(location).catch(error => {
      if (error.code !== 'ENOENT') throw error
      throw new DumpError('no such file or folder', { file: location }, { cause: error })
    })
    if (!info.isDirectory()) found.push(rejectUnknown(await detectFile(location)))
    else found.push(...(await detectFolder(location)))
  }
  return found.sort((a, b) => rank(a) - rank(b) || compareNames(a.file, b.file))
}

async function detectFolder(folder: string): Promise<DetectedFile[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const files = entries.filter(entry => entry.isFile() && !entry.name.startsWith('.'))
  const detected: DetectedFile[] = []
  for (const entry of files) {
    // Ignores checksums and notes in a download folder. A damaged dump is an error.
    const file = await detectFile(path.join(folder, entry.name))
    if (isDump(file)) detected.push(file)
  }
  if (detected.length === 0) throw new DumpError('is a folder without any dumps', { file: folder })
  return detected
}

const isDump = ({ kind }: DetectedFile): boolean => kind === 'sql' || kind === 'xml-pages' || kind === 'xml-logs'

/** Names of unsupported kinds for error messages. */
const names: Partial<Record<DetectedFile['kind'], string>> = {
  empty: 'empty',
  json: 'JSON',
  tar: 'a tar archive',
  postgres: 'a dump of PostgreSQL',
  sqlite: 'a database or a dump of SQLite',
}

function rejectUnknown(file: DetectedFile): DetectedFile {
  if (isDump(file)) return file
  const name = names[file.kind]
  const what = name === undefined ? 'neither' : `${name}, neither`
  throw new DumpError(`is ${what} a MediaWiki XML export nor a SQL dump of MySQL or MariaDB`, { file: file.file })
}

function rank({ kind, tables = [] }: DetectedFile): number {
  if (kind === 'xml-pages') return 1000
  if (kind === 'xml-logs') return 1001
  return Math.min(...tables.map(tableRank), 999)
}

/** Parts of a split dump are numbered: 2 comes before 10. */
const compareNames = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true })
