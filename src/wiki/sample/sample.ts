import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Sample } from '#core/services.ts'
import { silent } from '#events/progress.ts'
import { seconds } from '#store/clock.ts'
import { updateRows } from '#store/insert-rows.ts'
import type { Store } from '#store/store.ts'
import { mendCounters } from '../content/check-counters.ts'
import {
  EXPORT_FOOTER,
  EXPORT_PAGE_END,
  type ExportedRevision,
  element,
  exportHeader,
  exportPageHead,
  exportRevision,
  indented,
} from '../content/page-export/write-export.ts'
import { sha1Base36 } from '../content/sha1-base36.ts'
import { openFileStore } from '../file-store.ts'
import { importWiki } from '../import/import-wiki.ts'
import { type Site, siteFromInfo } from '../site/site.ts'
import { isoTimestamp } from '../site/timestamp.ts'
import { parseTitle } from '../site/titles.ts'
import { addLanguagePrefixes } from './languages.ts'
import { pictures } from './pictures.ts'
import { readPages, type SamplePage, type SampleRevision } from './read-pages.ts'
import { notePages } from './remove-sample.ts'

const DAY = 86_400

/**
 * Pages about tea and a harbour in several languages and scripts, with ten weeks of history up to now. They are
 * imported like any wiki, from an export.
 */
export const wikiSample: Sample = {
  name: 'wiki',
  async install({ store, clock, config }, admin) {
    const site = siteFromInfo({ general: { sitename: 'Sample wiki', wikiid: 'sample', mainpage: 'Main Page' } })
    const pages = readPages().map((page, index) => ({ ...page, id: index + 1, ...nameOf(site, page.title) }))
    await store.transaction(addLanguagePrefixes)
    const folder = await mkdtemp(path.join(tmpdir(), 'parlance-sample-'))
    try {
      const file = path.join(folder, 'sample-wiki.xml')
      await writeFile(file, exportOf(site, pages, { now: Math.floor(clock.now() / 1000), admin }))
      const fileStore = openFileStore(config, 'files')
      await importWiki(store, { files: [file], clock, ...(fileStore && { fileStore }) }, silent)
    } finally {
      await rm(folder, { recursive: true })
    }
    await setPageLanguages(store, pages)
    await store.transaction(async tx => {
      await notePages(tx)
      // Imports do not count edits; these were made by the administrator.
      await mendCounters(tx, site, seconds(clock))
    })
  },
}

type NamedPage = SamplePage & { readonly id: number; readonly ns: number; readonly dbkey: string }

function nameOf(site: Site, text: string): { ns: number; dbkey: string } {
  const title = parseTitle(site, text)
  if ('invalid' in title) throw new Error(`The sample has a page with an invalid title: ${text}`)
  return { ns: title.ns, dbkey: title.dbkey }
}

/** Exports do not contain page languages. */
async function setPageLanguages(store: Store, pages: readonly NamedPage[]): Promise<void> {
  const rows = pages.flatMap(({ id, language }) => (language === undefined ? [] : [[id, language]]))
  await store.transaction(tx => updateRows(tx, 'page', ['id', 'lang'], rows))
}

/** The time and author of the sample. */
interface Making {
  readonly now: number
  readonly admin: number
}

function exportOf(site: Site, pages: readonly NamedPage[], making: Making): string {
  const files = pictures()
  const inTime = pages
    .flatMap(page => page.revisions)
    .sort((one, other) => other.daysAgo - one.daysAgo)
    .map((revision, index) => [revision, index + 1] as const)
  const ids = new Map(inTime)
  const parts = pages.map(page => {
    const { id, ns, dbkey: title, revisions } = page
    const [latest] = revisions.slice(-1)
    const redirect = /^#REDIRECT \[\[(.+?)(?:#.*)?\]\]/.exec(latest!.text)
    const target = redirect ? nameOf(site, redirect[1]!) : null
    const named = { from_id: id, ns: target?.ns ?? 0, title: target?.dbkey ?? '', interwiki: null, fragment: null }
    const file = files.get(page.title)
    return [
      exportPageHead(site, { id, ns, title, redirect: target && named }),
      ...revisions.map((revision, index) => {
        const before = revisions[index - 1]
        return exportRevision(rowOf(page, revision, ids.get(revision)!, before ? ids.get(before)! : 0, making), '0.11')
      }),
      ...(file === undefined ? [] : [upload(title, file, revisions[0]!, making.now)]),
      EXPORT_PAGE_END,
    ].join('')
  })
  return [exportHeader(site, '0.11'), ...parts, EXPORT_FOOTER].join('')
}

const timeOf = ({ daysAgo }: SampleRevision, now: number): number => Math.floor(now - daysAgo * DAY)

function rowOf(
  page: NamedPage,
  revision: SampleRevision,
  id: number,
  parent: number,
  { now, admin }: Making,
): ExportedRevision {
  const text = signed(page, revision.text, now)
  const [size, sha1] = [Buffer.byteLength(text), sha1Base36(Buffer.from(text))]
  const timestamp = timeOf(revision, now)
  return {
    id,
    page_id: page.id,
    ns: page.ns,
    title: page.dbkey,
    parent_id: parent,
    timestamp,
    deleted: 0,
    minor: revision.minor ? 1 : 0,
    length: size,
    sha1,
    actor_id: 0,
    summary_id: 0,
    // The other authors get accounts only when the sample translators do.
    actor: { id: 0, name: revision.author, account_id: revision.author === 'Admin' ? admin : null },
    summary: revision.comment,
    slots: [{ role: 'main', size, sha1, model: 'wikitext', origin: id, blobId: 0, text }],
  }
}

/** Replaces each `{sig Author}` with a signature and the time of the author's edit. */
function signed(page: NamedPage, text: string, now: number): string {
  const times = page.revisions.map(revision => timeOf(revision, now))
  let nth = 0
  return text.replace(/\{sig ([^}]+)\}/g, (_, author: string) => {
    const at = new Date(times[Math.min(nth++, times.length - 1)]! * 1000)
    const clock = at.toISOString().slice(11, 16)
    const day = at.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
    return `[[User:${author}|${author}]] ([[User talk:${author}|talk]]) ${clock}, ${day} (UTC)`
  })
}

function upload(name: string, file: Buffer, revision: SampleRevision, now: number): string {
  return (
    indented(2, ['<upload>']) +
    indented(3, [
      element('timestamp', {}, isoTimestamp(timeOf(revision, now))),
      `<contributor>${element('username', {}, revision.author)}</contributor>`,
      element('comment', {}, revision.comment),
      element('filename', {}, name),
      element('size', {}, file.length),
      `<contents encoding="base64">${file.toString('base64')}</contents>`,
    ]) +
    indented(2, ['</upload>'])
  )
}
