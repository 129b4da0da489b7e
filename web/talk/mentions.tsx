import type { RefObject } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { t } from '../shared/texts.ts'
import { askWiki } from '../shared/wiki-api.ts'

const MOST = 8
const PAUSE = 150
/** The beginning of a name after an @, before the caret. */
const TYPED = /(^|[\s(])@([^\s@[\]|{}<>#]{0,40})$/

interface Mentions {
  readonly names: readonly string[]
  readonly at: number
  /** Handles a key; true if it was used. */
  key(event: KeyboardEvent): boolean
  choose(name: string): void
}

/** Completes names after an @: people of this page first, then everyone. */
export function useMentions(
  field: RefObject<HTMLTextAreaElement | null>,
  text: string,
  onText: (text: string) => void,
  { people, userNamespace }: { readonly people: readonly string[]; readonly userNamespace: string },
): Mentions {
  const [names, setNames] = useState<readonly string[]>([])
  const [at, setAt] = useState(0)
  const typed = () => {
    const element = field.current
    if (!element || element.selectionStart !== element.selectionEnd) return null
    return TYPED.exec(element.value.slice(0, element.selectionStart))?.[2] ?? null
  }
  useEffect(() => {
    const start = typed()
    setAt(0)
    if (start === null) return setNames([])
    const isSo = (name: string) => name.toLowerCase().startsWith(start.toLowerCase())
    const here = people.filter(isSo).slice(0, MOST)
    setNames(here)
    if (start === '' || here.length === MOST) return
    const leaving = new AbortController()
    const timer = setTimeout(async () => {
      const auprefix = start.charAt(0).toUpperCase() + start.slice(1)
      const query = { action: 'query', list: 'allusers', auprefix, aulimit: MOST }
      const found = await askWiki<{ query: { allusers: { name: string }[] } }>(query, leaving.signal)
      const others = (found?.query.allusers ?? []).map(({ name }) => name)
      if (!leaving.signal.aborted) setNames([...new Set([...here, ...others])].slice(0, MOST))
    }, PAUSE)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [text])

  const choose = (name: string) => {
    const element = field.current!
    const [caret, start] = [element.selectionStart, typed() ?? '']
    const before = element.value.slice(0, caret - start.length)
    const link = `[[${userNamespace}:${name}|${name}]] `
    setNames([])
    const end = before.length + link.length
    // Before the next key, which would otherwise go to the wrong place.
    element.value = before + link + element.value.slice(caret)
    element.setSelectionRange(end, end)
    onText(element.value)
  }
  const key = (event: KeyboardEvent): boolean => {
    if (names.length === 0) return false
    if (event.key === 'ArrowDown') setAt((at + 1) % names.length)
    else if (event.key === 'ArrowUp') setAt((at + names.length - 1) % names.length)
    else if ((event.key === 'Enter' && !event.ctrlKey && !event.metaKey) || event.key === 'Tab') choose(names[at]!)
    else if (event.key === 'Escape') setNames([])
    else return false
    return true
  }
  return { names, at, key, choose }
}

export function MentionList({ mentions, id }: { readonly mentions: Mentions; readonly id: string }) {
  if (mentions.names.length === 0) return null
  return (
    <div class="mentions" id={id} role="listbox" aria-label={t('talk.people_here')}>
      {mentions.names.map((name, i) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text
        <div
          key={name}
          id={`${id}-${i}`}
          role="option"
          aria-selected={i === mentions.at}
          dir="auto"
          onPointerDown={event => {
            event.preventDefault()
            mentions.choose(name)
          }}
        >
          {name}
        </div>
      ))}
    </div>
  )
}
