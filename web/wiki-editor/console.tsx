import { useEffect, useRef, useState } from 'preact/hooks'
import { type ActionApi, ActionRefusal } from '../shared/action-api.ts'
import { t } from '../shared/texts.ts'
import type { EditorProps } from './props.ts'

/** A question and what came of it. */
interface Entry {
  readonly question: string
  readonly print: string
  readonly value: string
  /** As HTML. */
  readonly error: string
  /** Whether the server lost the variables of earlier questions. */
  readonly isRestarted: boolean
}

interface Answer {
  readonly type: 'normal' | 'error'
  readonly print?: string
  readonly return?: string
  readonly html?: string
  readonly session: number
  readonly sessionIsNew?: string
}

interface ConsoleProps {
  readonly api: ActionApi
  readonly props: EditorProps
  /** Text of the module in the editor. */
  readonly text: string
}

/** Runs Lua code against the module in the editor. */
export function Console({ api, props, text }: ConsoleProps) {
  const [entries, setEntries] = useState<readonly Entry[]>([])
  const [question, setQuestion] = useState('')
  const [busy, setBusy] = useState(false)
  const session = useRef<number | null>(null)
  const isCleared = useRef(false)
  /** Which earlier question the arrow keys have brought back. */
  const recalled = useRef(0)
  const log = useRef<HTMLOListElement>(null)
  const leaving = useRef(new AbortController())

  useEffect(() => () => leaving.current.abort(), [])
  useEffect(() => {
    log.current?.lastElementChild?.scrollIntoView({ block: 'nearest' })
  }, [entries])

  const run = async (): Promise<void> => {
    if (busy || question.trim() === '') return
    setBusy(true)
    recalled.current = 0
    const asked = { action: 'scribunto-console', title: props.title, content: text, question: question.trim() }
    let entry: Entry = { question: asked.question, print: '', value: '', error: '', isRestarted: false }
    try {
      const answer = await api.ask<Answer>(
        { ...asked, clear: isCleared.current, ...(session.current !== null && { session: session.current }) },
        leaving.current.signal,
      )
      const isRestarted = session.current !== null && answer.sessionIsNew !== undefined && entries.length > 0
      session.current = answer.session
      isCleared.current = false
      entry = { ...entry, print: answer.print ?? '', value: answer.return ?? '', error: answer.html ?? '', isRestarted }
      setQuestion('')
    } catch (error) {
      if (leaving.current.signal.aborted) return
      const found = error instanceof ActionRefusal ? error.errors.map(each => each.html).join(' ') : t('frame.offline')
      entry = { ...entry, error: found }
    }
    setEntries([...entries, entry])
    setBusy(false)
  }

  const clear = (): void => {
    setEntries([])
    isCleared.current = true
  }

  const onKey = (event: KeyboardEvent): void => {
    const field = event.currentTarget as HTMLTextAreaElement
    if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) {
      event.preventDefault()
      void run()
      return
    }
    const isUp = event.key === 'ArrowUp' && field.selectionStart === 0
    const isDown = event.key === 'ArrowDown' && field.selectionEnd === field.value.length && recalled.current > 0
    if (!isUp && !isDown) return
    const next = recalled.current + (isUp ? 1 : -1)
    if (next > entries.length) return
    event.preventDefault()
    recalled.current = next
    setQuestion(next === 0 ? '' : entries[entries.length - next]!.question)
  }

  return (
    <section class="we-beside we-console" aria-label={t('write.console')} aria-busy={busy}>
      <p class="small quiet">{t('write.console_hint')}</p>
      <ol class="we-log" aria-live="polite" ref={log} dir="ltr">
        {entries.map((entry, i) => (
          <li key={`${i} ${entry.question}`}>
            {entry.isRestarted && <p class="small note">{t('write.console_restarted')}</p>}
            <pre class="we-asked">{entry.question}</pre>
            {entry.print !== '' && <pre class="we-printed">{entry.print}</pre>}
            {entry.value !== '' && <pre class="we-value">{entry.value}</pre>}
            {entry.error !== '' && <ScriptError html={entry.error} />}
          </li>
        ))}
      </ol>
      <form
        onSubmit={event => {
          event.preventDefault()
          void run()
        }}
      >
        <label class="aside" for="we-question">
          {t('write.console_code')}
        </label>
        <textarea
          id="we-question"
          class="source"
          rows={2}
          dir="ltr"
          spellcheck={false}
          autocapitalize="off"
          placeholder="=p.main(mw.getCurrentFrame())"
          value={question}
          onInput={event => setQuestion(event.currentTarget.value)}
          onKeyDown={onKey}
        />
        <p class="buttons">
          <button type="submit" class="button" aria-disabled={busy}>
            {t('write.run')}
          </button>
          <button type="button" class="button quiet-button" hidden={entries.length === 0} onClick={clear}>
            {t('write.console_clear')}
          </button>
        </p>
      </form>
    </section>
  )
}

/** The message of a script error, with its trace folded. `html` begins with the message as a paragraph. */
export function ScriptError({ html }: { readonly html: string }) {
  const end = html.indexOf('</p>')
  const [message, details] = end < 0 ? [html, ''] : [html.slice(0, end).replace(/^<p>/, ''), html.slice(end + 4)]
  if (details === '') return <p class="error" dir="auto" dangerouslySetInnerHTML={{ __html: message }} />
  return (
    <details class="script-error">
      <summary class="error" dir="auto" dangerouslySetInnerHTML={{ __html: message }} />
      <div dangerouslySetInnerHTML={{ __html: details }} />
    </details>
  )
}
