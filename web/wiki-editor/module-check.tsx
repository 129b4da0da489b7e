import type { EditorView } from '@codemirror/view'
import { useEffect, useState } from 'preact/hooks'
import type { ActionApi } from '../shared/action-api.ts'
import { t } from '../shared/texts.ts'
import { goToLine, markLine } from './faulty-line.ts'
import type { EditorProps } from './props.ts'

interface Fault {
  readonly line: number
  readonly message: string
}

interface CheckProps {
  readonly api: ActionApi
  readonly props: EditorProps
  readonly text: string
  readonly editor: () => EditorView | null
}

const WAIT_MS = 600

/** Compiles a module shortly after the last keystroke and shows its first syntax error. */
export function ModuleCheck({ api, props, text, editor }: CheckProps) {
  const [fault, setFault] = useState<Fault | null>(null)
  useEffect(() => {
    const leaving = new AbortController()
    const timer = setTimeout(async () => {
      try {
        const found = await syntaxError(api, props, text, leaving.signal)
        setFault(found)
        editor()?.dispatch({ effects: markLine.of(found === null ? null : found.line) })
      } catch {
        // Aborted by further typing, or failed: saving checks again.
      }
    }, WAIT_MS)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [api, props, text, editor])
  return (
    <p class="we-fault small" role="status" hidden={fault === null}>
      {fault !== null && (
        <button type="button" class="link" onClick={() => goToLine(editor()!, fault.line)}>
          {t('write.syntax_error', { line: fault.line })}
        </button>
      )}{' '}
      <code dir="ltr" lang="en">
        {fault?.message}
      </code>
    </p>
  )
}

async function syntaxError(
  api: ActionApi,
  { title, model }: EditorProps,
  text: string,
  signal: AbortSignal,
): Promise<Fault | null> {
  const question = { action: 'parse', title, text, contentmodel: model, prop: 'jsconfigvars' }
  const { parse } = await api.ask<{ parse: { jsconfigvars: { ScribuntoSyntaxError?: Fault } } }>(question, signal)
  return parse.jsconfigvars.ScribuntoSyntaxError ?? null
}
