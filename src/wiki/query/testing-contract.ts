// Parses the module list of the written contract (fixtures/contract.md), so that declarations are checked against the
// text itself instead of a second table.

export interface ContractParam {
  name: string
  type: string | string[]
  [field: string]: unknown
}

export interface ContractModule {
  readonly name: string
  readonly group: string
  readonly prefix: string
  readonly generator: boolean
  readonly deprecated: boolean
  readonly parameters: readonly ContractParam[]
}

const MULTI = { multi: true, lowlimit: 50, highlimit: 500, limit: 50 }
const LIMIT = { type: 'limit', min: 1, max: 500, highmax: 5000 }
const WORDS: Record<string, Omit<ContractParam, 'name'>> = {
  LIM: { ...LIMIT, default: 10 },
  NS: { type: 'namespace' },
  USER: { type: 'user', subtypes: ['name', 'ip', 'interwiki', 'id'] },
  user: { type: 'user' },
  AD: { type: ['ascending', 'descending'], default: 'ascending' },
  NO: { type: ['newer', 'older'], default: 'older' },
  RC: { type: ['all', 'nonredirects', 'redirects'], default: 'all' },
}

const items = (text: string): string[] => text.split(/;\s+(?![^[(]*[\])])/)
const commaList = (text: string): string[] => text.split(', ').map(value => (value === 'empty string' ? '' : value))
const numbers = (text: string): number[] => text.split(/,\s*|\s+and\s+/).map(Number)

