// Pages other than wikitext: scripts and styles as source, JSON as tables.

import { escapeHtml } from '../text.ts'
import type { PageReader } from './rendering/reader.ts'

const codeClasses: Readonly<Record<string, string>> = { javascript: 'mw-js', css: 'mw-css', 'sanitized-css': 'mw-css' }

/** The HTML of a text other than wikitext, without the outer element. */
export function otherModelHtml(model: string, text: string, reader: PageReader): string {
  const css = codeClasses[model]
  if (css !== undefined) return `<pre class="mw-code ${css}" dir="ltr">\n${escapeText(text)}\n</pre>\n`
  if (model === 'Scribunto') return `<pre class='mw-code mw-script' dir='ltr'>\n${escapeHtml(text)}\n</pre>\n`
  if (model === 'json') return dataHtml(text, reader)
  if (model === 'unknown') {
    const words = reader.message('unsupported-content-model').replaceAll('$1', () => model)
    return `<div class="error">${words}</div>`
  }
  return escapeHtml(text)
}

const escapeText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

function dataHtml(text: string, reader: PageReader): string {
  let data: unknown
  try {
    data = JSON.parse(text)
  } catch {
    return escapeHtml(reader.message('invalid-json-data'))
  }
  if (typeof data !== 'object' || data === null)
    return table(`<tr><td>${shown(data)}</td></tr>`, ' mw-json-single-value')
  // A top-level list gets its own table.
  return Array.isArray(data) ? table(row(data, reader, 0)) : tableOf(data, reader, 0)
}

const deepest = 100

const table = (rows: string, css = ''): string => `<table class="mw-json${css}"><tbody>${rows}</tbody></table>`

function tableOf(data: object, reader: PageReader, depth: number): string {
  const entries = Object.entries(data)
  if (entries.length === 0 || depth > deepest) {
    const words = reader.message(Array.isArray(data) ? 'content-json-empty-array' : 'content-json-empty-object')
    return table(`<tr><td class="mw-json-empty">${escapeHtml(words)}</td></tr>`)
  }
  if (Array.isArray(data)) return table(data.map(item => row(item, reader, depth)).join('\n'))
  return table(
    entries
      .map(([name, value]) => `<tr><th><span>${escapeText(name)}</span></th>${cell(value, reader, depth)}</tr>`)
      .join(''),
  )
}

const row = (value: unknown, reader: PageReader, depth: number): string => `<tr>${cell(value, reader, depth)}</tr>`

function cell(value: unknown, reader: PageReader, depth: number): string {
  if (typeof value === 'object' && value !== null) return `<td>${tableOf(value, reader, depth + 1)}</td>`
  return `<td class="mw-json-value">${shown(value)}</td>`
}

const shown = (value: unknown): string => escapeText(typeof value === 'string' ? `"${value}"` : String(value))
