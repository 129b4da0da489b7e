import { html } from '#html/html.ts'
import { changeList, changeRow, summary, who } from '../parts/changes.ts'
import { type Field, filterForm } from '../parts/form.ts'
import { formPage, success } from '../parts/form-page.ts'
import { having } from '../parts/items.ts'
import { titleLink } from '../parts/links.ts'
import { askForTarget, targetOf } from '../parts/target.ts'
import type { Visit } from '../visit.ts'
import { personOf } from './block.ts'

const MAX_REVISIONS = 500

/** `Special:MergeHistory`: merges older revisions of one page into the history of another. */
export const mergeHistory = formPage({
  name: 'MergeHistory',
  group: 'pagetools',
  title: 'mergehistory',
  right: 'mergehistory',
  async form(visit, sub) {
    const { words } = visit
    const [from, to] = mergedPages(visit, sub)
    const ask = filterForm(
      visit,
      visit.specialTitle('MergeHistory'),
      [
        { kind: 'title', name: 'target', label: words.text('mergehistory-from'), value: from },
        { kind: 'title', name: 'dest', label: words.text('mergehistory-into'), value: to },
      ],
      words.text('mergehistory-go'),
    )
    if (from === '' || to === '')
      return { title: words.text('mergehistory'), content: html`<p>${words.html('mergehistory-header')}</p>${ask}` }
    const { pages = [] } = await visit.query({
      titles: from,
      prop: 'revisions',
      rvprop: 'ids|timestamp|user|parsedcomment',
      rvlimit: MAX_REVISIONS,
    })
    const rows = having(pages[0]?.revisions, 'revid', 'timestamp')
    if (rows.length === 0)
      return {
        title: words.text('mergehistory'),
        status: 404,
        content: html`${ask}<p class="note">${words.text('mergehistory-empty')}</p>`,
      }
    const list = changeList(
      rows.map((row, i) =>
        changeRow(
          visit,
          {
            timestamp: row.timestamp,
            who: who(visit, row),
            comment: summary(visit, row),
            href: visit.address(from, { oldid: row.revid }),
            before: html`<input type="radio" name="mergepoint" value="${row.timestamp}" aria-label="${row.timestamp}"${
              i === 0 && html` checked`
            }>`,
          },
          true,
        ),
      ),
    )
    const fields: Field[] = [
      { kind: 'html', content: list },
      { name: 'wpComment', label: words.text('mergehistory-reason'), max: 500 },
    ]
    return {
      title: words.text('mergehistory'),
      fields,
      submit: words.text('mergehistory-submit'),
      content: form => html`${ask}<p>${words.html('mergehistory-merge', from, to)}</p>${form}`,
    }
  },
  request(visit, sub, sent) {
    const [from, to] = mergedPages(visit, sub)
    const timestamp = sent.text('mergepoint') || null
    return { action: 'mergehistory', from, to, timestamp, reason: sent.text('wpComment') }
  },
  done(visit, sub) {
    const { words } = visit
    const [from, to] = mergedPages(visit, sub)
    const links = [titleLink(visit, from, { redirect: true }), titleLink(visit, to)]
    return success(words.text('actioncomplete'), words.html('mergehistory-done', ...links))
  },
})

const mergedPages = ({ search }: Visit, sub: string): readonly [from: string, to: string] => [
  search.get('target') ?? sub,
  search.get('dest') ?? '',
]

const MODELS = ['wikitext', 'css', 'javascript', 'json', 'text'] as const

