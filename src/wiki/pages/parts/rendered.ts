import { Html, html } from '#html/html.ts'
import { bcp47 } from '#languages/bcp47.ts'
import { direction } from '#languages/direction.ts'
import { seconds } from '#store/clock.ts'
import { TextWork, WorkRefused } from '../../content/text-work/text-work.ts'
import type { Visit } from '../visit.ts'
import { problems } from './form.ts'

interface Rendered {
  readonly revid?: number | undefined
}

/** A rendered revision; with `before`, insertions since then are marked. */
export async function renderedText(visit: Visit, { revid }: Rendered, before?: Rendered): Promise<Html> {
  const parsed = async (id: number | undefined) =>
    visit.ask({
      action: 'parse',
      oldid: id,
      prop: 'text',
      disablelimitreport: true,
      disableeditsection: true,
      uselang: visit.site.language,
    })
  const response = await parsed(revid)
  if (!response.ok) return html`${problems(response.errors)}`
  let text = response.result.parse.text ?? ''
  if (before) {
    const older = before.revid === undefined ? null : await parsed(before.revid)
    if (older && !older.ok) return html`${problems(older.errors)}`
    const work = new TextWork(visit.wiki, seconds(visit.wiki.clock))
    try {
      text = await work.run('diff-html', { before: older?.result.parse.text ?? '', after: text })
    } catch (error) {
      if (error instanceof WorkRefused) return html`<p class="note">${visit.reader.t('wiki.too_much_work')}</p>`
      throw error
    }
  }
  const { language } = visit.site
  const kind = before && 'diff-visual'
  return html`<div class="${kind}" lang="${bcp47(language)}" dir="${direction(language)}">${new Html(text)}</div>`
}
