import { card } from '#html/cards.ts'
import { type Outcome, viewOf } from '#html/form-outcome.ts'
import { type Choice, fieldView, formView, hidden, type Sent, sentValues, textIn, wholeProblems } from '#html/forms.ts'
import { type Html, html } from '#html/html.ts'
import { conversionIds } from '../catalogue/conversions.ts'
import { format } from '../formats/index.ts'

import { outcomeOf, type Section } from './section.ts'
import { apiPath, type Place, translationPath, type Visit } from './visit.ts'

const UPLOAD = ['file', 'method', 'conflicts', 'fuzzy']

interface Language {
  readonly code: string
  readonly name: string
  readonly is_source: number
}

const languagesOf = ({ services }: Visit, { project, component }: Place): Promise<Language[]> =>
  services.store.read
    .selectFrom('translation')
    .innerJoin('translation_language', 'translation_language.id', 'translation.language_id')
    .select(['code', 'name', eb => eb.fn.max('is_source').as('is_source')])
    .where('translation.project_id', '=', project.id)
    .$if(component !== null, query => query.where('component_id', '=', component!.id))
    .groupBy(['code', 'name'])
    .orderBy('name')
    .execute()

const languageChoices = (languages: readonly Language[]): Choice[] =>
  languages.map(each => ({ value: each.code, display_name: `${each.name} (${each.code})` }))

/** Download formats: the original, or any format that can be written. */
const formatChoices = ({ t }: Visit, archive: boolean): Choice[] => [
  { value: '', display_name: t('manage.as_they_are') },
  ...conversionIds().map(id => ({
    value: archive ? `zip:${id}` : id,
    display_name: format(id)?.name ?? id.toUpperCase(),
  })),
]

/** Downloads and uploads of translation files. */
export const files: Section = {
  name: 'files',
  title: 'manage.files',
  lead: 'manage.files_lead',
  where: 'both',
  opens: () => ['translation.download', 'upload.perform'],
  show: async (visit, place, tried) => {
    const { t, permissions } = visit
    const languages = await languagesOf(visit, place)
    if (languages.length === 0) return { content: html`<p class="empty">${t('manage.no_files')}</p>` }
    const mayDownload = permissions.inPlace(place, 'translation.download')
    const mayUpload = place.component !== null && permissions.inPlace(place, 'upload.perform')
    const locked = place.component?.locked === 1
    return {
      content: html`${uploadResult(visit)}
        <div class="two even">
          ${mayDownload && card('download', t('manage.download'), downloadForms(visit, place, languages))}
          ${
            mayUpload &&
            card(
              'upload',
              t('manage.upload'),
              locked
                ? html`<p class="note warning">${t('manage.component_locked')}</p>`
                : uploadForm(visit, languages, tried),
            )
          }
        </div>`,
    }
  },
  take: async (visit, place, form, sent) =>
    form === 'upload' && place.component ? upload(visit, place, sent) : download(place, form, sent),
}

/** The result of an upload. */
function uploadResult({ search, t }: Visit): Html | null {
  const number = (name: string) => Number(/^\d{1,9}$/.exec(search.get(name) ?? '')?.[0] ?? 0)
  if (!search.has('accepted')) return null
  const [accepted, skipped, missing, total] = ['accepted', 'skipped', 'not_found', 'total'].map(number)
  return html`<p class="note ${accepted! > 0 ? 'good' : ''}" role="status">
    ${t('manage.upload_result', { count: accepted!, total: total! })}
    ${skipped! > 0 && t('manage.upload_skipped', { count: skipped! })}
    ${missing! > 0 && t('manage.upload_not_found', { count: missing! })}
  </p>`
}

function downloadForms(visit: Visit, place: Place, languages: readonly Language[]): Html {
  const { t } = visit
  const whole = viewOf(visit, 'all', 'download', null)
  const one = viewOf(visit, 'one', 'download', null)
  const text = visit.fields('POST', '/projects/').name!
  const choose = (view: typeof whole, name: string, label: string, choices: readonly Choice[]) =>
    fieldView(view, name, text, { choices, label, required: false, hint: '' })
  return html`${
    place.component &&
    html`<form method="post">
        ${hidden(one)}
        ${choose(one, 'language', t('frame.language'), languageChoices(languages))}
        ${choose(one, 'format', t('manage.format'), formatChoices(visit, false))}
        <p class="buttons"><button class="button first">${t('manage.download_one')}</button></p>
      </form>
      <hr>`
  }
    <form method="post">
      ${hidden(whole)}
      ${
        !place.component &&
        choose(whole, 'language', t('frame.language'), [
          { value: '', display_name: t('manage.all_languages') },
          ...languageChoices(languages),
        ])
      }
      ${choose(whole, 'format', t('manage.format'), formatChoices(visit, true))}
      <p class="buttons"><button class="button">${t('manage.download_all')}</button></p>
    </form>`
}

function uploadForm(visit: Visit, languages: readonly Language[], tried: Parameters<Section['show']>[2]): Html {
  const { t } = visit
  const view = viewOf(visit, 'upload', 'upload', tried)
  const declared = visit.fields('POST', '/translations/x/x/x/file/')
  const choices = languageChoices([
    ...languages.filter(each => each.is_source === 0),
    ...languages.filter(each => each.is_source === 1),
  ])
  const conflicts = (declared.conflicts!.about!.choices as readonly Choice[]).filter(each => each.value !== 'ignore')
  return html`${formView(view, declared, {
    names: UPLOAD,
    values: { method: 'translate', conflicts: '', fuzzy: '' },
    before: fieldView(view, 'language', declared.author_name!, {
      choices,
      label: t('frame.language'),
      hint: '',
      now: visit.search.get('language') ?? undefined,
    }),
    more: { conflicts: { choices: conflicts } },
    submit: t('manage.upload'),
  })}${wholeProblems({ ...view, form: 'download' }, [])}`
}

async function upload(visit: Visit, place: Place, sent: Sent): Promise<Outcome> {
  const at = translationPath(place, textIn(sent, 'language') || '-', 'file')
  const body = sentValues(visit.fields('POST', at), UPLOAD, sent)
  const reply = await visit.ask<Record<string, number>>('POST', at, { body })
  if (!reply.ok) return outcomeOf(reply, '', 'upload', sent)
  const { accepted, skipped, not_found, total } = reply.body
  const numbers = [
    ['accepted', accepted],
    ['skipped', skipped],
    ['not_found', not_found],
    ['total', total],
  ]
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
  return {
    go: `${visit.request.url.split('?')[0]}?language=${encodeURIComponent(textIn(sent, 'language'))}&${numbers}`,
  }
}

/** Redirects to the API, which serves the files. */
async function download(place: Place, form: string, sent: Sent): Promise<Outcome> {
  const language = textIn(sent, 'language')
  const chosenFormat = textIn(sent, 'format')
  const search = (values: Record<string, string>) => {
    const query = new URLSearchParams(Object.entries(values).filter(([, value]) => value !== '')).toString()
    return query === '' ? '' : `?${query}`
  }
  if (form === 'one')
    return { go: `/api${translationPath(place, language || '-', 'file')}${search({ format: chosenFormat })}` }
  return { go: `/api${apiPath(place, 'file')}${search({ format: chosenFormat || 'zip', language_code: language })}` }
}
