// The opened edit: its diff, facts about its author, actions, and a form beside it.

import { t } from '../shared/texts.ts'
import { askWiki } from '../shared/wiki-api.ts'
import { personView } from './person.ts'
import { beside } from './rows.ts'

/** Diffs by revision, requested once. */
const diffs = new Map<string, Promise<string | null>>()
const MAX_KEPT = 200

interface Compared {
  readonly compare: { readonly body?: string }
}
interface Read {
  readonly query: { readonly pages?: { revisions?: { slots?: { main?: { content?: string } } }[] }[] }
}

/** HTML of a diff; of a new page, its text. */
function diffOf(row: HTMLElement): Promise<string | null> {
  const { rev = '0', old = '0' } = row.dataset
  const known = diffs.get(rev)
  if (known) return known
  if (diffs.size > MAX_KEPT) diffs.clear()
  const asked = old === '0' ? newText(rev) : diffRows(old, rev)
  diffs.set(rev, asked)
  asked.then(found => found === null && diffs.delete(rev))
  return asked
}

async function diffRows(fromrev: string, torev: string): Promise<string | null> {
  const answer = await askWiki<Compared>({ action: 'compare', fromrev, torev, prop: 'diff' })
  return answer && `<table class="diff inline"><tbody dir="auto">${answer.compare.body ?? ''}</tbody></table>`
}

const MAX_TEXT = 4000

async function newText(revids: string): Promise<string | null> {
  const params = { action: 'query', prop: 'revisions', revids, rvprop: 'content', rvslots: 'main' }
  const answer = await askWiki<Read>(params)
  const text = answer?.query.pages?.[0]?.revisions?.[0]?.slots?.main?.content
  if (text === undefined) return null
  const shown = document.createElement('div')
  shown.className = 'new-text'
  shown.dir = 'auto'
  const inserted = document.createElement('ins')
  inserted.textContent = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text
  shown.append(inserted)
  return shown.outerHTML
}

export const panelOf = (row: HTMLElement | null): HTMLElement | null =>
  row?.nextElementSibling?.matches('.opened') ? (row.nextElementSibling as HTMLElement) : null

export const isOpenable = (row: HTMLElement): boolean => row.dataset.rev !== undefined && row.dataset.rev !== '0'

export function closePanel(row: HTMLElement): void {
  panelOf(row)?.remove()
  row.classList.remove('is-open')
}

/** Opens a row, and closes the others. */
export function openPanel(row: HTMLElement): HTMLElement | null {
  if (!isOpenable(row)) return null
  const open = panelOf(row)
  if (open) return open
  for (const other of document.querySelectorAll<HTMLElement>('.change.is-open')) closePanel(other)
  const panel = document.createElement('li')
  panel.className = 'opened'
  panel.innerHTML = '<div class="opened-both"><div class="opened-diff"></div><aside class="opened-side"></aside></div>'
  const place = panel.querySelector<HTMLElement>('.opened-diff')!
  const side = panel.querySelector<HTMLElement>('.opened-side')!
  place.textContent = t('patrol.loading')
  side.setAttribute('aria-label', row.dataset.user ?? '')
  panel.append(toolbar(row))
  row.after(panel)
  row.classList.add('is-open')
  void diffOf(row).then(html => {
    if (html === null) place.textContent = t('patrol.failed')
    else place.innerHTML = html
    const whole = row.querySelector<HTMLAnchorElement>('a.open-diff')
    if (whole && html !== null) place.prepend(wayTo(whole.href, t('patrol.side_by_side')))
  })
  void personView(row.dataset.user ?? '').then(view => view && side.childElementCount === 0 && side.append(view))
  prefetch(row)
  return panel
}

/** The next diff is usually wanted soon. */
function prefetch(row: HTMLElement): void {
  const next = beside(row, 1)
  if (next && isOpenable(next)) void diffOf(next)
}

function wayTo(href: string, text: string): HTMLElement {
  const link = document.createElement('a')
  link.href = href
  link.className = 'side-by-side'
  link.textContent = text
  return link
}

/** The actions of the row as buttons with their keys. */
function toolbar(row: HTMLElement): HTMLElement {
  const bar = document.createElement('div')
  bar.className = 'opened-do'
  bar.setAttribute('role', 'toolbar')
  bar.setAttribute('aria-label', t('patrol.actions'))
  const offered = [...row.querySelectorAll<HTMLElement>('[data-act]')].map(act => [act.dataset.act!, act.textContent!])
  for (const [key, text] of [...offered, ['j', t('patrol.do_next')]] as [string, string][]) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = key === 'p' ? 'button first' : 'button'
    button.dataset.key = key
    const cap = document.createElement('kbd')
    cap.textContent = key
    button.append(text, cap)
    bar.append(button)
  }
  return bar
}