/** Modules of the contract in order, each with its parameters as listed. */
export function readContract(text: string): ContractModule[] {
  const rights = commaList(/### Rights enumeration \(RIGHTS\)\s+(.+?)\.\n/.exec(text)![1]!)
  const logActions = commaList(/Values of logevents `action`: (.+?)\.\n/.exec(text)![1]!)
  const revision = revisionSet(/### Revision property set \(REV\)\s+([^#]+)/.exec(text)![1]!)
  const modules = new Map<string, ContractModule>()
  for (const [, name, markers, body] of text.matchAll(/^\*\*(\w+)\*\* \((.+?)\): (.+)\.$/gm)) {
    const marks = markers!.split(', ')
    const known = (other: string) => modules.get(other)!.parameters
    const parameters = new ParameterReader({ known, revision, rights, logActions }).read(body!)
    modules.set(name!, {
      name: name!,
      group: marks[0]!,
      prefix: /prefix (\w+)/.exec(markers!)?.[1] ?? '',
      generator: marks.includes('G'),
      deprecated: marks.includes('deprecated'),
      parameters,
    })
  }
  return [...modules.values()]
}

/** `- prop: enum M […]; default …; value parsetree deprecated.`, or several short ones per line. */
function revisionSet(text: string): ContractParam[] {
  const parsed: ContractParam[] = []
  for (const [, name, words] of text.matchAll(/(?:- |\. )(\w+): (.+?)(?=\.\s|\.$)/gm)) {
    const limit = words!.startsWith('type limit')
    parsed.push(limit ? { name: name!, ...LIMIT } : describe(name!, words!.replace(/;/g, ''), [], []))
  }
  return parsed
}

interface Surroundings {
  known(module: string): readonly ContractParam[]
  readonly revision: readonly ContractParam[]
  readonly rights: string[]
  readonly logActions: string[]
}

class ParameterReader {
  readonly #surroundings: Surroundings
  readonly #found: ContractParam[] = []
  /** Names whose type follows in a later item: `from; to; prefix (strings)`. */
  #waiting: string[] = []

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings
  }

  read(body: string): ContractParam[] {
    for (const item of items(body)) this.#item(item)
    return this.#found
  }

  #item(item: string): void {
    const { known, revision, rights, logActions } = this.#surroundings
    const last = this.#found.at(-1)
    if (item.startsWith('REV')) {
      const info = /limit carries info (\w+)/.exec(item)?.[1]
      for (const param of revision)
        this.#found.push({ ...param, ...(info && param.name === 'limit' && { info: [{ name: info }] }) })
    } else if (item.startsWith('as ')) this.#likeAnother(item)
    else if (item.startsWith('default is all')) last!.default = (last!.type as string[]).join('|')
    else if (/^\w+$/.test(item)) this.#waiting.push(item)
    else if (/\((all )?strings?(, deprecated)?\)$/.test(item)) {
      const deprecated = item.includes('deprecated')
      for (const name of [...this.#waiting, ...item.replace(/ \(.*/, '').split(', ')])
        this.#found.push({ name, type: 'string', ...(deprecated && { deprecated }) })
      this.#waiting = []
    } else {
      const [, name, words] = /^(\w+) (.+)$/.exec(item)!
      const same = /^\(as (\w+)\)$/.exec(words!)?.[1]
      if (same) this.#found.push(known(same).find(param => param.name === name)!)
      else
        this.#found.push(describe(name!, words!.replace(' RIGHTS', ` [${rights.join(', ')}]`), last?.type, logActions))
    }
  }

  /** `as alllinks, with prop enum M […] default title`, `as links, with templates string M in place of titles`. */
  #likeAnother(item: string): void {
    const [, other, change, replaced] = /^as (\w+)(?:, with (.+?)(?: in place of (\w+))?)?$/.exec(item)!
    const name = change?.split(' ')[0]
    for (const param of this.#surroundings.known(other!)) {
      if (param.name !== (replaced ?? name)) this.#found.push(param)
      else if (/^\w+ default /.test(change!))
        this.#found.push({ ...param, default: Number(/default (\d+)/.exec(change!)![1]) })
      else this.#found.push(describe(name!, change!.slice(name!.length + 1), [], []))
    }
  }
}

function describe(name: string, words: string, previous: unknown, logActions: string[]): ContractParam {
  const [kind] = words.split(/[ ,]/)
  const listed = /\[(.+?)\]/.exec(words)?.[1]
  const notes = words.replace(/\[.+?\]/, '')
  const param: ContractParam = { name, type: kind!, ...WORDS[kind!] }
  if (kind === 'enum') {
    if (listed !== undefined) param.type = commaList(listed)
    else param.type = words.includes('same values') ? (previous as string[]) : logActions
  }
  if (/\bM\b/.test(notes)) Object.assign(param, MULTI)
  const preset = /default (empty string|[^\s;,]+)/.exec(notes)?.[1]
  if (preset !== undefined) param.default = typed(preset === 'empty string' ? '' : preset, param)
  const subtypes = /with subtypes? (.+)$/.exec(notes)?.[1]
  if (subtypes) param.subtypes = subtypes.split(', ')
  if (notes.includes('allspecifier *')) param.allspecifier = '*'
  const extra = /extranamespaces ([-\d, ]+)/.exec(notes)?.[1]
  if (extra) param.extranamespaces = numbers(extra)
  for (const mark of ['required', 'sensitive', 'allowsduplicates']) if (notes.includes(`(${mark})`)) param[mark] = true
  if (/\((parameter )?deprecated\)$|, deprecated$/.test(notes)) param.deprecated = true
  const deprecatedValues = /(?:value |\()((?:\w+ and )?\w+) deprecated\)?$/.exec(notes)?.[1]
  if (deprecatedValues && !param.deprecated) param.deprecatedvalues = deprecatedValues.split(' and ')
  const only = /\((?:info )?((?:non)?useronly|singlepageonly)\)/.exec(notes)?.[1]
  const modes = /\(modes? ([\d, ]+)\)/.exec(notes)?.[1]
  if (only) param.info = [{ name: only }]
  if (modes) param.info = [{ name: 'modes', values: numbers(modes) }]
  return param
}

/** A default in its JSON type. Multiple values are joined to text; a single number stays a number. */
function typed(value: string, { type }: ContractParam): string | number {
  const numeric = type === 'integer' || type === 'limit' || type === 'namespace'
  return numeric && !value.includes('|') ? Number(value) : value
}
