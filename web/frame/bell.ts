// Keeps the number of unread notifications current, and tells the inbox about new ones.
import { t } from '../shared/texts.ts'

declare global {
  interface DocumentEventMap {
    /** The number of unread notifications after a change. */
    'inbox-changed': CustomEvent<number>
  }
}

const MOST = 99
const CHANNEL = 'parlance inbox'

const bell = document.querySelector<HTMLElement>('[data-bell]')
if (bell) {
  if (isSecureContext) withOtherPages(bell)
  else whileVisible(bell)
}

/** Browsers allow only a few connections to a server, so one page listens and tells the others. */
function withOtherPages(bell: HTMLElement): void {
  const pages = new BroadcastChannel(CHANNEL)
  pages.addEventListener('message', ({ data }) => show(bell, data as number))
  void navigator.locks.request(CHANNEL, () => {
    listen(unread => {
      show(bell, unread)
      pages.postMessage(unread)
    })
    // The lock is held until the page is closed. Then another page listens.
    return new Promise(() => {})
  })
}

/** Browsers share locks only on secure pages. Elsewhere each page listens while it is visible. */
function whileVisible(bell: HTMLElement): void {
  let stream: EventSource | null = null
  const look = () => {
    if (document.visibilityState === 'visible') stream ??= listen(unread => show(bell, unread))
    else {
      stream?.close()
      stream = null
    }
  }
  document.addEventListener('visibilitychange', look)
  look()
}

function listen(hear: (unread: number) => void): EventSource {
  const stream = new EventSource('/events/?inbox=1')
  stream.addEventListener('inbox', ({ data }) => hear((JSON.parse(data as string) as { unread: number }).unread))
  return stream
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
