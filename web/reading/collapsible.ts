import { t } from '../shared/texts.ts'

const CUSTOM = 'mw-customcollapsible-'
/** What older wikis call the same, whose own scripts do not run here. */
const FOLDABLE = '.mw-collapsible, .NavFrame, table.collapsible, table.autocollapse'

/**
 * Parts of an article that fold away: `mw-collapsible`, and what came before it (`NavFrame`, `table.collapsible`). With `mw-collapsed` or
 * `collapsed` they begin folded; with `autocollapse` too, where a page has several of them. Without scripts all of it is open.
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

/** A toggle, and whether it says by itself which way it turns. */
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
      // A link within leads where it leads; one that leads nowhere is only dressed as one.
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

/** `mw-customtoggle-x`, wherever they stand, turn `mw-customcollapsible-x` as a whole; null where there are none. */
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

/** What the author has made the toggle, or a button of our own where MediaWiki has it: in the head of a table, as first point of a list, before all else. */
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

/** Where an author may have put the toggle. */
function headOf(part: HTMLElement): HTMLElement | null {
  if (part instanceof HTMLTableElement) {
    if (part.caption) return part.caption
    const cells = [...(part.rows[0]?.cells ?? [])]
    return cells.find(cell => cell.querySelector(':scope > .mw-collapsible-toggle')) ?? cells.at(-1) ?? null
  }
  return part.matches('ul, ol') ? part.querySelector<HTMLElement>(':scope > li') : part
}

/** An author can say where the button goes, within what stays to be seen. */
function placeholderOf(part: HTMLElement, head: HTMLElement | null): Element | null {
  const within = part instanceof HTMLTableElement && !part.caption ? part.rows[0] : head
  const found = [...(within?.querySelectorAll('.mw-collapsible-toggle-placeholder') ?? [])]
  return found.find(each => each.closest(FOLDABLE) === part && each.closest('.mw-collapsible-content') === null) ?? null
}

/** What folds away of a part that is no table and no list: what its author says, or all of it. */
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
  // The button's point is not counted.
  const first = list.querySelector<HTMLLIElement>(':scope > li')
  if (list.matches('ol') && first && !first.hasAttribute('value')) first.value = (list as HTMLOListElement).start
  list.prepend(item)
}

/** `NavHead` stays, `NavContent` and `NavPic` go. */
function frameToggle(frame: HTMLElement): Toggles {
  const hidden = frame.querySelector<HTMLElement>(':scope > .NavContent')
  // Those who wrote it hid it so, and let a script show it.
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

/** An address that leads into what is folded opens it. */
function openTarget(text: HTMLElement): void {
  let id = location.hash.slice(1)
  try {
    id = decodeURIComponent(id)
  } catch {
    // As it stands there, then.
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
