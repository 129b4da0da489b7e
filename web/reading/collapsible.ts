import { t } from '../shared/texts.ts'

const CUSTOM = 'mw-customcollapsible-'
/** Older class names, whose site scripts do not run here. */
const FOLDABLE = '.mw-collapsible, .NavFrame, table.collapsible, table.autocollapse'

/**
 * Collapsible elements: `mw-collapsible` and its predecessors (`NavFrame`, `table.collapsible`). `mw-collapsed` and
 * `collapsed` start collapsed; so does `autocollapse` if the page has several. Without JavaScript, everything is
 * expanded.
 */
export function makeCollapsible(text: HTMLElement): void {
  const several = text.querySelectorAll('.autocollapse').length > 1
  for (const part of text.querySelectorAll<HTMLElement>(FOLDABLE)) {
    if (part.matches('.mw-made-collapsible')) continue
    if (part.matches('.collapsed') || (several && part.matches('.autocollapse'))) part.classList.add('mw-collapsed')
    fold(part, text)
  }
  openTarget(text)
  window.addEventListener('hashchange', () => openTarget(text))
}

/** A toggle, and whether its own label shows its state. */
interface Toggles {
  readonly all: readonly HTMLElement[]
  readonly isWorded: boolean
}

function fold(part: HTMLElement, text: HTMLElement): void {
  const toggles = customToggles(part, text) ?? (part.matches('.NavFrame') ? frameToggle(part) : innerToggle(part))
  part.classList.add('mw-made-collapsible')
  const say = () => {
    const isFolded = part.classList.contains('mw-collapsed')
    for (const toggle of toggles.all) {
      toggle.setAttribute('aria-expanded', String(!isFolded))
      toggle.classList.toggle('mw-collapsible-toggle-collapsed', isFolded)
      toggle.classList.toggle('mw-collapsible-toggle-expanded', !isFolded)
      if (toggles.isWorded)
        toggle.textContent = isFolded
          ? (part.dataset.expandtext ?? t('wiki.expand'))
          : (part.dataset.collapsetext ?? t('wiki.collapse'))
    }
  }
  const turn = () => {
    part.classList.toggle('mw-collapsed')
    say()
  }
  part.addEventListener('parlance-unfold', event => {
    if (event.target === part && part.classList.contains('mw-collapsed')) turn()
  })
  for (const toggle of toggles.all) {
    toggle.addEventListener('click', event => {
      // Links inside the toggle keep working, unless they have no target.
      const link = (event.target as Element).closest('a[href]')
      if (link && toggle.contains(link) && link !== toggle) return
      if (link) event.preventDefault()
      turn()
    })
    if (toggle.tagName === 'BUTTON') continue
    toggle.tabIndex = 0
    toggle.setAttribute('role', 'button')
    toggle.addEventListener('keydown', event => {
      if (event.target !== toggle || (event.key !== 'Enter' && event.key !== ' ')) return
      event.preventDefault()
      turn()
    })
  }
  say()
}

/** All `mw-customtoggle-x` elements for `mw-customcollapsible-x`; null if there are none. */
function customToggles(part: HTMLElement, text: HTMLElement): Toggles | null {
  if (!part.id.startsWith(CUSTOM)) return null
  const name = CSS.escape(part.id.slice(CUSTOM.length))
  const all = [...text.querySelectorAll<HTMLElement>(`.mw-customtoggle-${name}`)]
  if (all.length === 0) return null
  part.classList.add('folds-whole')
  for (const toggle of all) {
    toggle.classList.add('mw-customtoggle')
    toggle.setAttribute('aria-controls', part.id)
  }
  return { all, isWorded: false }
}

/**
 * The author's toggle, or a button where MediaWiki puts it: in the table header, as the first list item, or before the
 * content.
 */
