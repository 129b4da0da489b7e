// InputBox: forms that search, or create a page.

import { NS } from '#wiki/site/namespaces.ts'
import { prefixedText } from '#wiki/site/title-format.ts'
import { localUrl } from '#wiki/site/urls.ts'
import type { ParseState } from '../state/parse-state.ts'
import { escapeHtml, trim } from '../text.ts'
import type { Extension, TagCall } from './extension.ts'
import { type BoxOptions, readOptions } from './input-box-options.ts'
import { openTag } from './markup.ts'

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
  'inputbox-ns-main': 'Main',
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
    css: '.mw-inputbox-centered{text-align:center;margin-block:.5em}.mw-inputbox-centered .mw-ui-input,.bodySearchWrap .mw-ui-input{inline-size:auto;max-inline-size:100%}.mw-inputbox-centered .mw-ui-button,.bodySearchWrap .mw-ui-button{inline-size:auto;margin-block-start:.4em}.mw-inputbox-element{display:inline-block;margin:.2em}.mw-inputbox-inline{display:inline}',
  },
}

function boxHtml(call: TagCall): string {
  const options = readOptions(call)
  const { type } = options
  call.state.output.styles.add(MODULE)
  const form = Object.hasOwn(FORMS, type) ? FORMS[type]! : null
  if (form) return form(call, options)
  const key = type === '' ? 'inputbox-error-no-type' : 'inputbox-error-bad-type'
  return `<div><strong class="error">${escapeHtml(call.message(key).replaceAll('$1', () => type))}</strong></div>`
}

type Form = (call: TagCall, options: BoxOptions) => string

const FORMS: Readonly<Record<string, Form>> = {
  search: (call, options) => searchForm(call, options, true),
  fulltext: (call, options) => searchForm(call, options, false),
  search2: inlineSearchForm,
  create: createForm,
  comment: createForm,
  commenttitle: commentForm,
  move: moveForm,
}

type Attributes = Readonly<Record<string, string | undefined>>

/** A start tag without the attributes that have no value. */
const element = (name: string, attributes: Attributes): string =>
  openTag(
    name,
    Object.entries(attributes).flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const])),
  )

const hidden = (name: string, value: string | undefined): string =>
  value === undefined ? '' : element('input', { type: 'hidden', value: value || undefined, name })

const submit = (name: string | undefined, value: string, progressive = true): string =>
  element('input', { type: 'submit', name, class: `mw-ui-button${progressive ? ' mw-ui-progressive' : ''}`, value })

/** The field for a title or a search term. */
function textField(
  options: BoxOptions,
  name: string,
  { classes, required = false }: { classes: string; required?: boolean },
): string {
  return element('input', {
    type: options.hidden ? 'hidden' : undefined,
    name,
    class: `${options.lineBreak ? 'mw-inputbox-input ' : ''}${classes}`,
    value: options.text || undefined,
    placeholder: options.placeholder,
    required: required && !options.hidden ? '' : undefined,
    size: String(options.width),
    dir: options.dir,
    'aria-label': options.ariaLabel || undefined,
  })
}

const UI_INPUT = 'mw-ui-input mw-ui-input-inline'

const breakOf = ({ lineBreak }: BoxOptions): string => (lineBreak ? '<br />' : ' ')

/** A form in the middle of the page. */
function centered(options: BoxOptions, attributes: Attributes, fields: string): string {
  const start = openTag('div', [
    ['class', 'mw-inputbox-centered'],
    ['style', options.style],
  ])
  return `${start}${element('form', { ...attributes, id: options.id || undefined })}${fields}</form></div>`
}

const specialUrl = ({ state: { site } }: TagCall, name: string): string =>
  localUrl(site, { ns: NS.special, dbkey: site.specialPages.localKey(name) })

/** What is made of a call so far, so that fields have names of their own. */
const boxes = new WeakMap<ParseState, number>()

function ownName({ state }: TagCall): string {
  const count = (boxes.get(state) ?? 0) + 1
  boxes.set(state, count)
  return `-${count}`
}

function searchForm(call: TagCall, options: BoxOptions, goes: boolean): string {
  const field = textField(options, 'search', { classes: `mw-searchInput searchboxInput ${UI_INPUT}` }).replace(
    /^<input( type="hidden")?( name="search")( class="[^"]*")/,
    '<input$1$3$2',
  )
  const presets =
    hidden('prefix', options.prefix || undefined) +
    hidden('searchfilter', options.values.get('searchfilter') || undefined) +
    hidden('tour', options.values.get('tour') || undefined)
  const namespaces = namespaceFields(call, options)
  const go =
    goes && namespaces === null
      ? `${submit('go', options.buttonLabel || call.message('inputbox-tryexact'), false)}&#160;`
      : ''
  const search = submit('fulltext', options.searchLabel || call.message('inputbox-searchfulltext'), false)
  const always = goes ? '' : hidden('fulltext', 'Search')
  const fields = [field, presets, breakOf(options), namespaces ?? '', go, search, always]
  return centered(
    options,
    { name: 'searchbox', class: 'searchbox', action: specialUrl(call, 'Search') },
    fields.join(''),
  )
}

