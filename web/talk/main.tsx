// Replies and topics in place on talk pages. Without it, the links lead to forms.
import { render } from 'preact'
import { isTyping, pressed } from '../shared/keys.ts'
import { t } from '../shared/texts.ts'
import { ReplyBox, type TalkProps } from './reply-box.tsx'
import './talk.css'

const data = document.getElementById('talk-data')
if (data) start(JSON.parse(data.textContent ?? '{}') as TalkProps)

function start(props: TalkProps): void {
  let close: (() => void) | null = null
  const open = (link: HTMLElement, place: HTMLElement) => {
    close?.()
    const box = document.createElement('div')
    place.after(box)
    const { comment = null, author = null } = link.dataset
    const end = () => {
      render(null, box)
      box.remove()
      link.removeAttribute('aria-expanded')
      close = null
    }
    close = end
    link.setAttribute('aria-expanded', 'true')
    const leave = () => {
      end()
      link.focus()
    }
    render(<ReplyBox {...props} comment={comment} author={author} onClose={leave} />, box)
    box.scrollIntoView({ block: 'nearest' })
  }
  const newTopic = document.querySelector<HTMLElement>('.new-topic')
  newTopic?.addEventListener('click', event => {
    if (!isPlain(event)) return
    event.preventDefault()
    open(newTopic, newTopic.parentElement!)
  })
  for (const link of document.querySelectorAll<HTMLElement>('.comment-reply'))
    link.addEventListener('click', event => {
      if (!isPlain(event)) return
      event.preventDefault()
      const acts = link.parentElement!
      // A form cannot be inside a paragraph.
      open(link, acts.closest('p') ?? acts)
    })
  document.addEventListener('keydown', event => {
    if (newTopic === null || isTyping(event) || event.defaultPrevented || pressed(event) !== 'n') return
    event.preventDefault()
    newTopic.click()
  })
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-copy]')) offerCopy(link)
}

/** Whether a click opens the link in this tab. */
const isPlain = (event: MouseEvent): boolean =>
  event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)

/** Browsers copy only in secure contexts. */
function offerCopy(link: HTMLAnchorElement): void {
  if (!navigator.clipboard) return
  link.hidden = false
  link.addEventListener('click', async event => {
    if (!isPlain(event)) return
    event.preventDefault()
    await navigator.clipboard.writeText(link.href).catch(() => undefined)
    link.textContent = t('talk.copied')
    setTimeout(() => {
      link.textContent = t('talk.copy_link')
    }, 2000)
  })
}
