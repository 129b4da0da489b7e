// The form for the Action API. Its whole state is what the request will say: parameters by their names on the wire. Which
// modules and fields there are follows from that and from the listing.
import type { Listing, Module, Param } from './listing.ts'

/** What is typed, by parameter. A name that is missing is not sent; one with an empty text is. */
export type Values = Readonly<Record<string, string>>

export interface ActionField {
  /** The name on the wire, with the module's prefix. */
  readonly name: string
  readonly param: Param
}

/** A module that takes part in the request. */
export interface Section {
  readonly module: Module
  /** Before the names of its parameters; with a `g` for a generator. */
  readonly prefix: string
  readonly isGenerator: boolean
  readonly fields: readonly ActionField[]
}

const SEPARATOR = '\u001f'

export const splitMany = (text: string): string[] =>
  text === '' ? [] : text.startsWith(SEPARATOR) ? text.slice(1).split(SEPARATOR) : text.split('|')

/** A value that has the usual separator in it is told by another one. */
export const joinMany = (values: readonly string[]): string =>
  values.some(each => each.includes('|')) ? SEPARATOR + values.join(SEPARATOR) : values.join('|')

interface Wanted {
  readonly path: string
  readonly outer: string
}

/** Modules that the values of a section's fields name. */
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
  /** Modules that the request names and the listing does not have yet. */
  readonly missing: readonly string[]
}

/** The form for what the request says so far: `main` first, then what it names, each module once. */
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

/** As many fields as the other parameter has values: `text-{slot}` for each of `slots`. */
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

/** Sets a parameter that names modules; what belonged to modules that are gone goes with them. */
export function choose(values: Values, name: string, value: string | null, listing: Listing): Values {
  const before = new Set(fieldNames(values, listing))
  const after = setValue(values, name, value)
  const still = new Set(fieldNames(after, listing))
  return Object.fromEntries(Object.entries(after).filter(([each]) => !before.has(each) || still.has(each)))
}

const fieldNames = (values: Values, listing: Listing): string[] =>
  formOf(values, listing).sections.flatMap(({ fields }) => fields.map(field => field.name))

/** An example or an address, as values. What a printed example says of its format is ours to say. */
export function valuesOf(query: string): Values {
  const values: Record<string, string> = {}
  for (const [name, value] of new URLSearchParams(query.replace(/^[?#]/, ''))) values[name] = value
  return values
}

export interface ActionRequest {
  readonly params: readonly (readonly [string, string])[]
  readonly post: boolean
  /** It changes something, or may. */
  readonly writes: boolean
  /** The parameter that wants a token which nobody typed, and of which type. */
  readonly token: { readonly name: string; readonly type: string } | null
  /** Names of parameters that nobody else should read. */
  readonly secrets: readonly string[]
}

/** Longer addresses are cut by somebody on their way. */
const LONGEST_ADDRESS = 4000

/** The request that the form makes: parameters in the order of the form, those that no module knows at the end. */
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

/** The answer's `continue` brought into the form, so that the next part is asked for. */
export const continued = (values: Values, next: Readonly<Record<string, unknown>>): Values => ({
  ...values,
  ...Object.fromEntries(Object.entries(next).map(([name, value]) => [name, String(value)])),
})

/** Fields whose words say enough of what one may type there: page titles have no type of their own in the listing. */
export const holdsTitle = ({ param }: ActionField): boolean =>
  param.type === 'title' ||
  (param.type === 'string' && /^(titles?|page|from|to|fromtitle|totitle|prefix)$/.test(param.name))

/** What is not checked while it is typed: secrets, long texts, files. */
export const unchecked = ({ sections }: Form): ReadonlySet<string> =>
  new Set(
    sections.flatMap(({ fields }) =>
      fields
        .filter(field => isSecret(field) || field.param.type === 'text' || field.param.type === 'upload')
        .map(({ name }) => name),
    ),
  )
