// Suggests pages and users while typing, in the header search and in fields with `data-suggest`.
import { askWiki } from '../shared/wiki-api.ts'
import './suggest.css'

interface Suggestion {
  readonly text: string
  readonly href?: string
}

type Source = (typed: string, signal: AbortSignal) => Promise<Suggestion[]>

const MOST = 8
const PAUSE = 120

const pages: Source = async (search, signal) => {
  const found = await askWiki<[string, string[], string[], string[]]>(
    { action: 'opensearch', search, limit: MOST, redirects: 'return' },
    signal,
    // Also titles with one other letter.
    { prefer: 'handling=lenient' },
  )
  // URLs contain the configured host; stay on the current one.
  return (found?.[1] ?? []).map((text, i) => {
    const url = new URL(found![3][i]!, location.href)
    return { text, href: url.pathname + url.search }
  })
}

const people: Source = async (typed, signal) => {
  const prefix = typed.charAt(0).toUpperCase() + typed.slice(1)
  const found = await askWiki<{ query: { allusers: { name: string }[] } }>(
    { action: 'query', list: 'allusers', auprefix: prefix, aulimit: MOST },
    signal,
  )
  return (found?.query.allusers ?? []).map(({ name }) => ({ text: name }))
}

let lists = 0

function suggest(field: HTMLInputElement, source: Source, leads: boolean): void {
  const list = document.createElement('ul')
  list.id = `suggestions-${++lists}`
  list.className = 'suggestions'
  list.setAttribute('role', 'listbox')
  list.setAttribute('aria-label', field.getAttribute('aria-label') ?? field.labels?.[0]?.textContent ?? '')
  list.hidden = true
  field.after(list)
  field.parentElement!.classList.add('suggested')
  field.setAttribute('role', 'combobox')
  field.setAttribute('aria-autocomplete', 'list')
  field.setAttribute('aria-expanded', 'false')
  field.setAttribute('aria-controls', list.id)
  let shown: Suggestion[] = []
  let at = -1
  let asking: AbortController | null = null
  let timer = 0

  const close = () => {
    asking?.abort()
    clearTimeout(timer)
    list.hidden = true
    at = -1
    field.setAttribute('aria-expanded', 'false')
    field.removeAttribute('aria-activedescendant')
  }
  const mark = (to: number) => {
    at = to
    for (const [i, item] of [...list.children].entries()) item.setAttribute('aria-selected', String(i === at))
    if (at < 0) field.removeAttribute('aria-activedescendant')
    else field.setAttribute('aria-activedescendant', `${list.id}-${at}`)
  }
  const choose = (suggestion: Suggestion) => {
    field.value = suggestion.text
    close()
    if (leads && suggestion.href !== undefined) location.assign(suggestion.href)
  }
  const show = (found: Suggestion[]) => {
    shown = found
    list.replaceChildren(
      ...found.map((each, i) => {
        const item = document.createElement('li')
        item.id = `${list.id}-${i}`
        item.setAttribute('role', 'option')
        item.setAttribute('aria-selected', 'false')
        item.dir = 'auto'
        item.textContent = each.text
        item.addEventListener('pointerdown', event => {
          event.preventDefault()
          choose(each)
        })
        return item
      }),
    )
    list.hidden = found.length === 0
    field.setAttribute('aria-expanded', String(found.length > 0))
    mark(-1)
  }
  const look = async () => {
    const typed = field.value.trim()
    asking?.abort()
    if (typed === '') return close()
    asking = new AbortController()
    const { signal } = asking
    const found = await source(typed, signal)
    if (!signal.aborted && document.activeElement === field) show(found)
  }
  field.addEventListener('input', () => {
    clearTimeout(timer)
    timer = window.setTimeout(look, PAUSE)
  })
  field.addEventListener('blur', close)
  field.addEventListener('keydown', event => {
    if (event.key === 'Escape' && !list.hidden) {
      event.stopPropagation()
      event.preventDefault()
      return close()
    }
    if (list.hidden) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      const step = event.key === 'ArrowDown' ? 1 : -1
      mark(at + step >= shown.length ? -1 : at + step < -1 ? shown.length - 1 : at + step)
    } else if (event.key === 'Enter' && at >= 0) {
      event.preventDefault()
      choose(shown[at]!)
    }
  })
}

const head = document.querySelector<HTMLInputElement>('.top .find input[type="search"][name="search"]')
if (head) suggest(head, pages, true)
for (const field of document.querySelectorAll<HTMLInputElement>('input[data-suggest]'))
  suggest(field, field.dataset.suggest === 'user' ? people : pages, false)
