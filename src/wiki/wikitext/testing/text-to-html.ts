// Renders wikitext without links, templates and headings, for tests of the individual steps.

import { readFileSync } from 'node:fs'
import { blocksToHtml } from '../html/blocks/blocks-to-html.ts'
import { tablesToHtml } from '../html/tables.ts'
import { quotesToHtml } from '../quotes.ts'
import { normaliseReferences } from '../sanitize/references.ts'
import { sanitizeTags } from '../sanitize/sanitize-tags.ts'
import { tidy } from '../tidy/tidy.ts'

const asWritten = (text: string) => text

export function textToHtml(wikitext: string): string {
  let text = sanitizeTags(wikitext, asWritten)
  text = tablesToHtml(text, asWritten)
  text = text.replace(/(^|\n)-----*/g, '$1<hr />')
  text = quotesToHtml(text)
  return tidy(blocksToHtml(normaliseReferences(text), true))
}

/** Pairs of wikitext and HTML recorded from MediaWiki 1.39. */
export function recordedHtml(fixture: URL): [wikitext: string, html: string][] {
  return JSON.parse(readFileSync(fixture, 'utf8'))
}
