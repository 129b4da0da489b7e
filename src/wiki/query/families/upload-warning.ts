import { direction } from '#languages/direction.ts'
import type { Entry } from '../../api/query/page-set.ts'
import type { QueryRun } from '../../api/query/query-run.ts'
import { type BadFiles, badFiles, isBadFile } from '../../content/bad-files.ts'
import { ownMessages } from '../../content/own-messages.ts'
import type { FileVersion } from '../../files/file-version.ts'
import { cameraPrefixes, similarConflict, type UploadConflict } from '../../files/upload-conflicts.ts'
import { escapeHtml } from '../../messages/render.ts'
import { NS } from '../../site/namespaces.ts'
import { fullUrl, localUrl } from '../../site/urls.ts'
import { quotesToHtml } from '../../wikitext/quotes.ts'
import { thumbBox } from './thumb-box.ts'

const MESSAGES = {
  exists: 'fileexists',
  'page-exists': 'filepageexists',
  similar: 'fileexists-extension',
  thumbnail: 'fileexists-thumbnail-yes',
  'thumbnail-name': 'file-thumbnail-no',
  'camera-name': 'filename-bad-prefix',
} as const

const PREFIXES = 'filename-prefix-blacklist'

interface Context {
  readonly q: QueryRun
  readonly text: (key: string) => string
  readonly bad: BadFiles
  readonly isRightToLeft: boolean
}

/** Upload form warnings for the name of each page, as HTML; empty if there are none. */
export async function uploadWarnings(
  q: QueryRun,
  entries: readonly Entry[],
  files: ReadonlyMap<string, FileVersion>,
): Promise<Map<string, string>> {
  const text = await ownMessages(q.wiki, q.run.language, [...Object.values(MESSAGES), 'thumbnail-more'])
  const prefixes = cameraPrefixes((await ownMessages(q.wiki, q.site.language, [PREFIXES]))(PREFIXES))
  const isRightToLeft = direction(q.run.language) === 'rtl'
  const context: Context = { q, text, bad: await badFiles(q.wiki), isRightToLeft }
  const warnings = new Map<string, string>()
  for (const { title, page } of entries) {
    const file = files.get(title)
    const conflict: UploadConflict | null = file
      ? { kind: 'exists', file }
      : page
        ? { kind: 'page-exists' }
        : await similarConflict(q.db, title, prefixes)
    if (conflict) warnings.set(title, warningHtml(context, title, conflict))
  }
  return warnings
}

function warningHtml(context: Context, title: string, conflict: UploadConflict): string {
  const key = MESSAGES[conflict.kind]
  const file = 'file' in conflict ? conflict.file : null
  const own = conflict.kind === 'exists' ? conflict.file.name : title
  const first = conflict.kind === 'thumbnail' ? conflict.file.name : own
  const params =
    'prefix' in conflict
      ? [conflict.prefix]
      : [first, ...(conflict.kind === 'similar' ? [conflict.file.name] : [])].map(name =>
          context.q.titleText(NS.file, name),
        )
  if (context.q.run.language === 'qqx') return `(${key}: ${params.map(param => escapeText(param)).join(', ')})`
  const wikitext = context.text(key).replace(/\{\{GENDER:[^|{}]*\|([^|{}]*)(?:\|[^{}]*)?\}\}/g, '$1')
  const inline = quotesToHtml(wikitext)
    .replace(/\[\[:\$(\d)\]\]/g, (_all, at) => pageLink(context, Number(at) === 2 ? file!.name : first, own))
    .replace(/\[\[\$\d\|thumb\]\]/g, () => pictureOf(context, own, file))
    .replace(/\$(\d)/g, (all, at) => (params[Number(at) - 1] === undefined ? all : escapeText(params[Number(at) - 1]!)))
  return asBlocks(inline)
}

const escapeText = (text: string): string =>
  text.replace(/[&<>]/g, char => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[char]!)
const escapeAttribute = (text: string): string => escapeHtml(text).replaceAll("'", '&#39;')

/** Link to a file page; a page does not link to itself. */
function pageLink({ q }: Context, name: string, own: string): string {
  const title = q.titleText(NS.file, name)
  if (name === own) return `<a class="mw-selflink selflink">${escapeText(title)}</a>`
  const href = localUrl(q.site, { ns: NS.file, dbkey: name })
  return `<a href="${escapeAttribute(href)}" title="${escapeAttribute(title)}">${escapeText(title)}</a>`
}

function pictureOf(context: Context, own: string, file: FileVersion | null): string {
  const { q, isRightToLeft } = context
  if (file) {
    const link = isBadFile(context.bad, file.name, null) ? pageLink(context, file.name, '') : null
    return thumbBox(q.site, file, { link, enlarge: context.text('thumbnail-more'), isRightToLeft })
  }
  const upload = fullUrl(
    q.site,
    { ns: NS.special, dbkey: q.site.specialPages.localKey('Upload') },
    `wpDestFile=${encodeURIComponent(own)}`,
  ).slice(q.site.server.length)
  const title = q.titleText(NS.file, own)
  const link = `<a href="${escapeAttribute(upload)}" class="new" title="${escapeAttribute(title)}">${escapeText(title)}</a>`
  return thumbBox(q.site, null, { link, enlarge: '', isRightToLeft })
}

/** Paragraphs, lists and boxes. A single paragraph is not wrapped. */
function asBlocks(text: string): string {
  const blocks: string[] = []
  let paragraph: string[] = []
  let items: string[] = []
  const close = () => {
    if (paragraph.length > 0) blocks.push(`<p>${paragraph.join('\n')}\n</p>`)
    if (items.length > 0) blocks.push(`<ul>${items.map(item => `<li>${item}</li>`).join('\n')}</ul>`)
    paragraph = []
    items = []
  }
  for (const line of text.trim().split('\n')) {
    const box = line.indexOf('<div')
    if (line.startsWith('*')) {
      if (paragraph.length > 0) close()
      items.push(line.slice(1).trim())
    } else if (box >= 0) {
      close()
      blocks.push(box === 0 ? line : `<p>${line.slice(0, box)}</p>${line.slice(box)}`)
    } else if (line.trim() !== '') {
      if (items.length > 0) close()
      paragraph.push(line)
    } else close()
  }
  close()
  const [only] = blocks
  return blocks.length === 1 && only!.startsWith('<p>') ? only!.slice(3, -5) : blocks.join('\n')
}
