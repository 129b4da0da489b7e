import { html } from '#web/html.ts'
import type { Special } from '../page.ts'
import { type Field, namespaceField, postForm } from '../parts/form.ts'
import { titleLink } from '../parts/links.ts'
import type { Visit } from '../visit.ts'

/** `Special:Import`: pages out of an XML file of another wiki. */
export const importPages: Special = {
  name: 'Import',
  group: 'pagetools',
  title: 'import',
  right: 'importupload',
  async show(visit) {
    const { words } = visit
    const fields: Field[] = [
      { kind: 'file', name: 'xmlimport', label: words.text('import-upload-filename'), accept: '.xml' },
      {
        name: 'interwikiprefix',
        label: words.text('import-upload-username-prefix'),
        required: true,
        hint: visit.reader.t('wiki.import_prefix_hint'),
      },
      { kind: 'box', name: 'assignKnownUsers', label: words.text('import-assign-known-users'), checked: true },
      namespaceField(visit),
      { kind: 'title', name: 'rootpage', label: words.text('import-mapping-subpage') },
      { name: 'log-comment', label: words.text('import-comment'), max: 500 },
    ]
    return {
      title: words.text('import'),
      content: html`<p>${words.html('importtext')}</p>${postForm(visit, { fields, submit: words.text('uploadbtn') })}`,
    }
  },
  async take(visit, _sub, sent) {
    const { words } = visit
    const file = sent.files.get('xmlimport')
    const namespace = sent.text('namespace')
    const said = await visit.post(
      {
        ...{ action: 'import', summary: sent.text('log-comment'), interwikiprefix: sent.text('interwikiprefix') },
        ...{ assignknownusers: sent.has('assignKnownUsers'), rootpage: sent.text('rootpage') || null },
        namespace: /^\d+$/.test(namespace) ? namespace : null,
      },
      new Map(file === undefined ? [] : [['xml', file]]),
    )
    if (!said.ok) return { tried: { sent, errors: said.errors } }
    const rows = said.result.import as { title: string; revisions: number; invalid?: boolean }[]
    return {
      title: words.text('importsuccess'),
      content: html`<p class="note good" role="status">${words.html('importsuccess')}</p><ul>${rows.map(
        ({ title, revisions, invalid }) =>
          html`<li>${invalid ? html`<bdi>${title}</bdi>` : titleLink(visit, title)} – ${words.text('import-revision-count', revisions)}</li>`,
      )}</ul>`,
    }
  },
}

const MOST_PAGES = 50

/** `Special:Export`: pages as XML, to be taken into another wiki. */
export const exportPages: Special = {
  name: 'Export',
  group: 'pagetools',
  title: 'export',
  async show(visit, sub) {
    const asked = visit.search.get('pages') ?? sub
    return asked === '' ? exportForm(visit, '') : sendXml(visit, asked.split('\n'), visit.search.has('templates'))
  },
  async take(visit, sub, sent) {
    const { words } = visit
    const pages = sent.text('pages')
    if (sent.has('addcat')) return exportForm(visit, await withCategory(visit, pages, sent.text('catname')))
    const lines = pages
      .split('\n')
      .map(line => line.trim())
      .filter(line => line !== '')
    if (lines.length === 0 && sub === '')
      return { tried: { sent, errors: [{ code: 'missingparam', html: words.text('export-nothing') }] } }
    const query = new URLSearchParams({ pages: lines.join('\n'), ...(sent.has('templates') && { templates: '1' }) })
    return { go: `${visit.special('Export')}?${query}` }
  },
}

function exportForm(visit: Visit, pages: string) {
  const { words } = visit
  const category: Field = {
    kind: 'html',
    content: html`<div class="field"><label for="catname">${words.text('export-addcattext')}</label><div class="one-line"><input id="catname" name="catname" dir="auto"><button class="button" name="addcat" value="1">${words.text('export-addcat')}</button></div></div>`,
  }
  const fields: Field[] = [
    category,
    {
      kind: 'long',
      name: 'pages',
      label: words.text('export-manual'),
      value: pages,
      rows: 10,
      hint: visit.reader.t('wiki.one_title_per_line'),
    },
    { kind: 'box', name: 'templates', label: words.text('export-templates') },
  ]
  return {
    title: words.text('export'),
    content: html`<p>${words.html('exporttext')}</p>${postForm(visit, { fields, submit: words.text('export-submit') })}`,
  }
}

async function withCategory(visit: Visit, pages: string, category: string): Promise<string> {
  const name = `${visit.site.namespaces.nameOf(14)}:${category.trim()}`
  const { categorymembers = [] } = await visit.query({ list: 'categorymembers', cmtitle: name, cmlimit: 500 })
  const titles = categorymembers.map(({ title }: { title: string }) => title)
  return [...new Set([...pages.split('\n').filter(line => line.trim() !== ''), ...titles])].join('\n')
}

async function sendXml(visit: Visit, lines: readonly string[], templates: boolean) {
  const titles = [...new Set(lines.map(line => line.trim()).filter(line => line !== ''))]
  const question = { action: 'query', titles: titles.slice(0, MOST_PAGES), export: true, exportnowrap: true }
  const said = await visit.ask(templates ? { ...question, generator: 'templates', gtllimit: 'max' } : question)
  if (!said.ok || said.raw === null) return exportForm(visit, titles.join('\n'))
  return visit.reply
    .header('Content-Type', 'application/xml; charset=utf-8')
    .header('Content-Disposition', 'attachment; filename="pages.xml"')
    .header('Cache-Control', 'private, no-store')
    .send(said.raw.body)
}
