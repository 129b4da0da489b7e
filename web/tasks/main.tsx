// Updates the progress bar of a task, and continues when the task has ended.
import { useEffect, useState } from 'preact/hooks'
import { api } from '../shared/api.ts'
import { mount } from '../shared/mount.ts'
import { t } from '../shared/texts.ts'

interface Task {
  readonly id: string
  readonly completed: boolean
  readonly progress: number
  readonly error: string | null
}

interface Answer {
  readonly completed: boolean
  readonly progress: number
  readonly result: { readonly error?: string } | null
}

const FIRST_WAIT = 500
const LONGEST_WAIT = 5000

function Bar({ task, then }: { task: Task; then: string | null }) {
  const [now, setNow] = useState(task)
  useEffect(() => {
    if (now.completed) return
    const stop = new AbortController()
    let wait = FIRST_WAIT
    let timer = 0
    const look = async () => {
      try {
        const answer = await api<Answer>(`/api/tasks/${task.id}/`, { signal: stop.signal })
        const error = answer.result?.error ?? null
        setNow({ id: task.id, completed: answer.completed, progress: answer.progress, error })
        if (answer.completed) {
          if (error === null) location.href = then ?? location.href
          return
        }
      } catch {
        // The next poll may succeed.
      }
      wait = Math.min(LONGEST_WAIT, wait * 1.3)
      timer = window.setTimeout(look, wait)
    }
    timer = window.setTimeout(look, wait)
    return () => {
      stop.abort()
      window.clearTimeout(timer)
    }
  }, [])
  const text =
    now.error !== null
      ? t('task.failed', { why: now.error })
      : now.completed
        ? t('task.done')
        : now.progress === 0
          ? t('task.waiting')
          : t('task.under_way', { percent: now.progress })
  return (
    <div class="task-bar">
      {!now.completed && <progress max={100} value={now.progress} aria-label={text} />}
      <span role="status" class={now.error === null ? 'quiet small' : 'note wrong'}>
        {text}
      </span>
    </div>
  )
}

mount('tasks', Bar)
