// PHP files with texts in variables, constants or arrays, and those of Laravel, where a vertical bar separates plural
// forms.

import { lastFirst } from '../distinct-ids.ts'
import { decode, newlineOf } from '../encoding.ts'
import type { CreateOptions, FileFormat, ParsedFile, ParseOptions } from '../format.ts'
import { lineCounter } from '../lines.ts'
import { singleForm, textFile, unit } from '../text-file.ts'
import { unitCounter } from '../unit-limit.ts'
import { editPhp } from './edit.ts'
import { type PhpText, scanPhp } from './scanner.ts'

export const php = phpFormat('php', 'PHP strings', false)
export const laravel = phpFormat('laravel', 'Laravel PHP strings', true)

function phpFormat(id: string, name: string, hasPlurals: boolean): FileFormat {
  return {
    id,
    name,
    extensions: ['php'],
    recognises: ({ seen }) => seen(isReturned) === hasPlurals,
    monolingual: true,
    nests: true,
    ...(hasPlurals && {
      refuses: (text: string) =>
        text.includes('|')
          ? `The file format "${name}" separates plural forms with "|". Write the forms in their own fields.`
          : undefined,
    }),
    restricted: true,
    states: [],
    flags: [],
    parse: (bytes, options = {}) => parsePhp(bytes, options, id, hasPlurals),
    create: options => createPhp(options, hasPlurals),
  }
}

// Whether the file returns its texts, as Laravel's do.
function isReturned(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 65_536)).toString('utf8')
  return /^\s*return\s*(?:\[|array\s*\()/im.test(start)
}

function parsePhp(bytes: Uint8Array, options: ParseOptions, format: string, hasPlurals: boolean): ParsedFile {
  const decoded = decode(bytes, options)
  const { text } = decoded
  const scan = scanPhp(text, unitCounter(options))
  const byId = lastFirst(scan.texts, ({ key }) => key)
  const lineOf = lineCounter(text)
  const inTemplate = options.template?.layout.plurals
  const isPlural = (id: string, { value }: Pick<PhpText, 'value'>) =>
    hasPlurals && (inTemplate?.has(id) ?? value.includes('|'))
  const units = [...byId].map(([id, each], i) =>
    unit({
      id,
      context: each.shownKey,
      target: isPlural(id, each) ? each.value.split('|') : [each.value],
      note: each.note,
      duplicate: id !== each.key,
      position: i + 1,
      line: lineOf(each.valueStart),
    }),
  )
  const plurals = new Set([...byId].filter(([id, each]) => isPlural(id, each)).map(([id]) => id))
  const join = (target: readonly string[], id: string) => (hasPlurals ? target.join('|') : singleForm(target, id))
  const newline = newlineOf(text, options.template?.layout.newline)
  return textFile({
    format,
    decoded,
    units,
    layout: { plurals },
    edit: changes => editPhp(changes, { ...scan, text, newline, byId, join }),
  })
}

// A new file gets the array of its template.
function createPhp({ template, maxBytes }: CreateOptions, returns: boolean): Uint8Array {
  const newline = Buffer.from(template ?? []).includes('\r\n') ? '\r\n' : '\n'
  const array = returns ? `${newline}return [${newline}];${newline}` : ''
  if (template === undefined) return Buffer.from(`<?php${newline}${array}`)
  const { text } = decode(template, { maxBytes })
  const [root] = scanPhp(text, () => {}).arrays.values()
  if (root === undefined) return Buffer.from(`<?php${newline}`)
  const assigned = root.name === 'return' ? 'return ' : `${root.name} = `
  const [open, close] = root.isShort ? ['[', ']'] : ['array(', ')']
  return Buffer.from(`<?php${newline}${newline}${assigned}${open}${newline}${close};${newline}`)
}
