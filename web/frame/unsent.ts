// Shows the number of unsaved edits on every page, with a dialog that lists them.
import type { Entry } from '../shared/outbox-entry.ts'
import { countUnsaved, onUnsaved, outbox } from '../shared/page-outbox.ts'
import { loginAddress } from '../shared/session.ts'
import { t } from '../shared/texts.ts'

const button = document.createElement('button')
button.type = 'button'
button.className = 'unsent'
button.setAttribute('aria-haspopup', 'dialog')
button.addEventListener('click', showUnsent)
let dialog: HTMLDialogElement | null = null

export function showCount(): void {
  onUnsaved(update)
  update()
}

function update(): void {
  const own = countUnsaved()
  const others = [...outbox.others().values()].reduce((sum, count) => sum + count, 0)
  button.dataset.unsaved = String(own)
  button.textContent = t('frame.unsent', { count: own + others })
  const needsLook = outbox.entries.some(({ state }) => state !== 'waiting') || others > 0
  button.classList.toggle('needs-look', needsLook)
  if (own + others === 0) button.remove()
  else if (!button.isConnected) place()
  if (dialog) refill(dialog)
}

/** Placed before the account menu, so that the menu keeps its position and tab order. */
function place(): void {
  const corner = document.querySelector('.top .corner')
  if (corner) corner.before(button)
  else (document.querySelector('.top') ?? document.body).append(button)
}

/** Lists the remaining edits and keeps the focus in the list. */
function refill(into: HTMLDialogElement): void {
  const focused = document.activeElement
  const controls = () => [...into.querySelectorAll<HTMLElement>('a, button')]
  const at = controls().indexOf(focused as HTMLElement)
  const [text, id] = [focused?.textContent, focused?.closest('li')?.dataset.entry]
  fill(into)
  if (at < 0) return
  const same = controls().find(each => each.textContent === text && each.closest('li')?.dataset.entry === id)
  const close = controls().at(-1)
  ;(same ?? close)?.focus()
}

function showUnsent(): void {
  dialog = document.createElement('dialog')
  dialog.className = 'unsent-list'
  dialog.setAttribute('aria-label', t('frame.unsent_title'))
  fill(dialog)
  dialog.addEventListener('close', () => {
    dialog?.remove()
    dialog = null
  })
  document.body.append(dialog)
  dialog.showModal()
}

function fill(into: HTMLDialogElement): void {
  const title = element('h2', t('frame.unsent_title'))
  const list = element('ul')
  for (const entry of outbox.entries) list.append(item(entry))
  const parts: HTMLElement[] = [title]
  const says = element('p', countUnsaved() + outbox.others().size === 0 ? t('frame.unsent_none') : '')
  says.setAttribute('role', 'status')
  parts.push(says)
  if (!outbox.isKept && outbox.entries.length > 0) parts.push(note(t('frame.unsent_not_kept')))
  const typed = countUnsaved() - outbox.entries.length
  if (typed > 0) parts.push(element('p', t('frame.unsent_typed', { count: typed })))
  for (const [name, count] of outbox.others())
    parts.push(note(t('frame.unsent_others', { name: name ?? t('frame.unsent_visitor'), count })))
  const close = action(t('frame.close'), () => into.close())
  const foot = element('p')
  foot.append(close)
  into.replaceChildren(...parts, list, foot)
}

function item(entry: Entry): HTMLElement {
  const link = document.createElement('a')
  link.href = entry.page
  link.dir = 'auto'
  link.textContent = entry.title || entry.page
  const says = element('p', wordsFor(entry))
  says.className = 'small quiet'
  const acts = element('p')
  acts.className = 'buttons'
  if (entry.state === 'login') {
    const login = document.createElement('a')
    Object.assign(login, { className: 'button', href: loginAddress(), target: '_blank', rel: 'noopener' })
    login.textContent = t('frame.log_in')
    acts.append(login)
  }
  const isUnderWay = outbox.stateOf(entry.id) === 'sending'
  if (!isUnderWay) acts.append(action(t('frame.unsent_retry'), () => outbox.retry(entry.id)))
  if (entry.state === 'refused') acts.append(action(t('frame.unsent_discard'), () => outbox.discard(entry.id)))
  const line = element('li')
  line.dataset.entry = entry.id
  line.append(link, says, acts)
  return line
}

function wordsFor(entry: Entry): string {
  if (outbox.stateOf(entry.id) === 'sending') return t('frame.unsent_sending')
  if (entry.state === 'login') return t('frame.unsent_login')
  if (entry.state === 'refused')
    return entry.why === null ? t('frame.unsent_old') : t('frame.unsent_refused', { why: entry.why })
  return entry.why ?? t('frame.unsent_waiting')
}

function element(name: string, text = ''): HTMLElement {
  const made = document.createElement(name)
  made.textContent = text
  return made
}

function note(text: string): HTMLElement {
  const made = element('p', text)
  made.className = 'note warning'
  return made
}

function action(text: string, run: () => void): HTMLButtonElement {
  const made = document.createElement('button')
  made.type = 'button'
  made.className = 'button'
  made.textContent = text
  made.addEventListener('click', run)
  return made
}
