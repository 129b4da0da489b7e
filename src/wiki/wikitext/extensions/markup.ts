// Parts of the HTML that extensions write.

import { escapeHtml } from '../text.ts'
import type { TagCall } from './extension.ts'

const signs: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\u00a0': '&#160;',
}

const escapeValue = (value: string): string => value.replace(/[&<>"'\u00a0]/g, sign => signs[sign]!)

/** A start tag with escaped attribute values. */
export function openTag(name: string, attributes: Iterable<readonly [name: string, value: string]> = []): string {
  let tag = `<${name}`
  for (const [key, value] of attributes) tag += ` ${key}="${escapeValue(value)}"`
  return `${tag}>`
}

/** An error message in place of a tag. Parameters are text. */
export function errorBox(call: TagCall, key: string, ...parameters: readonly string[]): string {
  const text = call.message(key).replace(/\$([1-9])/g, (whole, place: string) => parameters[Number(place) - 1] ?? whole)
  return `<div class="mw-message-box mw-message-box-error error">${escapeHtml(text)}</div>`
}
