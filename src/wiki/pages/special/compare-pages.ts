import { html } from '#html/html.ts'
import type { Question } from '../../api/ask.ts'
import { isShown, type Special } from '../page.ts'
import { type Field, filterForm } from '../parts/form.ts'
import { comparison } from '../views/diff.ts'

/** `Special:ComparePages`: diff between any two pages or revisions. */
export const comparePages: Special = {
  name: 'ComparePages',
  group: 'pagetools',
  title: 'comparepages',
  async show(visit) {
    const { words, search } = visit
    const fields = ([1, 2] as const).flatMap((side): Field[] => [
      { kind: 'title', name: `page${side}`, label: words.text(`compare-page${side}`) },
      { kind: 'number', name: `rev${side}`, label: words.text(`compare-rev${side}`) },
    ])
    const form = filterForm(visit, visit.specialTitle(this.name), fields, words.text('compare-submit'))
    const sideOf = (number: 1 | 2, prefix: 'from' | 'to'): Question | null => {
      const [page, revision] = [search.get(`page${number}`)?.trim(), search.get(`rev${number}`)?.trim()]
      if (revision && /^\d{1,15}$/.test(revision)) return { [`${prefix}rev`]: Number(revision) }
      return page ? { [`${prefix}title`]: page } : null
    }
    const [from, to] = [sideOf(1, 'from'), sideOf(2, 'to')]
    const title = words.text('comparepages')
    if (!from || !to) return { title, content: form }
    const compared = await comparison(visit, { ...from, ...to }, null)
    return isShown(compared) ? { ...compared, content: html`${form}${compared.content}` } : compared
  },
}
