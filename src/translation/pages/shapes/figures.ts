import { type Html, html, type Piece } from '#html/html.ts'
import type { Place } from '../../reports/place.ts'
import { isInPlace, isVisible } from '../../reports/place.ts'
import type { Totals } from '../../statistics/statistics.ts'
import { nameOf, stringsOf } from '../place-addresses.ts'
import type { PageContext } from '../send-page.ts'
import { bar, legend } from './bar.ts'
import { COUNTED } from './counted.ts'

/** Key figures of a place: progress, remaining, failing checks and suggestions, each linked to its strings. */
export async function figures(
  context: PageContext,
  place: Place,
  totals: Totals,
  checksPending: boolean,
): Promise<Html> {
  const { reader, wording, activity, permissions } = context
  const { t } = reader
  const address = (q: string) => stringsOf(nameOf(place), q)
  const left = COUNTED.unfinished.words(totals)
  const pace = left === 0 ? 0 : await activity.wordsPerDay(permissions, place)
  const oldest = totals.suggestions === 0 ? null : await oldestSuggestion(context, place)
  const awaiting = (await reviews(context, place)) ? COUNTED.translated.strings(totals) : 0
  const card = (name: string, figure: Piece, below: Piece): Html =>
    html`<li class="card"><span class="small quiet">${name}</span>${figure}<div class="small quiet">${below}</div></li>`
  const linked = (text: string, count: number, q: string): Html =>
    count === 0 ? html`<b class="figure">${text}</b>` : html`<a class="figure" href="${address(q)}">${text}</a>`
  return html`<ul class="cards figures" id="figures" data-part>
${card(
  t('state.translated'),
  linked(
    totals.total === 0 ? '–' : wording.share(totals.translated, totals.total),
    totals.translated,
    COUNTED.finished.q,
  ),
  html`${t('browse.of_strings', {
    done: totals.translated,
    count: totals.total,
  })}${bar(context, totals)}${legend(context, totals, address)}`,
)}
${card(
  t('browse.words_left'),
  linked(wording.number(left), left, COUNTED.unfinished.q),
  left === 0
    ? t(totals.total === 0 ? 'browse.no_strings' : 'browse.all_done')
    : pace < 0.05
      ? t('browse.no_pace')
      : t('browse.pace', { time: wording.duration(left / pace) }),
)}
${card(
  t('state.failing'),
  linked(wording.number(totals.failing), totals.failing, COUNTED.failing.q),
  checksPending
    ? t('browse.checks_running')
    : totals.failing === 0
      ? t('browse.no_checks')
      : t('browse.share_of_strings', { share: wording.share(totals.failing, totals.total) }),
)}
${card(
  t('browse.waiting'),
  linked(wording.number(totals.suggestions), totals.suggestions, COUNTED.suggestions.q),
  html`${
    oldest === null
      ? t('browse.no_suggestions')
      : t('browse.oldest', { time: wording.duration(wording.daysSince(oldest)) })
  }${
    awaiting > 0 &&
    html`<br><a href="${address(COUNTED.translated.q)}">${t('browse.awaiting', { count: awaiting })}</a>`
  }`,
)}</ul>`
}

async function oldestSuggestion({ services, permissions }: PageContext, place: Place): Promise<number | null> {
  const row = await services.store.read
    .selectFrom('suggestion')
    .innerJoin('unit', 'unit.id', 'suggestion.unit_id')
    .innerJoin('translation', 'translation.id', 'unit.translation_id')
    .innerJoin('component', 'component.id', 'translation.component_id')
    .innerJoin('project', 'project.id', 'component.project_id')
    .select('suggestion.created_at')
    .where(eb => isInPlace(eb as never, place) as never)
    .where(eb => isVisible(eb as never, permissions) as never)
    .orderBy('suggestion.id')
    .limit(1)
    .executeTakeFirst()
  return row?.created_at ?? null
}

/** Whether reviews are enabled. */
async function reviews({ services, permissions }: PageContext, { project }: Place): Promise<boolean> {
  if (project) return project.translation_review === 1
  const row = await services.store.read
    .selectFrom('project')
    .select('id')
    .where('translation_review', '=', 1)
    .where(eb => permissions.visibleProjects(eb))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
