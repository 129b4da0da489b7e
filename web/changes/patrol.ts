// Marks edits as patrolled. The row changes immediately and changes back if the server rejects it.
import { ActionApi, ActionRefusal } from '../shared/action-api.ts'
import { reader } from '../shared/reader.ts'
import { assertedParams } from '../shared/session.ts'
import { t } from '../shared/texts.ts'
import { isUnpatrolled, mark, rows } from './rows.ts'
import { say } from './say.ts'

const api = new ActionApi('/api.php', reader.language)
let token: Promise<string> | null = null

const askToken = async (): Promise<string> => {
  const { query } = await api.ask({ action: 'query', meta: 'tokens', type: 'patrol', ...assertedParams() })
  return query.tokens.patroltoken
}

/** Fetches the token before it is needed. */
export function prepareToken(): void {
  token ??= askToken().catch(() => {
    token = null
    return ''
  })
}

async function send(rcid: string, isAgain = false): Promise<void> {
  token ??= askToken()
  try {
    await api.ask({ action: 'patrol', rcid, token: await token, ...assertedParams() })
  } catch (error) {
    token = null
    if (isAgain || !(error instanceof ActionRefusal && error.has('badtoken'))) throw error
    await send(rcid, true)
  }
}

/** Marks a row as patrolled. Returns whether there was something to do. */
export function patrol(row: HTMLElement): boolean {
  const { rcid } = row.dataset
  const button = row.querySelector('[data-act="p"]')
  if (!rcid || !button || !isUnpatrolled(row)) return false
  const chip = row.querySelector('.chip.unpatrolled')
  delete row.dataset.unpatrolled
  row.classList.add('patrolled')
  chip?.remove()
  mark(row, t('patrol.by_you'), 's-approved by-you')
  showCount()
  send(rcid).catch((error: unknown) => {
    row.dataset.unpatrolled = ''
    row.classList.remove('patrolled')
    row.querySelector('.by-you')?.remove()
    if (chip) row.querySelector('.marks')?.prepend(chip)
    showCount()
    say(t('patrol.not_done', { reason: reasonOf(error) }))
  })
  return true
}

function reasonOf(error: unknown): string {
  if (!(error instanceof ActionRefusal)) return t('patrol.failed')
  const text = document.createElement('div')
  text.innerHTML = error.errors[0]?.html ?? ''
  return text.textContent ?? ''
}

/** Shows how many rows need patrol. */
export function showCount(): void {
  const place = document.querySelector('.changes-count')
  const count = rows().filter(isUnpatrolled).length
  if (place) place.textContent = count === 0 ? '' : t('patrol.count', { count })
}
