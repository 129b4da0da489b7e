import { askWiki } from '../shared/wiki-api.ts'

const PAUSE = 350
const known = new Map<string, Promise<HTMLElement | null>>()
const MOST_KNOWN = 50

/** Previews footnotes and linked pages on hover or focus. */
export function preview(text: HTMLElement): void {
  const card = document.createElement('div')
  card.className = 'preview'
  card.id = 'preview'
  card.setAttribute('role', 'tooltip')
  card.hidden = true
  document.body.append(card)
  let timer = 0
  let on: HTMLAnchorElement | null = null

  const close = () => {
    clearTimeout(timer)
    card.hidden = true
    on?.removeAttribute('aria-describedby')
    on = null
  }
  const open = async (link: HTMLAnchorElement) => {
    on = link
    const content = await (isFootnote(link) ? Promise.resolve(footnote(link)) : beginning(link))
    if (on !== link || content === null) return
    card.replaceChildren(content.cloneNode(true))
    card.dir = getComputedStyle(link).direction
    card.hidden = false
    link.setAttribute('aria-describedby', 'preview')
    place(card, link)
  }
  const enter = (event: Event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]')
    if (!link || link === on) return
    close()
    if (!isFootnote(link) && titleOf(link) === null) return
    timer = window.setTimeout(() => open(link), isFootnote(link) ? PAUSE / 3 : PAUSE)
  }
  text.addEventListener('pointerover', event => {
    if (event.pointerType === 'mouse') enter(event)
  })
  text.addEventListener('focusin', enter)
  text.addEventListener('pointerout', event => {
    const to = event.relatedTarget as Node | null
    if (!card.contains(to) && !(on?.contains(to) ?? false)) close()
  })
  card.addEventListener('pointerleave', close)
  text.addEventListener('focusout', close)
  document.addEventListener('keydown', event => {
    if (event.key === 'Escape') close()
  })
  document.addEventListener('scroll', close, { passive: true })
}

const isFootnote = (link: HTMLAnchorElement): boolean => link.closest('.reference') !== null && link.hash.length > 1

function footnote(link: HTMLAnchorElement): HTMLElement | null {
  const note = document.getElementById(decodeURIComponent(link.hash.slice(1)))
  const said = note?.querySelector('.reference-text') ?? note
  if (!said) return null
  const made = document.createElement('div')
  made.append(...[...said.childNodes].map(node => node.cloneNode(true)))
  clean(made)
  return made
}

/** Title of the wiki page that a link points to; null for other links. */
function titleOf(link: HTMLAnchorElement): string | null {
  const isArticle =
    link.title !== '' && link.host === location.host && link.search === '' && !link.matches('.new, .image, .external')
  if (!isArticle || link.pathname === location.pathname || /^[^:]+:/.test(link.title)) return null
  return link.title
}

function beginning(link: HTMLAnchorElement): Promise<HTMLElement | null> {
  const title = titleOf(link)!
  const before = known.get(title)
  if (before) return before
  if (known.size >= MOST_KNOWN) known.clear()
  const made = firstWords(title)
  known.set(title, made)
  return made
}

async function firstWords(title: string): Promise<HTMLElement | null> {
  const found = await askWiki<{ parse: { title: string; text: string } }>({
    action: 'parse',
    page: title,
    section: 0,
    redirects: 1,
    prop: 'text',
    disablelimitreport: 1,
    disableeditsection: 1,
    disabletoc: 1,
  })
  if (!found) return null
  // A separate document does not load or run anything.
  const parsed = new DOMParser().parseFromString(found.parse.text, 'text/html')
  const paragraph = [...parsed.querySelectorAll('.mw-parser-output > p')].find(
    each => each.textContent!.trim().length > 20,
  )
  if (!paragraph) return null
  const made = document.createElement('div')
  const heading = document.createElement('b')
  heading.textContent = found.parse.title
  made.append(heading)
  const words = document.importNode(paragraph, true)
  clean(words)
  made.append(words)
  return made
}

/** Removes footnote marks and images, and IDs that already exist on the page. */
function clean(part: Element): void {
  for (const each of part.querySelectorAll('.reference, style, script, img')) each.remove()
  for (const each of part.querySelectorAll('[id]')) each.removeAttribute('id')
}

function place(card: HTMLElement, link: HTMLElement): void {
  const at = link.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = card
  const left = Math.max(8, Math.min(at.left, document.documentElement.clientWidth - width - 8))
  const below = at.bottom + 6 + height < window.innerHeight
  card.style.left = `${left + window.scrollX}px`
  card.style.top = `${(below ? at.bottom + 6 : at.top - height - 6) + window.scrollY}px`
}