/** Which namespaces to search: "Help,Project**" offers two, one of which is checked. Null when none are named. */
function namespaceFields(call: TagCall, options: BoxOptions): string | null {
  const written = options.values.get('namespaces')
  if (!written) return null
  const { namespaces } = call.state.site
  const shown = new Map<number, { readonly label: string; readonly checked: boolean }>()
  for (const part of written.split(',')) {
    const name = trim(part)
    const label = name.replaceAll('**', '')
    const isMain = label === 'Main' || label === call.message('inputbox-ns-main')
    const id = isMain ? NS.main : namespaces.idOf(label)
    if (label !== '' && id !== undefined) shown.set(id, { label, checked: name !== label })
  }
  const own = `${options.id}${ownName(call)}`
  const fields = [...shown].map(([id, { label, checked }]) => {
    const field = { name: `ns${id}`, value: '1', id: `mw-inputbox-ns${id}${own}` }
    const isOnly = shown.size === 1
    const state = checked || isOnly ? { checked: 'checked' } : {}
    const input = element('input', { type: isOnly ? 'hidden' : 'checkbox', ...field, ...state })
    if (isOnly) return input
    return ` <div class="mw-inputbox-element mw-ui-checkbox">${input}${openTag('label', [['for', field.id]])}${escapeHtml(label)}</label></div> `
  })
  return fields.join('') + breakOf(options)
}

/** A search form that can stand inside a line. */
function inlineSearchForm(call: TagCall, options: BoxOptions): string {
  const name = options.id || ownName(call)
  const inline = options.values.get('inline') ? ' mw-inputbox-inline' : ''
  const start = openTag('form', [
    ['name', `bodySearch${name}`],
    ['id', `bodySearch${name}`],
    ['class', `bodySearch${inline}`],
    ['action', specialUrl(call, 'Search')],
  ])
  const wrap = openTag('div', [
    ['class', `bodySearchWrap${inline}`],
    ['style', options.style],
  ])
  const text = options.values.get('labeltext') ?? ''
  const label =
    text === '' ? '' : `${openTag('label', [['for', `bodySearchInput${name}`]])}${call.inline(text)}</label>`
  const field = element('input', {
    type: options.hidden ? 'hidden' : undefined,
    name: 'search',
    class: `mw-searchInput ${UI_INPUT}`,
    size: String(options.width),
    id: `bodySearchInput${name}`,
    dir: options.dir,
    placeholder: options.placeholder,
    'aria-label': options.ariaLabel || undefined,
  })
  const go = element('input', {
    type: 'submit',
    name: 'go',
    value: options.buttonLabel || call.message('inputbox-tryexact'),
    class: 'mw-ui-button',
  })
  const fulltext = options.values.get('fulltextbutton') ? submit('fulltext', options.searchLabel, false) : ''
  return `${start}${wrap}${label}${field}&#160;${go}${fulltext}</div></form>`
}

/** What the editor starts with. */
function editorPresets({ values, preloadParams }: BoxOptions): string {
  const params = preloadParams.map(value => hidden('preloadparams[]', value)).join('')
  return (
    hidden('action', 'edit') +
    hidden('preload', values.get('preload')) +
    params +
    hidden('editintro', values.get('editintro'))
  )
}

function createForm(call: TagCall, options: BoxOptions): string {
  const { values } = options
  const isComment = options.type === 'comment'
  const fields = [
    editorPresets(options),
    hidden('summary', values.get('summary')),
    hidden('nosummary', values.get('nosummary')),
    hidden('prefix', options.prefix || undefined),
    hidden('minor', values.get('minor')),
    isComment ? hidden('section', 'new') : '',
    textField(options, 'title', { classes: `${UI_INPUT} mw-inputbox-createbox`, required: true }),
    breakOf(options),
    submit(
      'create',
      options.buttonLabel || call.message(isComment ? 'inputbox-postcomment' : 'inputbox-createarticle'),
    ),
  ]
  return centered(
    options,
    { name: 'createbox', class: 'createbox', action: call.state.site.script, method: 'get' },
    fields.join(''),
  )
}

/** A new section of a page, whose heading is asked for. */
function commentForm(call: TagCall, options: BoxOptions): string {
  const fields = [
    editorPresets(options),
    textField(options, 'preloadtitle', { classes: `commentboxInput ${UI_INPUT}` }),
    hidden('section', 'new'),
    hidden('title', options.page),
    breakOf(options),
    submit('create', options.buttonLabel || call.message('inputbox-postcommenttitle')),
  ]
  return centered(
    options,
    { name: 'commentbox', class: 'commentbox', action: call.state.site.script, method: 'get' },
    fields.join(''),
  )
}

function moveForm(call: TagCall, options: BoxOptions): string {
  const { site } = call.state
  const dbkey = site.specialPages.localKey('Movepage', options.page.replaceAll(' ', '_'))
  const fields = [
    hidden('title', prefixedText(site, NS.special, dbkey)),
    hidden('wpReason', options.values.get('summary') ?? ''),
    hidden('prefix', options.prefix),
    textField(options, 'wpNewTitle', { classes: `mw-moveboxInput ${UI_INPUT}` }),
    breakOf(options),
    submit(undefined, options.buttonLabel || call.message('inputbox-movearticle')),
  ]
  return centered(
    options,
    { name: 'movebox', class: 'mw-movebox', action: site.script, method: 'get' },
    fields.join(''),
  )
}
