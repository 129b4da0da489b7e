import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  startCompletion,
} from '@codemirror/autocomplete'
import type { EditorView } from '@codemirror/view'
import type { ActionApi } from '../shared/action-api.ts'
import { t } from '../shared/texts.ts'
import { openCall } from './open-call.ts'

/** A parameter, as TemplateData describes it. */
export interface Parameter {
  readonly name: string
  readonly label: string | null
  readonly description: string | null
  readonly example: string | null
  readonly required: boolean
  readonly suggested: boolean
  readonly deprecated: boolean | string
  readonly aliases: readonly string[]
}

interface Described {
  readonly pages: Readonly<
    Record<
      string,
      { readonly params?: Readonly<Record<string, Omit<Parameter, 'name'>>>; readonly paramOrder?: string[] }
    >
  >
}

/** Remembers the parameters of templates while the editor is open. */
export class Parameters {
  readonly #api: ActionApi
  readonly #namespace: string
  readonly #language: string
  readonly #known = new Map<string, Promise<readonly Parameter[]>>()

  constructor(api: ActionApi, namespace: string, language: string) {
    this.#api = api
    this.#namespace = namespace
    this.#language = language
  }

  of(template: string): Promise<readonly Parameter[]> {
    const name = template.replace(/^(?:safe)?subst:/i, '')
    let found = this.#known.get(name)
    if (found === undefined) {
      found = this.#ask(name).catch(() => [])
      this.#known.set(name, found)
    }
    return found
  }

  async #ask(name: string): Promise<readonly Parameter[]> {
    const titles = name.startsWith(':') ? name.slice(1) : name.includes(':') ? name : `${this.#namespace}:${name}`
    const question = { action: 'templatedata', titles, redirects: true, lang: this.#language }
    const { pages } = await this.#api.ask<Described>(question)
    const [page] = Object.values(pages)
    const { params = {}, paramOrder = Object.keys(params) } = page ?? {}
    return paramOrder.flatMap(each => (params[each] ? [{ name: each, ...params[each] }] : []))
  }

  /** Completes the names of parameters after `|`, with their descriptions. */
  complete = async (context: CompletionContext): Promise<CompletionResult | null> => {
    const from = Math.max(0, context.pos - MOST_LOOKED_AT)
    const call = openCall(context.state.sliceDoc(from, context.pos))
    if (call === null || /[=\n{[]/.test(call.typed.trimStart())) return null
    const taken = new Set(call.given)
    const left = (await this.of(call.name)).filter(
      each => !each.deprecated && !taken.has(each.name) && !each.aliases.some(alias => taken.has(alias)),
    )
    if (left.length === 0) return null
    const options = left.map((each, i) => option(each, left.length - i))
    return { from: context.pos - call.typed.trimStart().length, options, validFor: /^[^=|{}[\]\n]*$/ }
  }

  /** After a template was chosen: goes on with its parameters. */
  async follow(view: EditorView, template: string): Promise<void> {
    if ((await this.of(template)).length === 0) return
    const { head } = view.state.selection.main
    if (!view.state.sliceDoc(0, head).endsWith(template)) return
    view.dispatch({ changes: { from: head, insert: '|' }, selection: { anchor: head + 1 }, userEvent: 'input' })
    startCompletion(view)
  }
}

/** Characters before the cursor in which a call is searched. */
const MOST_LOOKED_AT = 20_000

function option({ name, label, description, example, required, suggested }: Parameter, order: number): Completion {
  const notes = [
    description,
    required ? t('write.parameter_required') : suggested ? t('write.parameter_suggested') : null,
    example === null || example === '' ? null : t('write.parameter_example', { example }),
  ]
  const info = notes.filter(note => note !== null && note !== '').join('\n')
  return {
    label: name,
    apply: `${name}=`,
    type: 'parameter',
    boost: (required ? 60 : suggested ? 30 : 0) + Math.min(order, 29) / 30,
    ...(label !== null && label !== name && { detail: label }),
    ...(info !== '' && { info }),
  }
}
