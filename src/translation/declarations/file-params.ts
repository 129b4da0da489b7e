// Weblate's file format parameters: names, choices and defaults, with the formats that they apply to.

import { type Field, help, optional, refuse, shape, sometimes } from '#fields/field.ts'
import { boolean, choice, integer, nested, text } from '#fields/kinds.ts'
import { InvalidInput } from '#fields/problem.ts'
import { type FileParams, isFileParam, paramsOfFormat } from '../formats/file-params.ts'

type ParamField = Field<string | number | boolean>

const param = <T extends string | number | boolean>(field: Field<T>, description: string): ParamField =>
  help(sometimes(optional(field)), description) as ParamField

const labels = <T extends string | number>(...values: T[]): Map<T, string> =>
  new Map(values.map(value => [value, String(value)]))

const XML_NAME = /^[A-Za-z_][\w.-]*$/
const xmlName = (): Field<string> => {
  const name = text({ max: 100 })
  return {
    ...name,
    read: (value, at) => {
      const read = name.read(value, at)
      return XML_NAME.test(read) ? read : refuse(at, 'invalid', 'Enter a name of an XML element or attribute.')
    },
  }
}

const WRAPS = new Map([
  [77, 'At 77 characters and at line breaks'],
  [65535, 'Only at line breaks'],
  [-1, 'Never'],
])

const PARAMS: Readonly<Record<keyof FileParams, ParamField>> = {
  json_sort_keys: param(boolean(), 'Sort the keys of objects.'),
  json_indent: param(integer({ min: 0, max: 16 }), 'Characters of indentation per level.'),
  json_indent_style: param(choice({ spaces: 'Spaces', tabs: 'Tabs' }), 'Characters to indent with.'),
  json_use_compact_separators: param(boolean(), 'No spaces after colons.'),
  po_line_wrap: param(choice(WRAPS), 'Where lines of changed strings are wrapped.'),
  po_keep_previous: param(boolean(), 'msgmerge keeps the previous source of strings that need editing.'),
  po_no_location: param(boolean(), 'msgmerge and new strings leave out locations in the source code.'),
  po_fuzzy_matching: param(boolean(), 'msgmerge uses translations of similar strings.'),
  yaml_line_break: param(choice(labels('unix', 'dos')), 'Line breaks: LF (unix) or CRLF (dos).'),
  xml_closing_tags: param(boolean(), 'Write empty elements with a closing tag.'),
  flatxml_root_name: param(xmlName(), 'The element around all strings.'),
  flatxml_value_name: param(xmlName(), 'The element of a string.'),
  flatxml_key_name: param(xmlName(), 'The attribute with the key of a string.'),
  strings_encoding: param(choice(labels('utf-8', 'utf-16')), 'The encoding of the file.'),
  properties_encoding: param(choice(labels('iso-8859-1', 'utf-8', 'utf-16')), 'The encoding of the file.'),
  csv_encoding: param(choice(labels('auto', 'utf-8')), 'The encoding of the file.'),
  csv_simple_encoding: param(choice(labels('auto', 'utf-8', 'iso-8859-1')), 'The encoding of the file.'),
}

const shown = shape(
  'FileFormatParams',
  'How the files of a component are written. Parameters that are absent have their defaults.',
  PARAMS,
)

const MOST_SHOWN = 50
const quoted = (name: string): string => `"${name.length > MOST_SHOWN ? `${name.slice(0, MOST_SHOWN)}…` : name}"`

/** What is wrong with a parameter for files of a format; null if nothing is. */
function problemOf(name: string, format: string): string | null {
  const accepted = paramsOfFormat(format)
  if (accepted.includes(name)) return null
  return `The file format "${format}" does not support the parameter ${quoted(name)}. ${
    accepted.length === 0 ? 'It has no parameters.' : `Supported parameters: ${accepted.join(', ')}.`
  }`
}

/** Forms send JSON as text. */
function objectIn(value: unknown, at: string): Record<string, unknown> {
  let read = value
  if (typeof value === 'string')
    try {
      read = JSON.parse(value) as unknown
    } catch {
      refuse(at, 'invalid', 'Value must be valid JSON.')
    }
  if (typeof read !== 'object' || read === null || Array.isArray(read))
    return refuse(at, 'invalid', 'Must be an object with a value per parameter.')
  return read as Record<string, unknown>
}

function readParams(value: unknown, at: string): FileParams {
  const params: Record<string, unknown> = {}
  for (const [name, raw] of Object.entries(objectIn(value, at))) {
    if (!isFileParam(name))
      refuse(
        at,
        'invalid',
        `The parameter ${quoted(name)} is not supported. Supported parameters: ${Object.keys(PARAMS).join(', ')}.`,
      )
    else params[name] = PARAMS[name].read(raw, `${at}.${name}`)
  }
  return params
}

export const fileParams = {
  file_format_params: help(
    optional({ ...nested(shown), read: readParams } as Field<FileParams>, {}),
    'How files are written, as an object with parameters of the file format. They take effect when a file changes.',
  ),
}

/** Rejects parameters that files of the format do not have. */
export function checkParamsFit(format: string, params: FileParams): void {
  for (const name of Object.keys(params)) {
    const problem = problemOf(name, format)
    if (problem !== null) refuse('file_format_params', 'invalid', problem)
  }
}

/** Parameters of another server, and why some of them cannot be used here. */
export function foreignParams(format: string, value: unknown): { params: FileParams; problems: string[] } {
  const params: Record<string, unknown> = {}
  const problems: string[] = []
  const source = typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : []
  for (const [name, raw] of source) {
    // Weblate keeps parameters of formats that the component had before.
    if (isFileParam(name) && problemOf(name, format) !== null) continue
    try {
      Object.assign(params, readParams({ [name]: raw as unknown }, name))
    } catch (error) {
      if (!(error instanceof InvalidInput)) throw error
      problems.push(`file_format_params.${name}`)
    }
  }
  return { params, problems }
}
