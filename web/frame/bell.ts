// Keeps the number of unread notifications current, and tells the inbox about new ones.
import { t } from '../shared/texts.ts'

declare global {
  interface DocumentEventMap {
    /** The number of unread notifications after a change. */
    'inbox-changed': CustomEvent<number>
  }
}

const MOST = 99

const bell = document.querySelector<HTMLElement>('[data-bell]')
if (bell) whileVisible(bell)

/** Only visible pages listen: browsers limit the connections to a server. */
function whileVisible(bell: HTMLElement): void {
  let stream: EventSource | null = null
  const look = () => {
    if (document.visibilityState !== 'visible') {
      stream?.close()
      stream = null
      return
    }
    if (stream) return
    stream = new EventSource('/events/?inbox=1')
    stream.addEventListener('inbox', ({ data }) =>
      show(bell, (JSON.parse(data as string) as { unread: number }).unread),
    )
  }
  document.addEventListener('visibilitychange', look)
  look()
}

function show(bell: HTMLElement, unread: number): void {
  if (bell.dataset.bell === String(unread)) return
  bell.dataset.bell = String(unread)
  const label = unread === 0 ? t('frame.inbox') : t('frame.inbox_unread', { count: unread })
  bell.setAttribute('aria-label', label)
  bell.title = label
  const count = bell.querySelector('b')!
  count.hidden = unread === 0
  const language = document.documentElement.lang || 'en'
  count.textContent = new Intl.NumberFormat(language).format(Math.min(unread, MOST)) + (unread > MOST ? '+' : '')
  document.dispatchEvent(new CustomEvent('inbox-changed', { detail: unread }))
}
