import { escapeHtml } from '../../messages/render.ts'
import { NS } from '../../site/namespaces.ts'
import type { Site } from '../../site/site.ts'
import { fullText } from '../../site/title-format.ts'
import { titleOrNull } from '../../site/titles.ts'
import { fullUrl, localUrl } from '../../site/urls.ts'

// The subset of wikitext used in help messages: paragraphs, lists, links and a few tags. Everything else is escaped.
const TOKEN =
  /'''|''|\[\[([^[\]|\n]+)(?:\|([^[\]\n]*))?\]\]|\[(https?:\/\/[^\s[\]]+) ([^[\]\n]+)\]|<(\/?)(kbd|samp|var|code|em|strong|i|b|small|sub|sup|span|br)\b([^<>]*)>|&#?\w+;|[&<>]/g
const SAFE_ATTRIBUTES = /^(?: (?:dir|lang|class)="[\w -]*")*\s*\/?$/

const LISTS: Readonly<Record<string, string>> = { '*': 'ul', '#': 'ol' }

/** Renders a message as HTML blocks, which end at an empty line or a line of another kind. */
export function blocks(text: string, site: Site): string {
  let html = ''
  let kind = ''
  let lines: string[] = []
  const close = () => {
    if (lines.length === 0) return
    const block = kind === 'p' ? `<p>${inline(lines.join('\n').trim(), site)}\n</p>` : listOf(kind, lines, site)
    html += html === '' || (kind === 'p' && html.endsWith('</p>')) ? block : `\n${block}`
    lines = []
  }
  for (const line of text.split('\n')) {
    const next = line.trim() === '' ? '' : (LISTS[line[0]!] ?? 'p')
    if (next !== kind) close()
    kind = next
    if (kind !== '') lines.push(line)
  }
  close()
  return html
}

const listOf = (tag: string, lines: readonly string[], site: Site): string =>
  `<${tag}>${lines.map(line => `<li>${inline(line.replace(/^[*#]+\s*/, ''), site)}</li>`).join('\n')}</${tag}>`

/** A single paragraph needs no wrapper. */
export const withoutOuterParagraph = (html: string): string => {
  const inner = /^<p>(.*)\n<\/p>$/s.exec(html)?.[1]
  return inner === undefined || inner.includes('</p>') ? html : inner
}

export function inline(text: string, site: Site): string {
  let open: string[] = []
  const toggle = (tag: string): string => {
    if (!open.includes(tag)) {
      open.push(tag)
      return `<${tag}>`
    }
    open = open.filter(one => one !== tag)
    return `</${tag}>`
  }
  const html = text.replace(TOKEN, (whole, target, label, address, words, slash, tag, attributes) => {
    if (whole === "'''") return toggle('b')
    if (whole === "''") return toggle('i')
    if (target !== undefined) return link(target, label || target.replace(/^:/, ''), site) ?? escapeHtml(whole)
    if (address !== undefined)
      return `<a rel="nofollow" class="external text" href="${escapeHtml(address)}">${inline(words, site)}</a>`
    if (tag !== undefined && SAFE_ATTRIBUTES.test(attributes)) return `<${slash}${tag}${attributes}>`
    return whole.startsWith('&') && whole.length > 1 ? whole : escapeHtml(whole)
  })
  return (
    html +
    open
      .reverse()
      .map(tag => `</${tag}>`)
      .join('')
  )
}

function link(target: string, label: string, site: Site): string | null {
  const targetTitle = titleOrNull(site, target)
  if (!targetTitle) return null
  const title =
    targetTitle.ns === NS.special
      ? { ...targetTitle, dbkey: site.specialPages.localise(targetTitle.dbkey) }
      : targetTitle
  const shown = escapeHtml(title.interwiki ? target : fullText(site, title))
  const href = escapeHtml(title.interwiki ? fullUrl(site, title) : localUrl(site, title))
  const marker = title.interwiki ? ' class="extiw"' : ''
  return `<a href="${href}"${marker} title="${shown}">${inline(label, site)}</a>`
}