/** `Special:ChangeContentModel`: changes the content model of a page. */
export const changeContentModel = formPage({
  name: 'ChangeContentModel',
  group: 'pagetools',
  title: 'changecontentmodel-legend',
  right: 'editcontentmodel',
  async form(visit, sub) {
    const { words } = visit
    const { text, title } = targetOf(visit, sub, 'pagetitle')
    const field: Field = {
      kind: 'title',
      name: 'pagetitle',
      label: words.text('changecontentmodel-title-label'),
      value: text,
    }
    const heading = words.text('changecontentmodel-legend')
    if (title === null) return askForTarget(visit, 'ChangeContentModel', field, { title: heading, text })
    const name = visit.name(title)
    const { pages: [page] = [] } = await visit.query({ titles: name, prop: 'info' })
    const options = MODELS.map(
      model => [model, words.has(`content-model-${model}`) ? words.text(`content-model-${model}`) : model] as const,
    )
    const fields: Field[] = [
      {
        kind: 'choice',
        name: 'model',
        label: words.text('changecontentmodel-model-label'),
        options,
        value: page?.contentmodel ?? '',
      },
      { name: 'reason', label: words.text('changecontentmodel-reason-label'), max: 500 },
    ]
    return {
      title: heading,
      about: title,
      subtitle: html`← ${titleLink(visit, name)}`,
      fields,
      submit: words.text('changecontentmodel-submit'),
    }
  },
  request: (visit, sub, sent) => ({
    action: 'changecontentmodel',
    title: targetOf(visit, sub, 'pagetitle').text,
    model: sent.text('model'),
    summary: sent.text('reason'),
  }),
  done: (visit, sub) => ({ go: visit.address(targetOf(visit, sub, 'pagetitle').text) }),
})

/** `Special:PageLanguage`: sets the language of a page. */
export const pageLanguage = formPage({
  name: 'PageLanguage',
  group: 'pagetools',
  title: 'pagelanguage',
  right: 'pagelang',
  async form(visit, sub) {
    const { words } = visit
    const { text, title } = targetOf(visit, sub, 'pagename')
    const field: Field = { kind: 'title', name: 'pagename', label: words.text('pagelang-name'), value: text }
    if (title === null) return askForTarget(visit, 'PageLanguage', field, { title: words.text('pagelanguage'), text })
    const { languages = [] } = await visit.query({ meta: 'siteinfo', siprop: 'languages' })
    const options: [string, string][] = [
      ['default', words.text('pagelang-use-default')],
      ...languages.map(({ code, name }): [string, string] => [code, `${code} – ${name}`]),
    ]
    return {
      title: words.text('pagelanguage'),
      about: title,
      fields: [
        { kind: 'choice', name: 'language', label: words.text('pagelang-language'), options },
        { name: 'reason', label: words.text('pagelang-reason'), max: 500 },
      ],
      submit: words.text('pagelang-submit'),
    }
  },
  request: (visit, sub, sent) => ({
    action: 'setpagelanguage',
    title: targetOf(visit, sub, 'pagename').text,
    lang: sent.text('language'),
    reason: sent.text('reason'),
  }),
  done: (visit, sub) => ({ go: visit.address(targetOf(visit, sub, 'pagename').text) }),
})

/** `Special:EmailUser`: sends an email without revealing the recipient's address. */
export const emailUser = formPage({
  name: 'Emailuser',
  group: 'users',
  title: 'emailuser',
  right: 'sendemail',
  form(visit, sub) {
    const { words } = visit
    const fields: Field[] = [
      {
        kind: 'user',
        name: 'wpTarget',
        label: words.text('emailto'),
        value: personOf(visit, sub, 'wpTarget'),
        required: true,
      },
      {
        name: 'wpSubject',
        label: words.text('emailsubject'),
        required: true,
        max: 200,
        value: words.text('defemailsubject', visit.caller.name),
      },
      { kind: 'long', name: 'wpText', label: words.text('emailmessage'), rows: 10, required: true },
      { kind: 'box', name: 'wpCCMe', label: words.text('emailccme') },
    ]
    return {
      title: words.text('emailuser'),
      fields,
      submit: words.text('emailsend'),
      content: form => html`<p>${words.html('emailpagetext', '')}</p>${form}`,
    }
  },
  request: (_visit, _sub, sent) => ({
    action: 'emailuser',
    target: sent.text('wpTarget'),
    subject: sent.text('wpSubject'),
    text: sent.text('wpText'),
    ccme: sent.has('wpCCMe'),
  }),
  done: ({ words }) => success(words.text('emailsent'), words.text('emailsenttext')),
})
