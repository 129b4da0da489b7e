// Runs examples in the documentation as the reader, and shows the response below the request.
import { render } from 'preact'
import { t } from '../shared/texts.ts'

/** Longer responses are truncated. The button is a link to the full response. */
const MOST_SHOWN = 3_000

interface Said {
  readonly head: string
  readonly text: string
  readonly isCut: boolean
}

async function ask(address: string): Promise<Said> {
  const began = performance.now()
  const answer = await fetch(address, { headers: { accept: 'application/json' }, credentials: 'same-origin' })
  const body = await answer.text()
  const values = {
    status: `${answer.status} ${answer.statusText}`.trim(),
    size: new Blob([body]).size,
    time: Math.round(performance.now() - began),
  }
  const text = indented(body)
  return { head: t('docs.answer', values), text: text.slice(0, MOST_SHOWN), isCut: text.length > MOST_SHOWN }
}

function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

function Answer({ said, close }: { readonly said: Said; readonly close: () => void }) {
  return (
    <>
      <p class="small" dir="auto">
        <span>{said.head}</span>
        <button type="button" class="button plain" onClick={close}>
          {t('docs.close')}
        </button>
      </p>
      {said.text !== '' && <pre dir="ltr">{said.text}</pre>}
      {said.isCut && (
        <p class="small quiet" dir="auto">
          {t('docs.cut')}
        </p>
      )}
    </>
  )
}

async function run(link: HTMLAnchorElement): Promise<void> {
  const box = link.closest('.example')!
  let place = box.querySelector<HTMLElement>('.answer')
  if (!place) {
    place = document.createElement('div')
    place.className = 'answer'
    place.setAttribute('role', 'status')
    box.append(place)
  }
  const shown = place
  const close = () => {
    render(null, shown)
    shown.remove()
    link.focus()
  }
  const show = (said: Said) => render(<Answer said={said} close={close} />, shown)
  show({ head: t('docs.running'), text: '', isCut: false })
  show(await ask(link.dataset.run!).catch(() => ({ head: t('docs.failed'), text: '', isCut: false })))
}

document.addEventListener('click', event => {
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-run]')
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
  event.preventDefault()
  void run(link)
})
