// Live lists of changes: new changes appear at the top, and keys move through the rows.
import { isTyping, pressed } from '../shared/keys.ts'
import { t } from '../shared/texts.ts'

const place = document.querySelector<HTMLElement>('[data-live-changes]')
const rows = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('.change-lists .change')]

if (place) followChanges(place)

function followChanges(list: HTMLElement): void {
  const mark = document.querySelector<HTMLElement>('.live-mark')
  const news = document.createElement('p')
  news.setAttribute('role', 'status')
  news.className = 'out-of-sight'
  list.before(news)
  let stream: EventSource | null = null
  let isAsking = false
  let isBehind = false

  const renew = async (): Promise<void> => {
    if (isAsking) {
      isBehind = true
      return
    }
    isAsking = true
    try {
      const answer = await fetch(location.href, { credentials: 'same-origin' })
      if (answer.ok) show(await answer.text())
    } catch {
      // Offline: the stream reconnects automatically.
    }
    isAsking = false
    if (isBehind) {
      isBehind = false
      void renew()
    }
  }

  const show = (html: string): void => {
    const fresh = new DOMParser().parseFromString(html, 'text/html').querySelector('[data-live-changes]')
    if (!fresh) return
    const known = new Set(rows().map(row => row.dataset.change))
    const at = rows().find(row => row.contains(document.activeElement))?.dataset.change
    let count = 0
    for (const row of fresh.querySelectorAll<HTMLElement>('.change')) {
      if (known.has(row.dataset.change)) continue
      row.classList.add('fresh')
      count++
    }
    if (count === 0) return
    list.replaceChildren(...document.adoptNode(fresh).childNodes)
    // Keep the scroll position of readers in the middle of the list.
    if (at !== undefined)
      rows()
        .find(row => row.dataset.change === at)
        ?.querySelector<HTMLElement>('a')
        ?.focus()
    news.textContent = t('following.came', { count })
  }

  const look = (): void => {
    if (document.visibilityState !== 'visible') {
      stream?.close()
      stream = null
      return
    }
    if (stream) return
    stream = new EventSource('/events/?changes=1')
    stream.addEventListener('open', () => {
      if (mark) mark.hidden = false
    })
    stream.addEventListener('error', () => {
      if (mark) mark.hidden = true
    })
    stream.addEventListener('wiki-changes', () => void renew())
    stream.addEventListener('reload', () => void renew())
  }
  document.addEventListener('visibilitychange', () => {
    const wasAway = stream === null
    look()
    if (wasAway && stream) void renew()
  })
  look()
}

document.addEventListener('keydown', event => {
  if (event.defaultPrevented || isTyping(event)) return
  const key = pressed(event)
  const all = rows()
  const at = all.findIndex(row => row.contains(document.activeElement))
  if (key === 'j' || key === 'k') {
    const next = all[at < 0 ? 0 : Math.min(all.length - 1, Math.max(0, at + (key === 'j' ? 1 : -1)))]
    const target = next?.querySelector<HTMLElement>('.first a') ?? next?.querySelector<HTMLElement>('a')
    if (target) {
      event.preventDefault()
      target.focus()
    }
  }
  if (key === 'd' || key === 'p') all[at]?.querySelector<HTMLElement>(`[data-key="${key}"]`)?.click()
})

document.addEventListener('list-keys', ({ detail }) => {
  detail.push(['j / k', t('following.key_move')], ['d', t('following.key_diff')], ['p', t('following.key_patrol')])
})
