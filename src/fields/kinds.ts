import { type Field, type Fields, type Input, type JsonSchema, refuse, type Shape } from './field.ts'
import { pythonType, readNested } from './read.ts'
import { isoMicroseconds, parseInstant } from './timestamp.ts'

const field = <T>(
  type: string,
  schema: JsonSchema,
  read: Field<T>['read'],
  more: Partial<Field<T>> = {},
): Field<T> => ({
  type,
  schema,
  required: true,
  nullable: false,
  readOnly: false,
  read,
  ...more,
})

const MAX_SAFE_TEXT = 1_000_000

function readText(value: unknown, at: string): string {
  if (typeof value === 'number' || typeof value === 'bigint') value = String(value)
  if (typeof value !== 'string') return refuse(at, 'invalid', 'Not a valid string.')
  if (value.includes('\0')) return refuse(at, 'null_characters_not_allowed', 'Null characters are not allowed.')
  if (!value.isWellFormed()) {
    const code = /[\ud800-\udfff]/.exec(value)?.[0].charCodeAt(0).toString(16).toUpperCase()
    return refuse(at, 'surrogate_characters_not_allowed', `Surrogate characters are not allowed: U+${code}.`)
  }
  return value
}

interface TextOptions {
  max?: number
  blank?: boolean
  /** Keeps leading and trailing whitespace, which translations and sources need. */
  verbatim?: boolean
}

export const text = ({ max = MAX_SAFE_TEXT, blank = false, verbatim = false }: TextOptions = {}): Field<string> =>
  field(
    'string',
    { type: 'string', ...(max < MAX_SAFE_TEXT && { maxLength: max }), ...(!blank && { minLength: 1 }) },
    (value, at) => {
      const read = verbatim ? readText(value, at) : readText(value, at).trim()
      if (!blank && read === '') refuse(at, 'blank', 'This field may not be blank.')
      if (read.length > max && [...read].length > max)
        refuse(at, 'max_length', `Ensure this field has no more than ${max} characters.`)
      return read
    },
    { about: max < MAX_SAFE_TEXT ? { max_length: max } : {} },
  )

/** Text in a fixed format; `detail` is the error message for other texts. */
const formatted = (
  type: string,
  format: JsonSchema,
  isValid: (value: string) => boolean,
  detail: string,
  options?: TextOptions,
) => {
  const inner = text(options)
  const schema = { ...inner.schema, ...format }
  return field<string>(
    type,
    // If allowed, an empty text does not have to match the format.
    options?.blank ? { type: 'string', anyOf: [schema, { const: '' }] } : schema,
    (value, at) => {
      const read = inner.read(value, at)
      return read === '' || isValid(read) ? read : refuse(at, 'invalid', detail)
    },
    { about: inner.about ?? {} },
  )
}

const SLUG = /^[-a-zA-Z0-9_]+$/
export const slug = (max: number): Field<string> =>
  formatted(
    'slug',
    { pattern: SLUG.source },
    value => SLUG.test(value) && value !== '-',
    'Enter a valid "slug" consisting of letters, numbers, underscores or hyphens.',
    { max },
  )

const isWebAddress = (value: string): boolean => /^(https?|ftps?):\/\/[^\s/]/i.test(value) && URL.canParse(value)
export const webAddress = (options: TextOptions = {}): Field<string> =>
  formatted('url', { format: 'uri' }, isWebAddress, 'Enter a valid URL.', options)

export const email = (options: TextOptions = {}): Field<string> =>
  formatted(
    'email',
    { format: 'email' },
    v => /^[^\s@<>"(),;:]{1,64}@[^\s@<>"(),;:]{1,190}$/.test(v),
    'Enter a valid email address.',
    options,
  )

interface IntegerOptions {
  min?: number
  max?: number
}

export const integer = ({ min, max }: IntegerOptions = {}): Field<number> =>
  field(
    'integer',
    { type: 'integer', ...(min !== undefined && { minimum: min }), ...(max !== undefined && { maximum: max }) },
    (value, at) => {
      const read = typeof value === 'string' && /^\s*[+-]?\d{1,17}(\.0*)?\s*$/.test(value) ? Number(value) : value
      if (typeof read !== 'number' || !Number.isSafeInteger(read))
        return refuse(at, 'invalid', 'A valid integer is required.')
      if (max !== undefined && read > max) refuse(at, 'max_value', `Ensure this value is less than or equal to ${max}.`)
      if (min !== undefined && read < min)
        refuse(at, 'min_value', `Ensure this value is greater than or equal to ${min}.`)
      return read
    },
    { about: { ...(min !== undefined && { min_value: min }), ...(max !== undefined && { max_value: max }) } },
  )

