import { insertRows } from '#store/insert-rows.ts'
import type { Writer } from '#store/store.ts'
import { defaultSite } from '../site/site.ts'

/** The sample has its pages in other languages on the same wiki. Language links lead to them, at any address of it. */
const PREFIXES = ['ar', 'de', 'en', 'fr', 'hi', 'ja', 'ru', 'zh']
const URL = '/wiki/$1'

/** Adds the language prefixes to those that every wiki has. */
export async function addLanguagePrefixes(tx: Writer): Promise<void> {
  const usual = defaultSite().info.interwikimap.map(({ prefix, url, api = '' }) => ({ prefix, url, api }))
  const own = PREFIXES.map(prefix => ({ prefix, url: URL, api: '' }))
  await insertRows(
    tx,
    'interwiki',
    ['prefix', 'url', 'api', 'wiki_id', 'local', 'trans'],
    [...usual, ...own].map(({ prefix, url, api }) => [prefix, url, api, '', 0, 0]),
  )
}

/** Together with the sample pages. */
export async function removeLanguagePrefixes(tx: Writer): Promise<void> {
  await tx.deleteFrom('interwiki').where('prefix', 'in', PREFIXES).where('url', '=', URL).execute()
}
