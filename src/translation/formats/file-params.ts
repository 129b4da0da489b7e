// How the files of a component are written, under Weblate's names. A parameter that is absent follows the file.

export interface FileParams {
  readonly json_sort_keys?: boolean
  readonly json_indent?: number
  readonly json_indent_style?: 'spaces' | 'tabs'
  readonly json_use_compact_separators?: boolean
  readonly po_line_wrap?: number
  readonly po_keep_previous?: boolean
  readonly po_no_location?: boolean
  readonly po_fuzzy_matching?: boolean
  readonly yaml_line_break?: 'dos' | 'unix'
  readonly xml_closing_tags?: boolean
  readonly flatxml_root_name?: string
  readonly flatxml_value_name?: string
  readonly flatxml_key_name?: string
  readonly strings_encoding?: string
  readonly properties_encoding?: string
  readonly csv_encoding?: string
  readonly csv_simple_encoding?: string
}

/** Characters per level if only the style of the indentation is set. */
export const DEFAULT_JSON_INDENT = 4

interface Scope {
  /** The file formats that have the parameter. */
  readonly formats: readonly string[]
  /** The default, which follows the file. */
  readonly standard: string | number | boolean
}

const JSON_FORMATS = [
  'json',
  'json-nested',
  'webextension',
  'i18next',
  'i18nextv4',
  'arb',
  'go-i18n-json',
  'go-i18n-json-v2',
  'formatjs',
  'gotext',
]
const YAML_FORMATS = ['yaml', 'ruby-yaml']
const XML_FORMATS = [
  'plainxliff',
  'xliff',
  'xliff2',
  'apple-xliff',
  'ts',
  'tbx',
  'resx',
  'aresource',
  'cmp-resource',
  'moko-resource',
]

export const FILE_PARAMS: Readonly<Record<keyof FileParams, Scope>> = {
  json_sort_keys: { formats: JSON_FORMATS, standard: false },
  json_indent: { formats: JSON_FORMATS, standard: DEFAULT_JSON_INDENT },
  json_indent_style: { formats: JSON_FORMATS, standard: 'spaces' },
  json_use_compact_separators: { formats: JSON_FORMATS, standard: false },
  po_line_wrap: { formats: ['po', 'po-mono'], standard: 77 },
  po_keep_previous: { formats: ['po'], standard: true },
  po_no_location: { formats: ['po'], standard: false },
  po_fuzzy_matching: { formats: ['po'], standard: true },
  yaml_line_break: { formats: YAML_FORMATS, standard: 'unix' },
  xml_closing_tags: { formats: XML_FORMATS, standard: false },
  flatxml_root_name: { formats: ['flatxml'], standard: 'root' },
  flatxml_value_name: { formats: ['flatxml'], standard: 'str' },
  flatxml_key_name: { formats: ['flatxml'], standard: 'key' },
  strings_encoding: { formats: ['strings'], standard: 'utf-8' },
  properties_encoding: { formats: ['properties'], standard: 'iso-8859-1' },
  csv_encoding: { formats: ['csv'], standard: 'auto' },
  csv_simple_encoding: { formats: ['csv-simple'], standard: 'auto' },
}

export const isFileParam = (name: string): name is keyof FileParams => Object.hasOwn(FILE_PARAMS, name)

export const paramsOfFormat = (format: string): string[] =>
  Object.entries(FILE_PARAMS).flatMap(([name, { formats }]) => (formats.includes(format) ? [name] : []))

/** The parameters that a format has. */
export const fittingParams = (format: string, params: object): FileParams =>
  Object.fromEntries(
    Object.entries(params).filter(([name]) => isFileParam(name) && FILE_PARAMS[name].formats.includes(format)),
  )

/** Parameters of a format with another value than the default. */
export const effectiveParams = (format: string, params: object): FileParams =>
  Object.fromEntries(
    Object.entries(fittingParams(format, params)).filter(
      ([name, value]) => value !== FILE_PARAMS[name as keyof FileParams].standard,
    ),
  )
