// Keys for the inbox, and a note when something new arrives. Everything else is links and forms.
import './inbox.css'
import { isTyping, pressed } from '../shared/keys.ts'
import { t } from '../shared/texts.ts'

const list = document.querySelector<HTMLElement>('[data-inbox]')
if (list) start(list)

function start(list: HTMLElement): void {
  const entries = [...list.querySelectorAll<HTMLElement>('.inbox-entry')]
  const keys = list.querySelector<HTMLElement>('[data-keys]')
  if (keys && entries.length > 0) keys.hidden = false
  const current = (): HTMLElement | undefined => entries.find(entry => entry.contains(document.activeElement))

  const move = (by: 1 | -1): void => {
    const at = current()
    const next = at === undefined ? entries.at(by === 1 ? 0 : -1) : entries[entries.indexOf(at) + by]
    next?.querySelector<HTMLElement>('.what a')?.focus()
    next?.scrollIntoView({ block: 'nearest' })
  }

  document.addEventListener('keydown', event => {
    if (event.defaultPrevented || isTyping(event) || document.querySelector('dialog[open]')) return
    const key = pressed(event)
    if (key === 'j' || key === 'k') move(key === 'j' ? 1 : -1)
    else if (key === 'e' || key === 'm') {
      const names = key === 'm' ? ['mute'] : ['read', 'unread']
      const button = names
        .map(name => current()?.querySelector<HTMLButtonElement>(`button[value="${name}"]`))
        .find(Boolean)
      if (key === 'e' && button) void toggle(current()!, button)
      else button?.click()
    } else if (key === 'a' && event.shiftKey) list.querySelector<HTMLButtonElement>('[data-all] button')?.click()
    else return
    event.preventDefault()
  })

  // Opening an unread entry marks it as read; the link itself is not delayed.
  list.addEventListener('click', event => {
    const link = (event.target as HTMLElement).closest('.what a')
    const entry = link?.closest<HTMLElement>('.inbox-entry.new')
    if (entry) void send(entry.querySelector('form')!, 'read')
  })

  document.addEventListener('list-keys', ({ detail }) => {
    detail.push(
      ['j', t('inbox.key_next')],
      ['k', t('inbox.key_previous')],
      ['Enter', t('inbox.key_open')],
      ['e', t('inbox.key_read')],
      ['m', t('inbox.key_mute')],
      ['Shift+A', t('inbox.key_all')],
    )
  })

  let known = Number(document.querySelector<HTMLElement>('[data-bell]')?.dataset.bell ?? 0)
  document.addEventListener('inbox-changed', ({ detail }) => {
    const note = list.querySelector<HTMLElement>('[data-new]')
    if (note && detail > known) note.hidden = false
    known = detail
  })
}

async function toggle(entry: HTMLElement, button: HTMLButtonElement): Promise<void> {
  const isRead = button.value === 'read'
  if (!(await send(button.form!, button.value))) return button.click()
  entry.classList.toggle('new', !isRead)
  if (isRead) entry.querySelector('.what .aside')?.remove()
  button.value = isRead ? 'unread' : 'read'
  button.textContent = t(isRead ? 'inbox.mark_unread' : 'inbox.mark_read')
}

/** Sends a form in the background. Returns whether that worked. */
async function send(form: HTMLFormElement, what: string): Promise<boolean> {
  const body = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]))
  body.set('do', what)
  try {
    const answer = await fetch(form.action, { method: 'POST', body, redirect: 'manual', keepalive: true })
    return answer.type === 'opaqueredirect'
  } catch {
    return false
  }
}
