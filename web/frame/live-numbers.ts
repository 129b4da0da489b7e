// Updates the numbers of an open page. Attributes declare the stream and the place of each number:
//   <main data-live-follow="project=hello">
//   <span data-live="project:hello translated">1,234</span>
//   <span data-live-style="project:hello translated_percent --done"></span>
import { follow, type LiveChange, type Places } from '../shared/live.ts'

declare global {
  interface DocumentEventMap {
    'live-statistics': CustomEvent<Places>
    'live-change': CustomEvent<LiveChange>
    'live-reload': Event
  }
}

const place = document.querySelector<HTMLElement>('[data-live-follow]')?.dataset.liveFollow
if (place !== undefined) whileVisible(place)

/** Hidden pages stop listening and refresh when they become visible. */
function whileVisible(place: string): void {
  let stop: (() => void) | null = null
  const look = () => {
    if (document.visibilityState === 'visible') stop ??= follow(place, { statistics: show, change: tell, reload })
    else {
      stop?.()
      stop = null
    }
  }
  document.addEventListener('visibilitychange', look)
  look()
}

function tell(change: LiveChange): void {
  document.dispatchEvent(new CustomEvent('live-change', { detail: change }))
}

function reload(): void {
  document.dispatchEvent(new Event('live-reload'))
}

function show(places: Places): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-live]')) {
    const [name = '', counter = ''] = element.dataset.live!.split(' ')
    const value = places[name]?.[counter]
    if (value === undefined) continue
    const text = written(counter, value)
    if (element.textContent !== text) element.textContent = text
  }
  for (const element of document.querySelectorAll<HTMLElement>('[data-live-style]'))
    for (const each of element.dataset.liveStyle!.split(';')) {
      const [name = '', counter = '', property = '--live'] = each.trim().split(' ')
      const value = places[name]?.[counter]
      if (value !== undefined) element.style.setProperty(property, String(value))
    }
  document.dispatchEvent(new CustomEvent('live-statistics', { detail: places }))
}

function written(counter: string, value: number): string {
  const language = document.documentElement.lang || 'en'
  return counter.endsWith('_percent')
    ? new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 }).format(value / 100)
    : new Intl.NumberFormat(language).format(value)
}
