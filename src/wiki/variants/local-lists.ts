// MediaWiki:Conversiontable/zh-tw and the like: pairs that administrators add on the wiki.
import type { Reader } from '#store/store.ts'
import { NS } from '../site/namespaces.ts'
import { decodeText } from '../text-encoding.ts'

const PREFIX = 'Conversiontable/'
/** The character after the slash: the end of the prefix. */
const BEYOND = 'Conversiontable0'

/** Longer keys are not used: conversion would slow down for all texts. */
const MAX_KEY = 200
/** All lists together; the rest is not used. */
const MAX_PAGES = 500
const MAX_BYTES = 8 * 1024 * 1024

export interface LocalLists {
  /** Pairs by variant. */
  readonly lists: Readonly<Record<string, ReadonlyMap<string, string>>>
  /** The revisions that they were read from. */
  readonly version: string
}

/** Whether an entry of the change log, or its data, names a list. */
export const namesList = (text: string): boolean => text.includes(PREFIX)

export async function readLocalLists(db: Reader, namespace: string): Promise<LocalLists> {
  const rows = await db
    .selectFrom('page')
    .innerJoin('slot', join => join.onRef('slot.revision_id', '=', 'page.latest_rev').on('slot.role', '=', 'main'))
    .innerJoin('content', 'content.id', 'slot.content_id')
    .innerJoin('blob', 'blob.id', 'content.blob_id')
    .where('page.ns', '=', NS.mediawiki)
    .where('page.title', '>=', PREFIX)
    .where('page.title', '<', BEYOND)
    .select(['page.title', 'page.latest_rev', 'blob.size', 'blob.encoding', 'blob.data'])
    .orderBy('page.title')
    .limit(MAX_PAGES)
    .execute()
  const texts = new Map<string, string>()
  let bytes = 0
  for (const { title, size, ...stored } of rows) {
    bytes += size
    if (bytes > MAX_BYTES) break
    texts.set(title.slice(PREFIX.length), decodeText(stored).toString())
  }
  const lists: Record<string, ReadonlyMap<string, string>> = {}
  for (const name of texts.keys()) {
    if (name.includes('/')) continue
    const pairs = listWithSubpages(texts, namespace, name)
    if (pairs.size > 0) lists[name] = pairs
  }
  return { lists, version: rows.map(row => row.latest_rev).join() }
}

/** The list of a variant. It is continued on the subpages that it links to, and later pairs win. */
export function listWithSubpages(
  texts: ReadonlyMap<string, string>,
  namespace: string,
  code: string,
): ReadonlyMap<string, string> {
  const seen = new Set<string>()
  const all = new Map<string, string>()
  const add = (name: string): void => {
    if (seen.has(name)) return
    seen.add(name)
    const text = texts.get(name) ?? ''
    for (const [from, to] of pairsIn(text)) all.set(from, to)
    for (const subpage of subpagesIn(text, namespace, code)) add(subpage)
  }
  add(code)
  return all
}

/** Pairs such as `from => to; // comment` in blocks of -{ and }-. Signs of lists and quotes are ignored. */
function* pairsIn(text: string): Generator<readonly [from: string, to: string]> {
  for (const block of text.split('-{').slice(1)) {
    const inner = block.split('}-', 1)[0]!.replaceAll(/['"*#]/g, '')
    for (const entry of inner.split(';')) {
      const [from, to, more] = entry.split('=>', 3)
      if (to === undefined || more !== undefined) continue
      const key = trimmed(from!)
      if (key !== '' && key.length <= MAX_KEY) yield [key, trimmed(to.split('//', 1)[0]!)]
    }
  }
}

/** Links to subpages, by the part of their names after the prefix. */
function* subpagesIn(text: string, namespace: string, code: string): Generator<string> {
  for (const part of text.split('[[')) {
    const end = part.indexOf(']]')
    if (end < 0) continue
    const target = trimmed(part.slice(0, end).split('|', 1)[0]!)
    const [page, variant, ...subpage] = target.split('/')
    const isList = page === `${namespace}:Conversiontable` || page === 'MediaWiki:Conversiontable'
    if (isList && variant === code && subpage.length > 0) yield [code, ...subpage].join('/').replaceAll(' ', '_')
  }
}

const SPACES = ' \t\n\r\0\v'

/** As PHP trims. */
function trimmed(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && SPACES.includes(text[start]!)) start++
  while (end > start && SPACES.includes(text[end - 1]!)) end--
  return text.slice(start, end)
}
