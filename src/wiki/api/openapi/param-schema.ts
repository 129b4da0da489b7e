import type { Site } from '../../site/site.ts'
import { CONTENT_LANGUAGE, type Options, type Param } from '../params/kinds.ts'
import { valueLimits } from '../params/parse.ts'

type Schema = Record<string, unknown>

const bounds = ({ min, max, highmax }: Options): Schema => ({
  ...(min !== undefined && { minimum: min }),
  ...(max !== undefined && { maximum: highmax ?? max }),
})

/** Schema of a single value. */
function valueSchema({ type, options }: Param): Schema {
  // Some enumerations, such as tags, depend on the wiki.
  const isOpen = options.open || options.listsTags || options.listsAllTags || options.listsGroups
  if (typeof type !== 'string') {
    const all = options.allspecifier ? [...type, options.allspecifier] : type
    return { type: 'string', ...(!isOpen && type.length > 0 && { enum: [...new Set(all)] }) }
  }
  switch (type) {
    case 'integer':
      return { type: 'integer', ...(!options.clamped && bounds(options)) }
    case 'namespace':
      return options.allspecifier ? { type: ['integer', 'string'] } : { type: 'integer' }
    case 'limit':
      return { anyOf: [{ type: 'integer', ...bounds(options) }, { const: 'max' }] }
    case 'boolean':
      return { type: 'boolean', enum: [true] }
    case 'upload':
      return { type: 'string', format: 'binary' }
    case 'password':
      return { type: 'string', format: 'password' }
    default:
      return { type: 'string' }
  }
}

export function paramSchema(param: Param, site: Site): Schema {
  const { options } = param
  const preset = presetOf(param, site)
  const one = valueSchema(param)
  const schema = options.multi ? { type: 'array', items: one, maxItems: valueLimits(options).high } : one
  return { ...schema, ...(preset !== undefined && { default: preset }) }
}

function presetOf({ type, options }: Param, site: Site): unknown {
  const preset = options.default === CONTENT_LANGUAGE ? site.language : options.default
  if (preset === undefined || !options.multi) return preset
  if (preset === '') return []
  return String(preset)
    .split('|')
    .map(each => (type === 'integer' || type === 'namespace' ? Number(each) : each))
}

/** An example value. */
export function paramExample(name: string, param: Param, site: Site): unknown {
  const one = oneExample(name, param, site)
  return param.options.multi ? [one] : one
}

function oneExample(name: string, { type, options }: Param, site: Site): unknown {
  if (typeof type !== 'string') {
    const preset = String(options.default ?? '').split('|')[0]!
    return type.includes(preset) ? preset : (type[0] ?? 'example')
  }
  switch (type) {
    case 'integer':
      return typeof options.default === 'number' ? options.default : Math.max(1, options.min ?? 1)
    case 'namespace':
      return 0
    case 'limit':
      return Math.max(options.min ?? 1, Math.min(10, options.max ?? 10))
    case 'boolean':
      return true
    case 'timestamp':
      return '2026-11-15T12:00:00Z'
    case 'user':
      return 'Anna'
    case 'expiry':
      return '1 week'
    case 'password':
      return 'a long secret'
    case 'title':
      return site.mainPage
    default:
      return TEXTS[name] ?? (/title|page/.test(name) ? site.mainPage : 'example')
  }
}

const TEXTS: Readonly<Record<string, string>> = {
  token: '+\\',
  continue: '-||',
  text: "Some ''wikitext''.",
  summary: 'Clarify wording',
  reason: 'Spam',
  uselang: 'en',
  errorlang: 'en',
  origin: '*',
  prefix: 'Ma',
  search: 'harbour',
}
