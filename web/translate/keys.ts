import { signal } from '@preact/signals'
import { t } from '../shared/texts.ts'
import { ACTIONS, type Action } from './actions.ts'
import type { Desk } from './desk.ts'

/** The first of two keystrokes, while waiting for the second. */
export const awaited = signal<Action | null>(null)

interface Stroke {
  readonly action: Action
  /** Followed by a number. */
  readonly isFirst: boolean
  /** The number in the keystroke itself. */
  readonly number: number
}

/** Keystrokes and their actions. */
const STROKES: ReadonlyMap<string, Stroke> = new Map(ACTIONS.flatMap(strokesOf))

function strokesOf(action: Action): (readonly [string, Stroke])[] {
  const [, first, gap, most] = /^(\S+?)( ?)1…(\d)$/.exec(action.key) ?? []
  if (first === undefined) return [[action.key.toLowerCase(), { action, isFirst: false, number: 0 }]]
  if (gap === ' ') return [[first.toLowerCase(), { action, isFirst: true, number: 0 }]]
  return Array.from({ length: Number(most) }, (_, i) => [
    `${first}${i + 1}`.toLowerCase(),
    { action, isFirst: false, number: i + 1 },
  ])
}

/** Uses the physical key for letters and digits, because Alt changes the character on some keyboards. */
export function strokeOf(event: KeyboardEvent): string {
  const [, named] = /^(?:Key|Digit|Numpad)([A-Z0-9])$/.exec(event.code) ?? []
  const letter = event.key.length === 1 && /^[a-z0-9]$/i.test(event.key) ? event.key : (named ?? event.key)
  const parts = []
  if (event.ctrlKey || event.metaKey) parts.push('ctrl')
  if (event.altKey) parts.push('alt')
  if (event.shiftKey && event.key.length > 1) parts.push('shift')
  return [...parts, (event.altKey || event.ctrlKey || event.metaKey ? letter : event.key).toLowerCase()].join('+')
}

/** Handles the editor's shortcuts and adds them to the list of shortcuts, except those of parts that are not there. */
export function listen(desk: Desk, absent: ReadonlySet<string> = new Set()): () => void {
  const onKey = (event: KeyboardEvent): void => {
    if (event.isComposing || event.defaultPrevented || document.querySelector('dialog[open]')) return
    const first = awaited.value
    if (first) {
      if (/^(Control|Alt|Shift|Meta)$/.test(event.key)) return
      awaited.value = null
      const [, digit] = /^(?:Digit|Numpad)([1-9])$/.exec(event.code) ?? /^([1-9])$/.exec(event.key) ?? []
      event.preventDefault()
      if (digit !== undefined) first.run(desk, Number(digit))
      return
    }
    // AltGr types characters on many keyboards and is reported as Ctrl+Alt.
    if (event.ctrlKey && event.altKey) return
    const stroke = STROKES.get(strokeOf(event))
    if (!stroke || absent.has(stroke.action.key)) return
    event.preventDefault()
    if (stroke.isFirst) awaited.value = stroke.action
    else stroke.action.run(desk, stroke.number)
  }
  const onList = ({ detail }: CustomEvent<[string, string][]>): void => {
    for (const { key, what } of ACTIONS) if (!absent.has(key)) detail.push([shown(key), t(what)])
  }
  document.addEventListener('keydown', onKey)
  document.addEventListener('list-keys', onList)
  return () => {
    document.removeEventListener('keydown', onKey)
    document.removeEventListener('list-keys', onList)
  }
}

const SIGNS: Readonly<Record<string, string>> = {
  Enter: '↵',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Backspace: '⌫',
  Shift: '⇧',
}

/** Display form of a key. */
export const shown = (key: string): string => key.replace(/\w+/g, name => SIGNS[name] ?? name).replaceAll('+', ' ')
