// Sorts and filters tables without reloading the page. The server does the work in both cases.
import './browse.css'
import './select-all.ts'

const LATER = 180

/** Replaces parts of the page, by ID, with those of a newer version. Keeps the focus. */
function replaceParts(fresh: Document, ids: readonly string[]): void {
  for (const id of ids) {
    const [old, made] = [document.getElementById(id), fresh.getElementById(id)]
    if (!old || !made || old.innerHTML === made.innerHTML) continue
    const focus = keepFocus(old)
    const wasOpen = old.querySelector('details')?.open ?? false
    old.replaceChildren(...made.childNodes)
    const details = old.querySelector('details')
    if (details) details.open = wasOpen
    focus(old)
  }
}

/** Remembers the focused field or link, to focus its replacement. */
function keepFocus(part: HTMLElement): (part: HTMLElement) => void {
  const at = document.activeElement
  if (!(at instanceof HTMLElement) || !part.contains(at)) return () => undefined
  const all = (within: HTMLElement) => [...within.querySelectorAll<HTMLElement>('a, input, button, summary')]
  const index = all(part).indexOf(at)
  const typed = at instanceof HTMLInputElement ? { value: at.value, caret: at.selectionStart } : null
  return within => {
    const now = typed ? within.querySelector<HTMLInputElement>('input[type=search]') : all(within)[index]
    if (typed && now instanceof HTMLInputElement) {
      // The user has typed more in the meantime.
      now.value = typed.value
      now.focus()
      now.setSelectionRange(typed.caret, typed.caret)
    } else now?.focus()
  }
}

let asked: AbortController | undefined

async function load(address: string, ids: readonly string[]): Promise<boolean> {
  asked?.abort()
  const mine = new AbortController()
  asked = mine
  try {
    const answer = await fetch(address, { headers: { accept: 'text/html' }, signal: mine.signal })
    if (!answer.ok) return false
    const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html')
    if (!mine.signal.aborted) replaceParts(fresh, ids)
    return true
  } catch {
    return mine.signal.aborted
  }
}

/** Shows the table of another URL. */
async function show(id: string, address: string): Promise<void> {
  if (await load(address, [id])) history.replaceState(null, '', address)
  else location.assign(address)
}

let waiting: ReturnType<typeof setTimeout> | undefined

const addressOf = (form: HTMLFormElement): string => {
  const fields = [...new FormData(form)].filter(([, value]) => value !== '')
  return `?${new URLSearchParams(fields as [string, string][])}`
}

document.addEventListener('input', event => {
  const form = (event.target as Element).closest<HTMLFormElement>('form[data-filters]')
  if (!form) return
  clearTimeout(waiting)
  waiting = setTimeout(() => show(form.dataset.filters!, addressOf(form)), LATER)
})

document.addEventListener('submit', event => {
  const form = (event.target as Element).closest<HTMLFormElement>('form[data-filters]')
  if (!form) return
  event.preventDefault()
  clearTimeout(waiting)
  show(form.dataset.filters!, addressOf(form))
})

document.addEventListener('click', event => {
  if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
    return
  const link = (event.target as Element).closest<HTMLAnchorElement>('section[data-part] a[href^="?"]')
  const section = link?.closest('section')
  if (!link || !section) return
  event.preventDefault()
  show(section.id, link.getAttribute('href')!.split('#')[0]!)
  if (link.closest('.pager')) section.scrollIntoView({ block: 'start' })
})

// Updates the numbers while the page is open. A burst of changes causes one request.
const MOMENT = 400
const PAUSE = 3000
let due: ReturnType<typeof setTimeout> | undefined
let lookedAt = 0
let isKnown = false

function lookAgain(): void {
  if (due !== undefined || document.hidden) return
  due = setTimeout(
    async () => {
      due = undefined
      lookedAt = Date.now()
      const parts = [...document.querySelectorAll('[data-part]')].map(part => part.id)
      await load(location.href, parts)
    },
    Math.max(MOMENT, lookedAt + PAUSE - Date.now()),
  )
}

document.addEventListener('live-change', lookAgain)
document.addEventListener('live-statistics', () => {
  // The page already shows the first numbers.
  if (isKnown) lookAgain()
  isKnown = true
})
document.addEventListener('visibilitychange', () => {
  if (!document.hidden && isKnown) lookAgain()
})

document.addEventListener('click', async event => {
  const button = (event.target as Element).closest<HTMLButtonElement>('button[data-copies]')
  if (!button) return
  const field = document.getElementById(button.dataset.copies!) as HTMLInputElement
  field.select()
  await navigator.clipboard.writeText(field.value).catch(() => document.execCommand('copy'))
  const before = button.textContent
  button.textContent = button.dataset.copied!
  setTimeout(() => {
    button.textContent = before
  }, 1500)
})
