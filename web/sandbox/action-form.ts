// Form for the Action API. Its only state is the request: parameter values by name. Modules and fields are derived from
// the request and from `paraminfo`.
import type { Listing, Module, Param } from './listing.ts'

/** Entered values, by parameter. Missing names are not sent; empty values are. */
export type Values = Readonly<Record<string, string>>

export interface ActionField {
  /** Full parameter name, with the module's prefix. */
  readonly name: string
  readonly param: Param
}

/** A module used by the request. */
export interface Section {
  readonly module: Module
  /** Prefix of its parameters, with a `g` for generators. */
  readonly prefix: string
  readonly isGenerator: boolean
  readonly fields: readonly ActionField[]
}

const SEPARATOR = '\u001f'

export const splitMany = (text: string): string[] =>
  text === '' ? [] : text.startsWith(SEPARATOR) ? text.slice(1).split(SEPARATOR) : text.split('|')

/** Values that contain the usual separator are joined with another one. */
export const joinMany = (values: readonly string[]): string =>
  values.some(each => each.includes('|')) ? SEPARATOR + values.join(SEPARATOR) : values.join('|')

interface Wanted {
  readonly path: string
  readonly outer: string
}

/** Modules named in the values of a section's fields. */
function named({ module, prefix }: Pick<Section, 'module' | 'prefix'>, values: Values): Wanted[] {
  return module.parameters.flatMap(({ name, submodules, submoduleparamprefix: outer = '' }) => {
    const value = values[prefix + name]
    if (!submodules || value === undefined) return []
    return splitMany(value).flatMap(each =>
      Object.hasOwn(submodules, each) ? [{ path: submodules[each]!, outer }] : [],
    )
  })
}

export interface Form {
  readonly sections: readonly Section[]
  /** Modules that the request uses and that are not loaded yet. */
  readonly missing: readonly string[]
}

/** The form for the current request: `main` first, then the modules it uses, each once. */
export function formOf(values: Values, listing: Listing): Form {
  const main = listing.get('main')
  if (!main) return { sections: [], missing: ['main'] }
  const sections: Section[] = [sectionOf(main, '', values)]
  const missing = new Set<string>()
  const seen = new Set<string>()
  for (const section of sections)
    for (const { path, outer } of named(section, values)) {
      const module = listing.get(path)
      if (!module) missing.add(path)
      else if (!seen.has(`${outer} ${path}`)) {
        seen.add(`${outer} ${path}`)
        sections.push(sectionOf(module, outer, values))
      }
    }
  return { sections, missing: [...missing] }
}

function sectionOf(module: Module, outer: string, values: Values): Section {
  const prefix = outer + module.prefix
  const plain = module.parameters.map(param => ({ name: prefix + param.name, param }))
  const templated = module.templatedparameters.flatMap(param => expanded(param, module, prefix, values))
  return { module, prefix, isGenerator: outer === 'g', fields: [...plain, ...templated] }
}

/** One field per value of the other parameter: `text-{slot}` for each of `slots`. */
function expanded(param: Param, module: Module, prefix: string, values: Values): ActionField[] {
  let names = [param.name]
  for (const [word, other] of Object.entries(param.templatevars ?? {})) {
    const from = module.parameters.find(each => each.name === other)
    const given = values[prefix + other] ?? String(from?.default ?? '')
    const all = from?.allspecifier !== undefined && splitMany(given).includes(from.allspecifier)
    const chosen = all && Array.isArray(from?.type) ? (from.type as readonly string[]) : splitMany(given)
    names = names.flatMap(name => chosen.map(value => name.replace(`{${word}}`, value)))
  }
  return names.map(name => ({ name: prefix + name, param }))
}

export const setValue = (values: Values, name: string, value: string | null): Values => {
  const { [name]: _, ...others } = values
  return value === null ? others : { ...values, [name]: value }
}

/** Sets a parameter that names modules, and removes the parameters of modules no longer used. */
export function choose(values: Values, name: string, value: string | null, listing: Listing): Values {
  const before = new Set(fieldNames(values, listing))
  const after = setValue(values, name, value)
  const still = new Set(fieldNames(after, listing))
  return Object.fromEntries(Object.entries(after).filter(([each]) => !before.has(each) || still.has(each)))
}

const fieldNames = (values: Values, listing: Listing): string[] =>
  formOf(values, listing).sections.flatMap(({ fields }) => fields.map(field => field.name))

/** Parses an example or URL into values, without the format. */
export function valuesOf(query: string): Values {
  const values: Record<string, string> = {}
  for (const [name, value] of new URLSearchParams(query.replace(/^[?#]/, ''))) values[name] = value
  return values
}

export interface ActionRequest {
  readonly params: readonly (readonly [string, string])[]
  readonly post: boolean
  /** Whether it may change something. */
  readonly writes: boolean
  /** The token parameter to fill in automatically, and the token type. */
  readonly token: { readonly name: string; readonly type: string } | null
  /** Names of secret parameters. */
  readonly secrets: readonly string[]
}

/** Longer URLs may be rejected by proxies. */
const LONGEST_ADDRESS = 4000

/** The form's request: parameters in form order, unknown ones last. */
export function requestOf(values: Values, { sections }: Form): ActionRequest {
  const fields = sections.toSorted((a, b) => Number(a.module.path === 'main') - Number(b.module.path === 'main'))
  const order = ['action', ...fields.flatMap(section => section.fields.map(field => field.name))]
  const places = new Map(order.map((name, i) => [name, order.indexOf(name) === i ? i : order.indexOf(name)]))
  const given = Object.entries({ format: 'json', formatversion: '2', ...values })
  const params = given.sort(([a], [b]) => (places.get(a) ?? order.length) - (places.get(b) ?? order.length))
  const all = sections.flatMap(section => section.fields)
  const secrets = all.filter(isSecret).map(({ name }) => name)
  const token = all.find(({ name, param }) => param.tokentype !== undefined && !values[name])
  const must = sections.some(({ module }) => module.mustbeposted || module.writerights)
  const long = new URLSearchParams(params).toString().length > LONGEST_ADDRESS
  const hasFile = all.some(({ name, param }) => param.type === 'upload' && values[name] !== undefined)
  const hasSecret = secrets.some(name => values[name] !== undefined)
  return {
    params: params.filter(([name]) => name !== token?.name),
    post: must || long || hasFile || hasSecret,
    writes: must,
    token: token ? { name: token.name, type: token.param.tokentype! } : null,
    secrets,
  }
}

export const isSecret = ({ param }: ActionField): boolean => param.sensitive === true || param.type === 'password'

/** Adds the response's `continue` values to the form, to request the next batch. */
export const continued = (values: Values, next: Readonly<Record<string, unknown>>): Values => ({
  ...values,
  ...Object.fromEntries(Object.entries(next).map(([name, value]) => [name, String(value)])),
})

/** Fields recognised by their description, because `paraminfo` has no type for page titles. */
export const holdsTitle = ({ param }: ActionField): boolean =>
  param.type === 'title' ||
  (param.type === 'string' && /^(titles?|page|from|to|fromtitle|totitle|prefix)$/.test(param.name))

/** Values that are not validated while typing: secrets, long texts, files. */
export const unchecked = ({ sections }: Form): ReadonlySet<string> =>
  new Set(
    sections.flatMap(({ fields }) =>
      fields
        .filter(field => isSecret(field) || field.param.type === 'text' || field.param.type === 'upload')
        .map(({ name }) => name),
    ),
  )
