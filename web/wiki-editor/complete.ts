import { type CompletionContext, type CompletionResult, insertCompletionText } from '@codemirror/autocomplete'
import type { EditorView } from '@codemirror/view'
import type { ActionApi } from '../shared/action-api.ts'
import type { Parameters } from './parameters.ts'

const MOST = 12

/** Completes page names after `[[` and templates after `{{`. */
export const pageNames =
  (api: ActionApi, templateNamespace: string, parameters: Parameters) =>
  async (context: CompletionContext): Promise<CompletionResult | null> => {
    const link = context.matchBefore(/\[\[:?[^[\]{}|#\n]*/)
    const template = context.matchBefore(/\{\{(?:subst:)?[^[\]{}|#\n:]*/)
    const found = link ?? template
    if (!found) return null
    const typed = found.text.replace(/^(?:\[\[:?|\{\{(?:subst:)?)/, '')
    const from = context.pos - typed.length
    if (typed.trim() === '') return null
    const titles = await suggestions(api, typed, template ? 10 : null, context)
    const options = titles.map(title => {
      const name = template ? title.replace(`${templateNamespace}:`, '') : title
      if (!template) return { label: name, apply: name, type: 'page' }
      const apply = (view: EditorView, _: unknown, start: number, end: number) => {
        view.dispatch(insertCompletionText(view.state, name, start, end))
        void parameters.follow(view, name)
      }
      return { label: name, apply, type: 'template' }
    })
    return { from, options, filter: false }
  }

async function suggestions(
  api: ActionApi,
  typed: string,
  namespace: number | null,
  context: CompletionContext,
): Promise<string[]> {
  const leaving = new AbortController()
  context.addEventListener('abort', () => leaving.abort(), { onDocChange: true })
  const question = { action: 'query', list: 'prefixsearch', pssearch: typed, pslimit: MOST }
  try {
    const all = namespace === null ? {} : { psnamespace: namespace }
    const { query } = await api.ask<{ query: { prefixsearch: { title: string }[] } }>(
      { ...question, ...all },
      leaving.signal,
    )
    return query.prefixsearch.map(({ title }) => title)
  } catch {
    // Aborted by further typing, or failed: continue without suggestions.
    return []
  }
}
