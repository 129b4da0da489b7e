import type { Site } from '../../site/site.ts'
import { signatureIn } from '../mentions.ts'

const HEADING = /^(={1,6})\s*(.+?)\s*\1\s*$/

/** The heading that an edit added, or the section that its summary names; empty if there is none. */
export function topicOf(lines: readonly string[], summary: string): string {
  for (const line of lines) {
    const heading = HEADING.exec(line.trim())
    if (heading !== null) return plain(heading[2]!)
  }
  return /^\/\*\s*(.{1,200}?)\s*\*\//.exec(summary)?.[1] ?? ''
}

/** The words of a comment without headings, signature and the commonest markup. */
export function plainWords(site: Site, lines: readonly string[], author: string): string {
  return lines
    .filter(line => !HEADING.test(line.trim()))
    .map(line => plain(line.slice(0, signatureIn(site, line, author) ?? undefined).replace(/\s*[-–—]*\s*$/, '')))
    .filter(line => line !== '')
    .join(' ')
}

/** A summary without the section it names. */
export const plainSummary = (summary: string): string => plain(summary.replace(/^\/\*.{0,300}?\*\/\s*/, ''))

const plain = (line: string): string =>
  line
    .replace(/^[:*#;]+\s*/, '')
    .replace(/\[\[(?:[^\]|\n]{0,300}\|)?([^\]|\n]{1,300})\]\]/g, '$1')
    .replace(/\[https?:[^\s\]]{1,500}\s+([^\]\n]{1,300})\]/g, '$1')
    .replace(/'{2,5}/g, '')
    .replace(/<\/?[a-z][^<>\n]{0,300}>/gi, '')
    .replace(/\{\{\s*(?:ping|reply to|re|to|u|user link)\s*\|\s*([^{}|\n]{1,100})[^{}\n]{0,300}\}\}/gi, '@$1')
    .replace(/\{\{[^{}\n]{0,500}\}\}/g, '')
    .trim()
