import { t } from '../shared/texts.ts'

/** `class="mw-collapsible"`: parts of an article that a button folds away; with `mw-collapsed` they begin so. */
export function makeCollapsible(text: HTMLElement): void {
  for (const part of text.querySelectorAll<HTMLElement>('.mw-collapsible')) {
    if (part.matches('.mw-made-collapsible')) continue
    part.classList.add('mw-made-collapsible')
    const custom = part.id.startsWith('mw-customcollapsible-')
      ? text.querySelectorAll<HTMLElement>(
          `.mw-customtoggle-${CSS.escape(part.id.slice('mw-customcollapsible-'.length))}`,
        )
      : []
    const toggles = custom.length > 0 ? [...custom] : [ownToggle(part)]
    const say = () => {
      const isFolded = part.classList.contains('mw-collapsed')
      for (const toggle of toggles) {
        toggle.setAttribute('aria-expanded', String(!isFolded))
        if (custom.length === 0)
          toggle.textContent = isFolded
            ? (part.dataset.expandtext ?? t('wiki.expand'))
            : (part.dataset.collapsetext ?? t('wiki.collapse'))
      }
    }
    const turn = () => {
      part.classList.toggle('mw-collapsed')
      say()
    }
    for (const toggle of toggles) {
      toggle.addEventListener('click', event => {
        if (!(event.target as Element).closest('a[href]')) turn()
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
}

/** A button of our own where MediaWiki has it: in the head of a table, as first point of a list, before all else. */
function ownToggle(part: HTMLElement): HTMLElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'mw-collapsible-toggle'
  if (part instanceof HTMLTableElement) {
    const place = part.caption ?? [...(part.rows[0]?.cells ?? [])].at(-1)
    if (place) place.prepend(button)
    else part.before(button)
  } else if (part.matches('ul, ol')) {
    const item = document.createElement('li')
    item.className = 'mw-collapsible-toggle-li'
    item.append(button)
    part.prepend(item)
  } else {
    if (!part.querySelector(':scope > .mw-collapsible-content')) {
      const content = document.createElement('div')
      content.className = 'mw-collapsible-content'
      content.append(...part.childNodes)
      part.append(content)
    }
    part.prepend(button)
  }
  return button
}
