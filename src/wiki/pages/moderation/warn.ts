import { html } from '#html/html.ts'
import { NS } from '../../site/namespaces.ts'
import type { Field } from '../parts/form.ts'
import { formPage, success } from '../parts/form-page.ts'
import { titleLink } from '../parts/links.ts'
import type { Sent, Visit } from '../visit.ts'
import { personOf } from './block.ts'

/** Page in the MediaWiki namespace that lists the warning templates: `* Template | description`. */
const LIST = 'patrol-warnings'
const MAX_TEMPLATES = 200

interface Warning {
  readonly template: string
  readonly label: string
}

/** The warning templates of the wiki. */
export function warningsOf({ words }: Pick<Visit, 'words'>): Warning[] {
  const lines = (words.own(LIST) ?? '').split('\n', MAX_TEMPLATES)
  return lines.flatMap(line => {
    const [, template = '', label = ''] = /^\*+\s*([^|[\]{}<>#]+?)\s*(?:\|\s*(.*?)\s*)?$/.exec(line) ?? []
    return template === '' ? [] : [{ template, label: label || template }]
  })
}

const talkPage = (visit: Visit, user: string): string => `${visit.site.namespaces.nameOf(NS.userTalk)}:${user}`

/** The signed text of a warning. Templates are substituted, so that a warning stays as it was given. */
function textOf(visit: Visit, sent: Sent): string {
  const warning = warningsOf(visit).find(({ template }) => template === sent.text('wpTemplate'))
  const page = pageOf(sent)
  const template = warning && `{{subst:${warning.template}${page === '' ? '' : `|${page}`}}}`
  const text = [template, sent.text('wpText').trim()].filter(Boolean).join(' ')
  return text === '' ? '' : `${text} ~~~~`
}

/** Without characters that would end the template. */
const pageOf = (sent: Sent): string =>
  sent
    .text('page')
    .replace(/[|[\]{}<>\n]/g, '')
    .trim()

/** `Special:Warn/USER?page=…`: posts a warning on the talk page of a user. */
export const warn = formPage({
  name: 'Warn',
  group: 'users',
  title: { own: 'patrol.warn_title' },
  right: 'patrol',
  form(visit, sub) {
    const { t } = visit.reader
    const warnings = warningsOf(visit)
    const options = warnings.map(({ template, label }): [string, string] => [template, label])
    const fields: Field[] = [
      {
        kind: 'user',
        name: 'wpUser',
        label: t('patrol.warn_user'),
        value: personOf(visit, sub, 'wpUser'),
        required: true,
      },
      ...(warnings.length === 0
        ? []
        : [
            {
              kind: 'choice',
              name: 'wpTemplate',
              label: t('patrol.warn_template'),
              value: warnings[0]!.template,
              options: [...options, ['', t('patrol.warn_plain')]],
            } as const,
          ]),
      { kind: 'title', name: 'page', label: t('patrol.warn_page') },
      { kind: 'long', name: 'wpText', label: t('patrol.warn_text'), rows: 3 },
    ]
    const list = titleLink(visit, `${visit.site.namespaces.nameOf(NS.mediawiki)}:Patrol-warnings`)
    const hint = warnings.length === 0 && html`<p class="quiet">${t.html('patrol.warn_list', { page: list })}</p>`
    return {
      title: t('patrol.warn_title'),
      fields,
      submit: t('patrol.warn_submit'),
      content: form => html`${form}${hint}`,
    }
  },
  invalid(visit, _sub, sent) {
    return textOf(visit, sent) === '' ? visit.reader.t('patrol.warn_empty') : null
  },
  request(visit, _sub, sent) {
    const page = pageOf(sent)
    const { t } = visit.reader
    return {
      action: 'edit',
      title: talkPage(visit, sent.text('wpUser').trim()),
      section: 'new',
      sectiontitle: page === '' ? t('patrol.warn_heading_plain') : t('patrol.warn_heading', { page: `[[:${page}]]` }),
      text: textOf(visit, sent),
    }
  },
  done(visit, _sub, sent) {
    const { t } = visit.reader
    const page = titleLink(visit, talkPage(visit, sent.text('wpUser').trim()))
    return success(t('patrol.warn_title'), t.html('patrol.warn_done', { page }))
  },
})
