// InputBox: forms that search, or create a page.

import { NS } from '#wiki/site/namespaces.ts'
import { localUrl } from '#wiki/site/urls.ts'
import { killMarkers } from '../state/strip-markers.ts'
import { escapeHtml, trim } from '../text.ts'
import type { Extension, TagCall } from './extension.ts'
import { errorBox, openTag } from './markup.ts'

const MODULE = 'ext.inputBox.styles'

const MESSAGES = {
  'inputbox-error-bad-type':
    'The type "$1" of this input box is unknown. Use search, fulltext, create, comment, commenttitle or move.',
  'inputbox-error-no-type': 'This input box has no type. Use search, fulltext, create, comment, commenttitle or move.',
  'inputbox-tryexact': 'Go',
  'inputbox-searchfulltext': 'Search',
  'inputbox-createarticle': 'Create page',
  'inputbox-postcomment': 'New section',
  'inputbox-postcommenttitle': 'New section',
  'inputbox-movearticle': 'Move page',
}

export const inputBox: Extension = {
  name: 'InputBox',
  type: 'parserhook',
  url: 'https://www.mediawiki.org/wiki/Extension:InputBox',
  about: 'Adds forms that search the wiki or create pages.',
  tags: { inputbox: { html: boxHtml, links: () => {} } },
  messages: MESSAGES,
  styles: {
    module: MODULE,
    css: '.mw-inputbox-centered{text-align:center;margin-block:.5em}.mw-inputbox-element{margin:.2em}.mw-inputbox-input{inline-size:auto;max-inline-size:100%}.mw-inputbox-button{inline-size:auto;margin-block-start:.4em}',
  },
}

type Values = ReadonlyMap<string, string>

/** Longer values have no use in a form. */
const LONGEST = 2000

function valuesOf(call: TagCall): Values {
  const text = killMarkers(call.state.strip.restoreNowiki(call.expand(call.inner ?? '')))
  const values = new Map<string, string>()
  for (const line of text.split('\n')) {
    const equals = line.indexOf('=')
    if (equals > 0)
      values.set(trim(line.slice(0, equals)).toLowerCase(), trim(line.slice(equals + 1)).slice(0, LONGEST))
  }
  return values
}

function boxHtml(call: TagCall): string {
  const values = valuesOf(call)
  const type = values.get('type') ?? ''
  call.state.output.styles.add(MODULE)
  const form = Object.hasOwn(FORMS, type) ? FORMS[type]! : null
  if (form) return wrapped(values, form(call, values))
  return errorBox(call, type === '' ? 'inputbox-error-no-type' : 'inputbox-error-bad-type', type)
}

const FORMS: Readonly<Record<string, (call: TagCall, values: Values) => string>> = {
  search: (call, values) => searchForm(call, values, true),
  search2: (call, values) => searchForm(call, values, false),
  fulltext: (call, values) => searchForm(call, values, false),
  create: createForm,
  create2: createForm,
  comment: commentForm,
  commenttitle: commentForm,
  move: moveForm,
}

function wrapped(values: Values, form: string): string {
  const centered = /^(?:|yes|y|true|1)$/i.test(values.get('useinputboxstyle') ?? '') && values.get('break') !== 'no'
  return `<div class="${centered ? 'mw-inputbox-centered' : 'mw-inputbox-element'}">${form}</div>`
}

const specialUrl = ({ state: { site } }: TagCall, name: string): string =>
  localUrl(site, { ns: NS.special, dbkey: site.specialPages.localKey(name) })

/** An input element; empty attributes are left out. */
function input(attributes: Readonly<Record<string, string | undefined>>): string {
  const kept = Object.entries(attributes).flatMap(([name, value]) => (value ? ([[name, value]] as const) : []))
  return openTag('input', kept)
}

const hidden = (name: string, value: string | undefined): string =>
  value ? input({ type: 'hidden', name, value }) : ''

function textInput(values: Values, name: string, extra: Readonly<Record<string, string | undefined>> = {}): string {
  const width = values.get('width') ?? ''
  return input({
    type: values.get('hidden') === 'yes' ? 'hidden' : 'text',
    name,
    class: 'mw-inputbox-input',
    value: values.get('default'),
    placeholder: values.get('placeholder'),
    size: /^\d{1,3}$/.test(width) ? width : '50',
    'aria-label': values.get('placeholder') ?? values.get('buttonlabel') ?? name,
    ...extra,
  })
}

const button = (label: string, name?: string): string =>
  input({ type: 'submit', name, value: label, class: 'mw-inputbox-button' })
const lineBreak = (values: Values): string => (values.get('break') === 'no' ? '&#160;' : '<br />')
const labelOf = (call: TagCall, values: Values, key: string): string => values.get('buttonlabel') || call.message(key)
const heading = (values: Values): string =>
  values.has('label') ? `<label>${escapeHtml(values.get('label')!)}</label> ` : ''

function searchForm(call: TagCall, values: Values, goes: boolean): string {
  const start = openTag('form', [
    ['name', 'searchbox'],
    ['class', 'searchbox'],
    ['action', specialUrl(call, 'Search')],
  ])
  const label = labelOf(call, values, 'inputbox-tryexact')
  const search = values.get('searchbuttonlabel') || call.message('inputbox-searchfulltext')
  const buttons = goes
    ? `${button(label, 'go')}&#160;${button(search, 'fulltext')}`
    : button(values.get('buttonlabel') || search, 'fulltext')
  const prefix = hidden('prefix', values.get('prefix'))
  return `${start}${heading(values)}${prefix}${textInput(values, 'search')}${lineBreak(values)}${buttons}</form>`
}

/** Fields for the editor that a box may preset. */
const presets = (values: Values): string =>
  ['preload', 'editintro', 'summary', 'nosummary', 'minor'].map(name => hidden(name, values.get(name))).join('') +
  hidden('prefix', values.get('prefix'))

function editForm(call: TagCall, values: Values, fields: string, key: string): string {
  const { site } = call.state
  const start = openTag('form', [
    ['name', 'createbox'],
    ['class', 'createbox'],
    ['action', site.script],
    ['method', 'get'],
  ])
  return `${start}${heading(values)}${fields}${presets(values)}${lineBreak(values)}${button(labelOf(call, values, key))}</form>`
}

function createForm(call: TagCall, values: Values): string {
  return editForm(call, values, `${hidden('action', 'edit')}${textInput(values, 'title')}`, 'inputbox-createarticle')
}

function commentForm(call: TagCall, values: Values): string {
  const page = values.get('page')
  const title = page ? hidden('title', page) + textInput(values, 'preloadtitle') : textInput(values, 'title')
  const fields = `${hidden('action', 'edit')}${hidden('section', 'new')}${title}`
  return editForm(call, values, fields, 'inputbox-postcomment')
}

function moveForm(call: TagCall, values: Values): string {
  const start = openTag('form', [
    ['name', 'movebox'],
    ['class', 'mw-movebox'],
    ['action', specialUrl(call, 'Movepage')],
    ['method', 'get'],
  ])
  const target = hidden('wpOldTitle', values.get('page')) + hidden('wpReason', values.get('summary'))
  return `${start}${heading(values)}${target}${textInput(values, 'wpNewTitle')}${lineBreak(values)}${button(labelOf(call, values, 'inputbox-movearticle'))}</form>`
}