function innerToggle(part: HTMLElement): Toggles {
  const head = headOf(part)
  const own = head?.querySelector<HTMLElement>(':scope > .mw-collapsible-toggle')
  if (!(part instanceof HTMLTableElement) && !part.matches('ul, ol')) wrapContent(part, own ?? null)
  if (own) return { all: [own], isWorded: false }
  const button = makeButton()
  const place = placeholderOf(part, head)
  if (place) place.replaceWith(button)
  else if (part instanceof HTMLTableElement) {
    if (head) head.prepend(button)
    else part.before(button)
  } else if (part.matches('ul, ol')) prependItem(part, button)
  else part.prepend(button)
  return { all: [button], isWorded: true }
}

/** Places where authors can put the toggle. */
function headOf(part: HTMLElement): HTMLElement | null {
  if (part instanceof HTMLTableElement) {
    if (part.caption) return part.caption
    const cells = [...(part.rows[0]?.cells ?? [])]
    return cells.find(cell => cell.querySelector(':scope > .mw-collapsible-toggle')) ?? cells.at(-1) ?? null
  }
  return part.matches('ul, ol') ? part.querySelector<HTMLElement>(':scope > li') : part
}

/** Authors can place the button within the part that stays visible. */
function placeholderOf(part: HTMLElement, head: HTMLElement | null): Element | null {
  const within = part instanceof HTMLTableElement && !part.caption ? part.rows[0] : head
  const found = [...(within?.querySelectorAll('.mw-collapsible-toggle-placeholder') ?? [])]
  return found.find(each => each.closest(FOLDABLE) === part && each.closest('.mw-collapsible-content') === null) ?? null
}

/** The part of other elements to collapse: the author's choice, or everything. */
function wrapContent(part: HTMLElement, toggle: HTMLElement | null): void {
  if (part.querySelector(':scope > .mw-collapsible-content')) return
  const content = document.createElement('div')
  content.className = 'mw-collapsible-content'
  content.append(...[...part.childNodes].filter(node => node !== toggle))
  part.append(content)
  const place = content.querySelector('.mw-collapsible-toggle-placeholder')
  if (place?.closest(FOLDABLE) === part) part.prepend(place)
}

function prependItem(list: HTMLElement, button: HTMLElement): void {
  const item = document.createElement('li')
  item.className = 'mw-collapsible-toggle-li'
  item.append(button)
  // Do not count the button's own list item.
  const first = list.querySelector<HTMLLIElement>(':scope > li')
  if (list.matches('ol') && first && !first.hasAttribute('value')) first.value = (list as HTMLOListElement).start
  list.prepend(item)
}

/** `NavHead` stays visible; `NavContent` and `NavPic` collapse. */
function frameToggle(frame: HTMLElement): Toggles {
  const hidden = frame.querySelector<HTMLElement>(':scope > .NavContent')
  // Authors hid it with inline styles and relied on a script to show it.
  if (hidden?.style.display === 'none') frame.classList.add('mw-collapsed')
  hidden?.style.removeProperty('display')
  const button = makeButton()
  button.classList.add('NavToggle')
  const head = frame.querySelector(':scope > .NavHead')
  if (head) head.append(button)
  else frame.prepend(button)
  return { all: [button], isWorded: true }
}

function makeButton(): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'mw-collapsible-toggle'
  return button
}

/** Expands elements that contain the target of the URL's fragment. */
function openTarget(text: HTMLElement): void {
  let id = location.hash.slice(1)
  try {
    id = decodeURIComponent(id)
  } catch {
    // Not valid percent-encoding: use it as is.
  }
  const target = id === '' ? null : document.getElementById(id)
  if (!target || !text.contains(target)) return
  let isMoved = false
  for (let part = target.closest('.mw-made-collapsible'); part; ) {
    isMoved ||= part.classList.contains('mw-collapsed')
    part.dispatchEvent(new CustomEvent('parlance-unfold'))
    part = part.parentElement?.closest('.mw-made-collapsible') ?? null
  }
  if (isMoved) target.scrollIntoView()
}
