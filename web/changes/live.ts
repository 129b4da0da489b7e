// New changes wait behind a button, so that the list does not move under the reader.
import { t } from '../shared/texts.ts'
import { panelOf } from './panel.ts'
import { showCount } from './patrol.ts'
import { current, rows } from './rows.ts'
import { showSelection } from './selection.ts'

const EVENTS = ['wiki-changes', 'reload'] as const

let waiting: Element | null = null
let button: HTMLButtonElement | null = null

/** Follows the wiki and offers newer changes. */
export function followChanges(list: HTMLElement): void {
  const mark = document.querySelector<HTMLElement>('.live-mark')
  const status = document.createElement('p')
  status.setAttribute('role', 'status')
  status.className = 'newer-place'
  list.before(status)
  button = document.createElement('button')
  button.type = 'button'
  button.className = 'newer'
  button.hidden = true
  button.addEventListener('click', showNewer)
  status.append(button)
  const pause = pauseButton(mark)
  let stream: EventSource | null = null
  let isAsking = false
  let isBehind = false

  const renew = async (): Promise<void> => {
    if (isAsking) {
      isBehind = true
      return
    }
    isAsking = true
    try {
      const answer = await fetch(location.href, { credentials: 'same-origin' })
      if (answer.ok) offer(await answer.text())
    } catch {
      // Offline: the stream reconnects automatically.
    }
    isAsking = false
    if (isBehind) {
      isBehind = false
      void renew()
    }
  }

  const look = (): void => {
    const wants = document.visibilityState === 'visible' && !pause.isPaused()
    if (!wants) {
      stream?.close()
      stream = null
      mark?.classList.remove('is-live')
      return
    }
    if (stream) return
    stream = new EventSource('/events/?changes=1')
    stream.addEventListener('open', () => mark?.classList.add('is-live'))
    stream.addEventListener('error', () => mark?.classList.remove('is-live'))
    for (const name of EVENTS) stream.addEventListener(name, () => void renew())
  }
  const again = (): void => {
    const wasAway = stream === null
    look()
    if (wasAway && stream) void renew()
  }
  document.addEventListener('visibilitychange', again)
  pause.onChange(again)
  look()
}

function pauseButton(mark: HTMLElement | null): { isPaused: () => boolean; onChange: (then: () => void) => void } {
  let isPaused = false
  const toggle = document.createElement('button')
  toggle.type = 'button'
  toggle.className = 'link pause'
  toggle.textContent = t('patrol.pause')
  mark?.after(toggle)
  return {
    isPaused: () => isPaused,
    onChange: then =>
      toggle.addEventListener('click', () => {
        isPaused = !isPaused
        toggle.textContent = t(isPaused ? 'patrol.resume' : 'patrol.pause')
        then()
      }),
  }
}

function offer(html: string): void {
  const fresh = new DOMParser().parseFromString(html, 'text/html').querySelector('[data-live-changes]')
  if (!fresh || !button) return
  const known = new Set(rows().map(row => row.dataset.change))
  const count = [...fresh.querySelectorAll<HTMLElement>('.change')].filter(row => !known.has(row.dataset.change)).length
  if (count === 0) return
  waiting = fresh
  button.textContent = t('patrol.newer', { count })
  button.hidden = false
}

/** Inserts the newer changes. Rows that are already there stay as they are, where they are on the screen. */
export function showNewer(): void {
  const list = document.querySelector<HTMLElement>('[data-live-changes]')
  if (!waiting || !list || !button) return
  const anchor = current() ?? rows().find(row => row.getBoundingClientRect().top > 0) ?? null
  const before = anchor?.getBoundingClientRect().top ?? 0
  const known = new Map(rows().map(row => [row.dataset.change, row]))
  const fresh = document.adoptNode(waiting)
  for (const row of fresh.querySelectorAll<HTMLElement>('.change')) {
    const old = known.get(row.dataset.change)
    if (!old) {
      row.classList.add('fresh')
      continue
    }
    const panel = panelOf(old)
    row.replaceWith(...(panel ? [old, panel] : [old]))
  }
  const focused = document.activeElement === anchor
  list.replaceChildren(...fresh.childNodes)
  waiting = null
  button.hidden = true
  if (anchor?.isConnected) {
    if (focused || current() === anchor) anchor.focus({ preventScroll: true })
    window.scrollBy(0, anchor.getBoundingClientRect().top - before)
  }
  showCount()
  showSelection()
}
