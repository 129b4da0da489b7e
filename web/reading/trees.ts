import { t } from '../shared/texts.ts'
import { askWiki } from '../shared/wiki-api.ts'

interface Members {
  readonly query?: {
    readonly pages?: readonly { readonly title: string; readonly categoryinfo?: { readonly subcats: number } }[]
  }
}

/** Adds a button to expand subcategories in place. */
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
  button.addEventListener('click', async () => {
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
        gcmtype: 'subcat',
        gcmlimit: 200,
        prop: 'categoryinfo',
      })
      inside.append(...(found?.query?.pages ?? []).map(leaf))
      growTrees(inside)
    }
    if (inside) inside.hidden = !opens
  })
}

function leaf({ title, categoryinfo }: NonNullable<NonNullable<Members['query']>['pages']>[number]): HTMLElement {
  const item = document.createElement('li')
  item.dataset.tree = title
  item.dataset.inside = String(categoryinfo?.subcats ?? 0)
  const link = document.createElement('a')
  link.href = `/index.php?title=${encodeURIComponent(title.replaceAll(' ', '_'))}`
  link.dir = 'auto'
  link.textContent = title.slice(title.indexOf(':') + 1)
  item.append(link)
  return item
}