export const percentage = (): Field<number> =>
  field('float', { type: 'number', minimum: 0, maximum: 100 }, (_value, at) =>
    refuse(at, 'read_only', 'This field is read-only.'),
  )

const TRUE = new Set(['true', 't', 'yes', 'y', 'on', '1'])
const FALSE = new Set(['false', 'f', 'no', 'n', 'off', '0'])
export const boolean = (): Field<boolean> =>
  field('boolean', { type: 'boolean' }, (value, at) => {
    // Only these types have a safe text form; calling String() on an object could run code from the request.
    const word = ['boolean', 'string', 'number'].includes(typeof value) ? String(value).toLowerCase() : ''
    if (TRUE.has(word)) return true
    if (FALSE.has(word)) return false
    return refuse(at, 'invalid', 'Must be a valid boolean.')
  })

/** One of several values. Numbers may also come as text, as they do from forms. */
export const choice = <const T extends string | number>(
  labels: Readonly<Record<T, string>> | Map<T, string>,
): Field<T> => {
  const entries = labels instanceof Map ? [...labels] : (Object.entries(labels) as [T, string][])
  const byText = new Map(entries.map(([value]) => [String(value), value]))
  const values = [...byText.values()]
  return field(
    'choice',
    { type: typeof values[0] === 'number' ? 'integer' : 'string', enum: values },
    (value, at) => {
      const match = typeof value === 'string' || typeof value === 'number' ? byText.get(String(value)) : undefined
      return match ?? refuse(at, 'invalid_choice', `"${asPythonText(value)}" is not a valid choice.`)
    },
    { about: { choices: entries.map(([value, label]) => ({ value, display_name: label })) } },
  )
}

const asPythonText = (value: unknown): string => {
  const shown = typeof value === 'string' ? value : JSON.stringify(value)
  return shown.length > 100 ? `${shown.slice(0, 100)}…` : shown
}

export const dateTime = (): Field<number> =>
  field('datetime', { type: 'string', format: 'date-time' }, (value, at) => {
    const read = typeof value === 'string' ? parseInstant(value) : null
    return read ?? refuse(at, 'invalid', `Datetime has wrong format. Use a format like ${isoMicroseconds(0)}.`)
  })

export const list = <T>(item: Field<T>, { max = 10_000 } = {}): Field<T[]> =>
  field(
    'list',
    { type: 'array', items: item.schema },
    (value, at) => {
      if (typeof value === 'string') value = [value]
      if (!Array.isArray(value))
        return refuse(at, 'not_a_list', `Expected a list of items but got type "${pythonType(value)}".`)
      if (value.length > max) refuse(at, 'max_length', `Ensure this field has no more than ${max} elements.`)
      return value.map((each, i) =>
        each === null ? refuse(`${at}.${i}`, 'null', 'This field may not be null.') : item.read(each, `${at}.${i}`),
      )
    },
    {
      about: { child: { type: item.type, required: true, read_only: item.readOnly, ...item.about } },
      ...(item.inner && { inner: item.inner }),
    },
  )

export const nested = <F extends Fields>(inner: Shape<F>): Field<Input<F>> =>
  field(
    'nested object',
    { $ref: `#/components/schemas/${inner.name}` },
    (value, at) => readNested(inner.fields, value, at),
    {
      inner,
    },
  )

/** An object with arbitrary member names. */
export const mapOf = <T>(item: Field<T>): Field<Record<string, T>> =>
  field(
    'nested object',
    { type: 'object', additionalProperties: item.schema },
    (_, at) => refuse(at, 'read_only', 'This field is read-only.'),
    { ...(item.inner && { inner: item.inner }) },
  )

/** Any JSON; the handler validates it. */
export const anything = (): Field<unknown> => field('field', {}, value => value)

export interface UploadedFile {
  filename: string
  mediaType: string
  content: Buffer
}

export const file = (): Field<UploadedFile> =>
  field('file upload', { type: 'string', format: 'binary' }, (value, at) => {
    const upload = value as Partial<UploadedFile> | null
    if (typeof upload !== 'object' || !Buffer.isBuffer(upload?.content))
      return refuse(at, 'invalid', 'The submitted data was not a file. Check the encoding type on the form.')
    return upload as UploadedFile
  })

/** The text of a string or number; empty for anything else. */
export const plainText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''
