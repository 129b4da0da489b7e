// Detects the layout of a JSON file, so that additions match it.

import { newlineOf } from '../encoding.ts'
import type { ParseOptions } from '../format.ts'
import type { JsonContainer, JsonItem } from './scanner.ts'

export interface JsonStyle {
  readonly newline: string
  // Undefined for a file on one line.
  readonly indent: string | undefined
  readonly colon: string
  readonly comma: string
  // Characters beyond ASCII, and slashes, written as escapes.
  readonly asciiOnly: boolean
  readonly escapeSlashes: boolean
}

const defaultIndent = '    '

export function styleOf(text: string, root: JsonContainer, options: ParseOptions): JsonStyle {
  const first = root.items[0]
  const template = options.template?.layout
  const lead = first === undefined ? undefined : text.slice(root.start + 1, first.start)
  const oneLine = lead !== undefined && !lead.includes('\n')
  const second = root.items[1]
  // Items of an array have no colons.
  const member = first?.key === undefined ? memberIn(first) : first
  return {
    newline: newlineOf(text, template?.newline),
    indent: oneLine ? undefined : (lead?.slice(lead.lastIndexOf('\n') + 1) ?? template?.indent ?? defaultIndent),
    colon: member === undefined ? ': ' : text.slice(member.keyEnd, member.node.start),
    comma: oneLine && second !== undefined ? text.slice(first!.node.end, second.start) : oneLine ? ', ' : ',',
    asciiOnly: /^[\x00-\x7f]*$/.test(text) && /\\u(?!00[0-7])[0-9a-fA-F]{4}/.test(text),
    escapeSlashes: text.includes('\\/') && !/[^\\]\//.test(text),
  }
}

function memberIn(item: JsonItem | undefined): JsonItem | undefined {
  return item?.node.type === 'object' ? item.node.items[0] : undefined
}

export function jsonString(value: string, { asciiOnly, escapeSlashes }: JsonStyle): string {
  let json = JSON.stringify(value)
  if (escapeSlashes) json = json.replaceAll('/', '\\/')
  if (asciiOnly) json = json.replace(/[\x7f-\uffff]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return json
}
