import { statement } from '#store/statement.ts'
import { actionModule } from '../api/module.ts'
import { boolean, string } from '../api/params/kinds.ts'
import { Continuation } from '../api/query/continuation.ts'
import { PAGE_SET } from '../api/result/envelope.ts'
import { asObject, list, type Row } from '../api/result/shape.ts'
import {
  DataFault,
  type Parameter,
  readTemplateData,
  type TemplateFacts,
  type Text,
  textIn,
} from '../wikitext/extensions/template-data/read.ts'
import { pageSetParams } from './query-params.ts'
import { outputContinuation, requestedPages } from './requested-pages.ts'

/** Reads the property that `<templatedata>` sets. */
export const templatedata = actionModule({
  name: 'templatedata',
  prefix: '',
  classname: 'MediaWiki\\Extension\\TemplateData\\Api\\ApiTemplateData',
  extension: 'TemplateData',
  setting: 'TemplateData',
  cacheable: true,
  summary: 'Get the parameters of templates, as their TemplateData describes them.',
  helpUrls: ['https://www.mediawiki.org/wiki/Special:MyLanguage/Extension:TemplateData'],
  help: {
    examples: [['action=templatedata&titles=Template:Foobar&includeMissingTitles=1', '1']],
    params: {
      includeMissingTitles: { words: 'Include pages that are missing or have no TemplateData.' },
      doNotIgnoreMissingTitles: { words: 'Use includeMissingTitles instead.' },
      lang: { words: 'Return texts in this language instead of all languages.' },
    },
  },
  result: {
    pages: {
      '*': {
        'title?': 'string',
        'ns?': 'integer',
        'missing?': 'boolean',
        'notemplatedata?': 'boolean',
        '*': 'any',
      },
    },
    'normalized?': PAGE_SET['normalized?'],
    'redirects?': PAGE_SET['redirects?'],
  },
  params: {
    includeMissingTitles: boolean(),
    doNotIgnoreMissingTitles: boolean({ deprecated: true }),
    lang: string(),
    continue: string(),
    ...pageSetParams,
  },

  async run(run, a) {
    const continuation = run.within('main', () => new Continuation(a.continue ?? '', run.request.params, [], []))
    const pages = await requestedPages(run, a, continuation)
    const includesAll = a.includeMissingTitles || a.doNotIgnoreMissingTitles
    const ids = pages.goodIds
    const rows = ids.length === 0 ? [] : await PROPS.where('page_id', 'in', ids).all(run.db)
    const values = new Map(rows.map(row => [row.page_id, String(row.value)]))
    const found: Record<string, Row> = {}
    for (const [id, { ns, title }] of pages.good) {
      const facts = factsIn(values.get(id))
      const name = run.pageName(ns, title)
      if (facts) found[id] = { ...name, ...output(facts, a.lang) }
      else if (includesAll) found[id] = { ...name, notemplatedata: true }
    }
    if (includesAll)
      for (const { key, ns, title } of pages.missing) found[key] = { ...run.pageName(ns, title), missing: true }
    outputContinuation(run, continuation, a.generator ?? null)
    return {
      pages: asObject(found),
      ...(pages.normalized.length > 0 && { normalized: list('n', [...pages.normalized]) }),
      ...(pages.redirects.length > 0 && { redirects: list('r', [...pages.redirects]) as never }),
    }
  },
})

const PROPS = statement(db => db.selectFrom('page_prop').selectAll().where('name', '=', 'templatedata'))

/** Null if there is none; MediaWiki compresses long ones in a way that does not survive as text. */
function factsIn(json: string | undefined): TemplateFacts | null {
  if (json === undefined) return null
  try {
    return readTemplateData(json)
  } catch (error) {
    if (error instanceof DataFault) return null
    throw error
  }
}

function output(facts: TemplateFacts, language: string | undefined): Row {
  const text = (value: Text | null): unknown => {
    if (value === null) return null
    if (language !== undefined) return textIn(value, language)
    return typeof value === 'string' ? asObject({ en: value }) : asObject({ ...value })
  }
  const parameter = (own: Parameter): Row => ({
    ...own,
    label: text(own.label),
    description: text(own.description),
    default: text(own.default),
    example: text(own.example),
    aliases: list('_v', [...own.aliases]),
    ...(own.suggestedvalues && { suggestedvalues: list('_v', [...own.suggestedvalues]) }),
  })
  return {
    description: text(facts.description),
    params: asObject(Object.fromEntries(Object.entries(facts.params).map(([name, own]) => [name, parameter(own)]))),
    format: facts.format,
    paramOrder: list('p', [...facts.paramOrder]),
    sets: list(
      'set',
      facts.sets.map(({ label, params }) => ({ label: text(label), params: list('_v', [...params]) })),
    ),
    maps: asObject({ ...facts.maps }),
  }
}
