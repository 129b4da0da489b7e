// Sends requests one at a time, with confirmation before writes.
import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { pressed } from '../shared/keys.ts'
import { t } from '../shared/texts.ts'
import type { Outcome } from './result.ts'

type Send = (signal: AbortSignal) => Promise<Outcome>

interface Wish {
  /** Whether everything the request depends on is loaded. Until then, sending waits. */
  readonly ready: boolean
  readonly writes: boolean
  /** Confirmation text for writes. */
  readonly question: () => string
  readonly send: Send
  readonly done: (outcome: Outcome) => void
}

export interface Sending {
  readonly outcome: Outcome | null
  readonly failed: string | null
  readonly isRunning: boolean
  /** Sends the form's request, after confirmation if it writes. */
  readonly start: () => void
  readonly run: (send: Send) => void
  readonly dialog: JSX.Element | null
}

export function useSending(wish: Wish): Sending {
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const [isRunning, setRunning] = useState(false)
  const [isAsking, askBefore] = useState(false)
  const current = useRef<AbortController | null>(null)

  const run = async (send: Send) => {
    current.current?.abort()
    const gone = new AbortController()
    current.current = gone
    setRunning(true)
    setFailed(null)
    try {
      const found = await send(gone.signal)
      setOutcome(found)
      wish.done(found)
    } catch {
      if (gone.signal.aborted) return
      setFailed(t('frame.offline'))
    }
    if (current.current === gone) setRunning(false)
  }
  const waits = useRef(false)
  const start = () => {
    waits.current = !wish.ready
    if (!wish.ready) return
    if (wish.writes) askBefore(true)
    else run(wish.send)
  }

  const latest = useRef(start)
  latest.current = start
  useEffect(() => {
    if (wish.ready && waits.current) latest.current()
  }, [wish.ready])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || pressed(event) !== 'Ctrl+Enter' || document.querySelector('dialog[open]')) return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])

  const dialog = isAsking ? (
    <Question
      text={wish.question()}
      answer={yes => {
        askBefore(false)
        if (yes) run(wish.send)
      }}
    />
  ) : null
  return { outcome, failed, isRunning, start, run, dialog }
}

function Question({ text, answer }: { readonly text: string; readonly answer: (yes: boolean) => void }): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    dialog.current?.showModal()
  }, [])
  return (
    <dialog ref={dialog} class="sb-question" aria-labelledby="sb-question" onClose={() => answer(false)}>
      <h2 id="sb-question">{t('sandbox.really')}</h2>
      <p>{text}</p>
      <p class="buttons">
        <button type="button" class="button first" onClick={() => answer(true)}>
          {t('sandbox.send')}
        </button>
        <button type="button" class="button" onClick={() => answer(false)}>
          {t('frame.cancel')}
        </button>
      </p>
    </dialog>
  )
}
