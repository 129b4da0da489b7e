// Forms beside an edit: roll back, thank, warn, block. They are those of the pages for people without scripts.
import { t } from '../shared/texts.ts'
import { closePanel, openPanel } from './panel.ts'
import { beside, mark, moveTo, nextToPatrol } from './rows.ts'
import { say } from './say.ts'

const DONE = { r: 'patrol.rolled_back', t: 'patrol.thanked', w: 'patrol.warned', b: 'patrol.blocked' } as const
export type FormKey = keyof typeof DONE
export const isFormKey = (key: string): key is FormKey => key in DONE

/** Opens the form for an action beside the edit and focuses its first empty field. */
export async function openForm(row: HTMLElement, key: FormKey): Promise<void> {
  const address = row.querySelector<HTMLAnchorElement>(`a[data-act="${key}"]`)?.href
  const side = openPanel(row)?.querySelector<HTMLElement>('.opened-side')
  if (address === undefined || !side) return
  side.textContent = t('patrol.loading')
  const answer = await fetch(address, { credentials: 'same-origin' }).catch(() => null)
  if (answer === null) side.textContent = t('patrol.failed')
  else show(row, key, side, await answer.text())
}

/** Shows the form of a page, or what the page says instead. */
function show(row: HTMLElement, key: FormKey, side: HTMLElement, page: string): void {
  const body = new DOMParser().parseFromString(page, 'text/html').querySelector('.page .body')
  const form = body?.querySelector<HTMLFormElement>('form.wiki-form')
  if (!body || !form) {
    // Without a form, the page is the confirmation or an explanation.
    const note = body?.querySelector('.note')
    if (note?.matches('.good')) finish(row, key, note.textContent ?? '')
    else side.textContent = note?.textContent ?? t('patrol.failed')
    return
  }
  side.replaceChildren(
    ...[...document.adoptNode(body).children].filter(part => part === form || part.matches('p, .note')),
  )
  form.addEventListener('submit', event => {
    event.preventDefault()
    event.stopPropagation()
    void submit(row, key, side, form)
  })
  const inputs = [...form.querySelectorAll<HTMLInputElement>('input:not([type=hidden]), select, textarea')]
  const empty = inputs.find(input => input.value === '' && input.type !== 'checkbox' && input.type !== 'radio')
  const first = key === 'w' ? form.querySelector<HTMLElement>('select') : null
  const target = first ?? (key === 'b' ? null : empty) ?? form.querySelector<HTMLElement>('button:not([type=button])')
  target?.focus()
}

async function submit(row: HTMLElement, key: FormKey, side: HTMLElement, form: HTMLFormElement): Promise<void> {
  const body = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]))
  for (const button of form.querySelectorAll('button')) button.disabled = true
  const answer = await fetch(form.action, { method: 'POST', body, credentials: 'same-origin' }).catch(() => null)
  if (answer === null) {
    for (const button of form.querySelectorAll('button')) button.disabled = false
    say(t('patrol.failed'))
  } else show(row, key, side, await answer.text())
}

function finish(row: HTMLElement, key: FormKey, text: string): void {
  mark(row, t(DONE[key]), key === 'r' ? 's-failing' : 's-approved')
  say(text)
  const next = key === 'r' ? nextToPatrol(row) : beside(row, key === 'b' ? 1 : 0)
  closePanel(row)
  if (next) {
    moveTo(next)
    openPanel(next)
  }
}
