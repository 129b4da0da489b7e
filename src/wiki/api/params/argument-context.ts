import { type ApiMessage, apiMessage, plaintext } from '../../messages/message.ts'
import type { Site } from '../../site/site.ts'
import { titleOrNull } from '../../site/titles.ts'
import { parseUserReference } from '../../site/user-names.ts'
import type { Addressed, DeclaredParam } from './declared.ts'
import { type ParseContext, parseParam } from './parse.ts'

/** The request whose arguments are parsed. */
interface ReadRequest {
  readonly wiki: {
    readonly site: Site
    readonly services: {
      readonly permissions: { readonly explicitGroups: readonly string[] }
      readonly config: { readonly watchlistExpiryMax: string | null }
    }
  }
  readonly now: number
  readonly highLimits: boolean
  /** Effective values of `limit=max`, by module. */
  readonly limits: Record<string, number>
  hasFile(name: string): boolean
  /** Raw value of a parameter. */
  raw(name: string, module: string): string | undefined
  warn(module: string, message: ApiMessage): void
  warnDeprecated(module: string, message: ApiMessage, feature: string): void
}

/** Parses the arguments of one module and attributes warnings to it. */
export class ArgumentContext implements ParseContext {
  readonly highLimits: boolean
  readonly now: number
  readonly namespaces: readonly number[]
  readonly contentLanguage: string
  readonly #run: ReadRequest
  readonly #module: Addressed
  /** Name of the current parameter. */
  #name = ''
  #raw = ''

  constructor(run: ReadRequest, module: Addressed) {
    const { site } = run.wiki
    this.highLimits = run.highLimits
    this.now = run.now
    this.namespaces = site.namespaces.holdingPages
    this.contentLanguage = site.language
    this.#run = run
    this.#module = module
  }

  read({ name, param }: DeclaredParam): unknown {
    const raw = this.#run.raw(name, this.#module.path)
    this.#name = name
    this.#raw = raw ?? ''
    if (raw !== undefined && param.options.deprecated) {
      const value = param.type === 'boolean' ? '1' : raw
      const message = apiMessage('paramvalidator-param-deprecated', [plaintext(name), plaintext(value)])
      this.#run.warnDeprecated(this.#module.path, message, `${this.#address()}&${name}`)
    }
    return parseParam(param, name, raw, this)
  }

  get groups(): readonly string[] {
    return this.#run.wiki.services.permissions.explicitGroups
  }

  get longestExpiry(): string | null {
    return this.#run.wiki.services.config.watchlistExpiryMax
  }

  isTitle(text: string): boolean {
    return titleOrNull(this.#run.wiki.site, text) !== null
  }

  hasFile(name: string): boolean {
    return this.#run.hasFile(name)
  }

  parseUserName(text: string, kinds: readonly string[]): string | null {
    const reference = parseUserReference(this.#run.wiki.site, text)
    if (!reference || !kinds.includes(reference.kind)) return null
    return reference.kind === 'id' ? `#${reference.id}` : reference.name
  }

  warn(message: ApiMessage, value = this.#raw): void {
    const { path } = this.#module
    if (message.code === 'deprecation')
      this.#run.warnDeprecated(path, message, `${this.#address()}&${this.#name}=${value}`)
    else this.#run.warn(path, message)
  }

  limitIsMax(value: number): void {
    this.#run.limits[this.#module.name] = value
  }

  #address(): string {
    const { name, path, group } = this.#module
    return path.startsWith('query+') ? `action=query&${group}=${name}` : `action=${name}`
  }
}
