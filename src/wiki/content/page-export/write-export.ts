// Writes pages as MediaWiki's XML export, the format of Special:Export, dumps and importers.
import { isHidden } from '../../site/hidden-parts.ts'
import { isIp } from '../../site/ip.ts'
import type { Site } from '../../site/site.ts'
import { isoTimestamp } from '../../site/timestamp.ts'
import { prefixedText } from '../../site/title-format.ts'
import type { Actor } from '../actors.ts'
import { contentFormat } from '../content-format.ts'
import type { PageName, RedirectRow } from '../pages.ts'
import type { RevisionRow } from '../revisions.ts'
import type { Slot } from '../slots.ts'

/** Version 0.11 has separate slots and the origin of each text. */
export type ExportSchema = '0.10' | '0.11'

export function exportHeader(site: Site, schema: ExportSchema): string {
  const { general } = site.info
  const place = `http://www.mediawiki.org/xml/export-${schema}`
  const attributes = [
    `xmlns="${place}/"`,
    'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"',
    `xsi:schemaLocation="${place}/ ${place}.xsd"`,
    `version="${schema}"`,
    `xml:lang="${site.language}"`,
  ]
  const caseOf = (firstLetter: boolean): string => (firstLetter ? 'first-letter' : 'case-sensitive')
  const namespaces = site.namespaces.list.map(({ id, name, firstLetter }) =>
    element('namespace', { key: id, case: caseOf(firstLetter) }, name),
  )
  return [
    `<mediawiki ${attributes.join(' ')}>\n`,
    indented(1, ['<siteinfo>']),
    indented(2, [
      element('sitename', {}, site.name),
      element('dbname', {}, String(general.wikiid ?? '')),
      element('base', {}, String(general.base ?? '')),
      element('generator', {}, String(general.generator ?? '')),
      element('case', {}, String(general.case ?? 'first-letter')),
      '<namespaces>',
    ]),
    indented(3, namespaces),
    indented(2, ['</namespaces>']),
    indented(1, ['</siteinfo>']),
  ].join('')
}

export const EXPORT_FOOTER = '</mediawiki>\n'

export interface ExportedPage extends PageName {
  readonly id: number
  readonly redirect: RedirectRow | null
  readonly revisions: readonly ExportedRevision[]
}

export interface ExportedRevision extends RevisionRow {
  readonly actor: Actor | null
  readonly summary: string
  /** Main slot first. */
  readonly slots: readonly (Slot & { readonly text: string | null })[]
}

export function exportPage(site: Site, page: ExportedPage, schema: ExportSchema): string {
  const revisions = page.revisions.map(revision => exportRevision(revision, schema))
  return [exportPageHead(site, page), ...revisions, EXPORT_PAGE_END].join('')
}

/** The part of a page before its revisions. */
export function exportPageHead(site: Site, { id, ns, title, redirect }: Omit<ExportedPage, 'revisions'>): string {
  return [
    indented(1, ['<page>']),
    indented(2, [
      element('title', {}, prefixedText(site, ns, title)),
      element('ns', {}, ns),
      element('id', {}, id),
      ...(redirect ? [element('redirect', { title: redirectTitle(site, redirect) }, null)] : []),
    ]),
  ].join('')
}

/** The part of a page after its revisions. */
export const EXPORT_PAGE_END = '  </page>\n'

const redirectTitle = (site: Site, { ns, title, interwiki }: RedirectRow): string =>
  (interwiki ? `${interwiki}:` : '') + prefixedText(site, ns, title)

/** Exports are public: hidden parts of a revision are left out for everyone. `withHidden` is for the operator only. */
export function exportRevision(revision: ExportedRevision, schema: ExportSchema, withHidden = false): string {
  const [main, ...others] = revision.slots
  const deleted = withHidden ? 0 : revision.deleted
  const hidesText = isHidden(deleted, 'text')
  return [
    indented(2, ['<revision>']),
    indented(3, [
      element('id', {}, revision.id),
      ...(revision.parent_id ? [element('parentid', {}, revision.parent_id)] : []),
      element('timestamp', {}, isoTimestamp(revision.timestamp)),
    ]),
    contributorLines(3, { ...revision, deleted }),
    indented(3, [...(revision.minor ? ['<minor/>'] : []), ...commentLine({ ...revision, deleted })]),
    ...(main ? [indented(3, slotLines(main, schema, hidesText))] : []),
    ...(schema === '0.11' ? others : []).flatMap(slot => [
      indented(3, ['<content>']),
      indented(4, [element('role', {}, slot.role), ...slotLines(slot, schema, hidesText)]),
      indented(3, ['</content>']),
    ]),
    indented(3, [hidesText || revision.sha1 === '' ? '<sha1/>' : element('sha1', {}, revision.sha1)]),
    indented(2, ['</revision>']),
  ].join('')
}

/** The author and summary of a revision, a file version or a log entry. */
type Deed = Pick<ExportedRevision, 'deleted' | 'actor' | 'summary'>

export function contributorLines(depth: number, { deleted, actor }: Deed): string {
  if (isHidden(deleted, 'user')) return indented(depth, [element('contributor', { deleted: 'deleted' }, null)])
  const name = actor?.name ?? ''
  const lines =
    actor?.account_id || !isIp(name)
      ? [element('username', {}, name), element('id', {}, actor?.account_id ?? 0)]
      : [element('ip', {}, name)]
  return indented(depth, ['<contributor>']) + indented(depth + 1, lines) + indented(depth, ['</contributor>'])
}

export function commentLine({ deleted, summary }: Deed): string[] {
  if (isHidden(deleted, 'comment')) return [element('comment', { deleted: 'deleted' }, null)]
  return summary === '' ? [] : [element('comment', {}, summary)]
}

function slotLines(slot: ExportedRevision['slots'][number], schema: ExportSchema, hidden: boolean): string[] {
  const facts = { bytes: slot.size, sha1: schema === '0.11' ? slot.sha1 : undefined }
  return [
    ...(schema === '0.11' ? [element('origin', {}, slot.origin)] : []),
    element('model', {}, slot.model),
    element('format', {}, contentFormat(slot.model)),
    hidden
      ? element('text', { ...facts, deleted: 'deleted' }, null)
      : element('text', { ...facts, 'xml:space': 'preserve' }, slot.text ?? ''),
  ]
}

/** Characters that XML 1.0 cannot represent. */
const unwritable = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

const clean = (text: string): string => text.toWellFormed().replace(unwritable, '\ufffd')

/** Whether a text survives an XML round trip. */
export const isWritable = (text: string): boolean => text.isWellFormed() && text.search(unwritable) === -1

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#039;',
  // Parsers read a literal carriage return as a line break.
  '\r': '&#13;',
}
const escapeText = (text: string): string => text.replace(/[&<>\r]/g, char => ESCAPES[char]!)
const escapeAttribute = (text: string): string => text.replace(/[&<>"']/g, char => ESCAPES[char]!)

type Attributes = Readonly<Record<string, string | number | undefined>>

/** An element with text. Without text it is self-closed, with a space before the slash as MediaWiki writes it. */
export function element(name: string, attributes: Attributes, text: string | number | null): string {
  const shown = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escapeAttribute(clean(String(value)))}"`)
    .join('')
  const content = text === null ? '' : escapeText(clean(String(text)))
  return content === '' ? `<${name}${shown} />` : `<${name}${shown}>${content}</${name}>`
}

/** Lines indented by `depth` levels of two spaces. */
export const indented = (depth: number, lines: readonly string[]): string =>
  lines.map(line => `${'  '.repeat(depth)}${line}\n`).join('')
