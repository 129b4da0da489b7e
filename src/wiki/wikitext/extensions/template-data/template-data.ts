// TemplateData: documents the parameters of a template, for people and for editors.

import { NS } from '#wiki/site/namespaces.ts'
import { escapeHtml } from '../../text.ts'
import type { Extension, TagCall } from '../extension.ts'
import { DataFault, type Parameter, readTemplateData, type TemplateFacts, textIn } from './read.ts'

const MODULE = 'ext.templateData'

/** Longer descriptions do not fit into a page property. */
const LONGEST = 100_000

const MESSAGES = {
  'templatedata-category': 'Templates with TemplateData',
  'templatedata-category-desc': 'The page describes its parameters with TemplateData.',
  'templatedata-error-category': 'Pages with invalid TemplateData',
  'templatedata-error-category-desc': 'The TemplateData of the page is invalid.',
  'templatedata-invalid-parse': 'Syntax error in JSON.',
  'templatedata-invalid-type': 'Property "$1" is expected to be of type "$2".',
  'templatedata-invalid-missing': 'Required property "$1" not found.',
  'templatedata-invalid-value': 'Invalid value for property "$1".',
  'templatedata-invalid-format': 'Invalid value for property "$1": use inline, block or a pattern.',
  'templatedata-invalid-length': 'The description is longer than 100,000 characters.',
  'templatedata-doc-desc-empty': 'No description.',
  'templatedata-doc-params': 'Template parameters',
  'templatedata-doc-no-params-set': 'No parameters specified',
  'templatedata-doc-param-name': 'Parameter',
  'templatedata-doc-param-desc': 'Description',
  'templatedata-doc-param-type': 'Type',
  'templatedata-doc-param-status': 'Status',
  'templatedata-doc-param-status-required': 'required',
  'templatedata-doc-param-status-suggested': 'suggested',
  'templatedata-doc-param-status-deprecated': 'deprecated',
  'templatedata-doc-param-status-optional': 'optional',
  'templatedata-doc-param-default': 'Default',
  'templatedata-doc-param-example': 'Example',
  'templatedata-doc-param-autovalue': 'Auto value',
  'templatedata-doc-param-suggestedvalues': 'Suggested values',
}

export const templateData: Extension = {
  name: 'TemplateData',
  type: 'parserhook',
  url: 'https://www.mediawiki.org/wiki/Extension:TemplateData',
  about: 'Documents the parameters of templates, also for programs (action=templatedata).',
  tags: { templatedata: { html: documentation } },
  messages: MESSAGES,
  styles: {
    module: MODULE,
    css: '.mw-templatedata-doc-params{inline-size:100%}.mw-templatedata-doc-muted{opacity:.75}.mw-templatedata-doc-param-status-required{font-weight:700}',
  },
}

function documentation(call: TagCall): string {
  const { state } = call
  const { output } = state
  output.styles.add(MODULE)
  const json = call.inner ?? ''
  state.steps.read(json, 5)
  try {
    if (json.length > LONGEST) throw new DataFault('templatedata-invalid-length')
    const facts = readTemplateData(json)
    // Editors read the property of the page that the template's documentation is shown on.
    output.properties.set('templatedata', JSON.stringify(JSON.parse(json)))
    if (state.page.ns === NS.template)
      output.addTrackingCategory('templatedata-category', MESSAGES['templatedata-category'])
    return table(call, facts)
  } catch (error) {
    if (!(error instanceof DataFault)) throw error
    output.addTrackingCategory('templatedata-error-category', MESSAGES['templatedata-error-category'])
    const words = call
      .message(error.message)
      .replace(/\$([12])/g, (whole, place: string) => error.parameters[Number(place) - 1] ?? whole)
    return `<div class="errorbox mw-message-box-error error">${escapeHtml(words)}</div>`
  }
}

function table(call: TagCall, facts: TemplateFacts): string {
  const { language } = call.state.site
  const word = (key: string): string => escapeHtml(call.message(`templatedata-doc-${key}`))
  const description = textIn(facts.description, language)
  const intro = `<p class="mw-templatedata-doc-desc">${description === '' ? `<span class="mw-templatedata-doc-muted">${word('desc-empty')}</span>` : shownText(description)}</p>`
  const heads = ['name', 'desc', 'type', 'status'].map(
    (key, at) => `<th${at === 0 ? ' colspan="2"' : ''}>${word(`param-${key}`)}</th>`,
  )
  const rows = facts.paramOrder.map(name => row(call, name, facts.params[name]!))
  const body =
    rows.length === 0
      ? `<tr><td class="mw-templatedata-doc-muted" colspan="5">${word('no-params-set')}</td></tr>`
      : rows.join('')
  const start = '<table class="wikitable mw-templatedata-doc-params sortable">'
  return `<section class="mw-templatedata-doc-wrap"><header>${intro}</header>${start}<caption><p>${word('params')}</p></caption><thead><tr>${heads.join('')}</tr></thead><tbody>${body}</tbody></table></section>`
}

const shownText = (text: string): string => escapeHtml(text).replaceAll('\n', '<br />')

function row(call: TagCall, name: string, parameter: Parameter): string {
  const { language } = call.state.site
  const word = (key: string): string => escapeHtml(call.message(`templatedata-doc-param-${key}`))
  const names = [name, ...parameter.aliases].map(each => `<code>${escapeHtml(each)}</code>`).join(' ')
  const details = (
    [
      ['suggestedvalues', parameter.suggestedvalues?.join(', ') ?? ''],
      ['default', textIn(parameter.default, language)],
      ['example', textIn(parameter.example, language)],
      ['autovalue', parameter.autovalue ?? ''],
    ] as const
  ).filter(([, value]) => value !== '')
  const list = details.map(([key, value]) => `<dt>${word(key)}</dt><dd>${shownText(value)}</dd>`).join('')
  const status = statusOf(parameter)
  const cells = [
    `<th>${shownText(textIn(parameter.label, language) || name)}</th>`,
    `<td class="mw-templatedata-doc-param-name">${names}</td>`,
    `<td><p>${shownText(textIn(parameter.description, language))}</p>${list === '' ? '' : `<dl>${list}</dl>`}</td>`,
    `<td class="mw-templatedata-doc-param-type">${escapeHtml(parameter.type)}</td>`,
    `<td class="mw-templatedata-doc-param-status-${status}">${word(`status-${status}`)}</td>`,
  ]
  return `<tr>${cells.join('')}</tr>`
}

function statusOf({ deprecated, required, suggested }: Parameter): string {
  if (deprecated !== false) return 'deprecated'
  if (required) return 'required'
  return suggested ? 'suggested' : 'optional'
}
