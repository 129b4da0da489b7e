import { t } from '../shared/texts.ts'
import { askWiki } from '../shared/wiki-api.ts'

interface Member {
  readonly ns: number
  readonly title: string
  readonly categoryinfo?: { readonly subcats: number; readonly size: number }
}

interface Members {
  readonly query?: { readonly pages?: readonly Member[] }
}

const CATEGORY = 14
const SUBCATEGORIES = 'subcat'
/** Requests that a page makes without a click. */
let mayOpen = 30

/** Adds a button to expand what is in a category in place. */
export function growTrees(root: ParentNode = document): void {
  for (const item of root.querySelectorAll<HTMLElement>('[data-tree]'))
    if (Number(item.dataset.inside) > 0 && !item.querySelector(':scope > button')) grow(item)
}

function grow(item: HTMLElement): void {
  const title = item.dataset.tree!
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'unfold'
  button.setAttribute('aria-expanded', 'false')
  button.setAttribute('aria-label', t('wiki.unfold', { name: title }))
  item.prepend(button)
  let inside: HTMLElement | null = null
  const toggle = async (): Promise<void> => {
    const opens = button.getAttribute('aria-expanded') !== 'true'
    button.setAttribute('aria-expanded', String(opens))
    if (inside === null && opens) {
      inside = document.createElement('ul')
      inside.className = 'tree'
      item.append(inside)
      const found = await askWiki<Members>({
        action: 'query',
        generator: 'categorymembers',
        gcmtitle: title,
        gcmtype: item.dataset.mode ?? SUBCATEGORIES,
        gcmlimit: 200,
        prop: 'categoryinfo',
      })
      inside.append(...(found?.query?.pages ?? []).map(member => leaf(member, item.dataset)))
      growTrees(inside)
    }
    if (inside) inside.hidden = !opens
  }
  button.addEventListener('click', () => void toggle())
  if (Number(item.dataset.depth ?? 0) > 0 && mayOpen-- > 0) void toggle()
}

function leaf({ ns, title, categoryinfo }: Member, { mode, depth }: DOMStringMap): HTMLElement {
  const item = document.createElement('li')
  const isCategory = ns === CATEGORY
  if (isCategory) {
    const inside = (mode ?? SUBCATEGORIES) === SUBCATEGORIES ? categoryinfo?.subcats : categoryinfo?.size
    item.dataset.tree = title
    item.dataset.inside = String(inside ?? 0)
    if (mode !== undefined) item.dataset.mode = mode
    if (depth !== undefined) item.dataset.depth = String(Number(depth) - 1)
  }
  const link = document.createElement('a')
  link.href = `/index.php?title=${encodeURIComponent(title.replaceAll(' ', '_'))}`
  link.dir = 'auto'
  link.textContent = isCategory ? title.slice(title.indexOf(':') + 1) : title
  item.append(link)
  return item
}
