import type { ActionRun } from '../api/action-run.ts'
import { helpPage } from '../api/help-page.ts'
import { actionModule } from '../api/module.ts'
import { boolean, integer, manyOf, string, text } from '../api/params/kinds.ts'
import type { Members } from '../api/result/kinds.ts'
import { asObject, content, emptyAsList, list, pairs, textElements, xmlTexts } from '../api/result/shape.ts'
import { type PageName, pagesByName } from '../content/pages.ts'
import { revisionFacts } from '../content/revision-facts.ts'
import { TextWork } from '../content/text-work/text-work.ts'
import { checkSize } from '../editing/prepare-text.ts'
import { apiMessage, fail, textList } from '../messages/message.ts'
import { escapeWikitext } from '../site/escape-wikitext.ts'
import type { ExpandedText } from '../wikitext/expand/expand-wikitext.ts'
import type { PageContext, RevisionFacts } from '../wikitext/host.ts'
import { SCRIPT_MEMBERS } from './parse/parse-result.ts'
import { DEFAULT_TITLE, revisionNumbered, textPage } from './parse/text-page.ts'

const EXPANDED = {
  'parsetree?': 'string',
  'categories?': [{ sortkey: 'string', category: 'string' }],
  'properties?': { '*': 'string' },
  'volatile?': 'boolean',
  'ttl?': 'integer',
  'wikitext?': 'string',
  ...SCRIPT_MEMBERS,
} as const satisfies Members

export const expandtemplates = actionModule({
  name: 'expandtemplates',
  prefix: '',
  classname: 'ApiExpandTemplates',
  cacheable: true,
  summary: 'Expand the templates, parser functions and variables in wikitext.',
  helpUrls: [helpPage('Parsing_wikitext#expandtemplates')],
  help: {
    params: {
      title: { words: 'Page to expand the text on.' },
      text: { words: 'Wikitext to expand.' },
      revid: { words: 'Revision for {{REVISIONID}} and similar variables.' },
      prop: { words: 'Information to return.' },
      includecomments: { words: 'Keep HTML comments in the output.' },
      showstrategykeys: { words: 'Include the merge strategies of jsconfigvars.' },
      generatexml: { words: 'Return the XML parse tree. Use prop=parsetree instead.' },
    },
  },
  result: {
    /** The tree of a request without prop. */
    'parsetree?': 'string',
    expandtemplates: EXPANDED,
  },
  params: {
    title: string(),
    text: text({ required: true }),
    revid: integer(),
    prop: manyOf([
      ...(['categories', 'encodedjsconfigvars', 'jsconfigvars', 'modules', 'parsetree', 'properties'] as const),
      ...(['ttl', 'volatile', 'wikitext'] as const),
    ]),
    includecomments: boolean(),
    showstrategykeys: boolean(),
    generatexml: boolean({ deprecated: true }),
  },

  async run(run, a) {
    if (a.prop !== undefined && a.generatexml) fail('apierror-invalidparammix', [textList(['prop', 'generatexml']), 2])
    if (a.prop === undefined)
      run.warnDeprecated(
        'expandtemplates',
        apiMessage('apiwarn-deprecation-missingparam', ['prop']),
        'action=expandtemplates&!prop',
      )
    const page = await pageOf(run, a.title, a.revid)
    checkSize(run.wiki.site, a.text)
    const work = new TextWork(run.wiki, run.now, { signal: run.signal })
    const prop = new Set<string>(a.prop)
    const wantsTree = a.generatexml || prop.delete('parsetree')
    const tree = wantsTree ? await work.run('parse-tree', { text: a.text }) : null
    const { text, includecomments: keepsComments } = a
    const expand = () => work.run('expand-and-tell', { page, text, keepsComments, language: run.language })
    if (a.prop === undefined) {
      // Response format used without prop.
      if (tree !== null) textElements(run.result, ['parsetree'])
      const wikitext = (await expand()).text
      return { ...(tree !== null && { parsetree: tree }), expandtemplates: content({ wikitext }, 'wikitext') }
    }
    if (prop.has('modules') && !prop.has('jsconfigvars') && !prop.has('encodedjsconfigvars'))
      run.warn('expandtemplates', apiMessage('apiwarn-moduleswithoutvars'))
    const fields = {
      ...(tree !== null && { parsetree: tree }),
      ...(prop.size > 0 && fieldsOf(await expand(), prop)),
    }
    xmlTexts(fields, ['wikitext', 'parsetree', 'encodedjsconfigvars'])
    return { expandtemplates: emptyAsList(fields) as typeof fields }
  },
})

/** The page to expand the text on: that of the revision if one is given. */
async function pageOf(run: ActionRun, title: string | undefined, revid: number | undefined): Promise<PageContext> {
  const named = textPage(run, title ?? DEFAULT_TITLE)
  if (revid === undefined) return { ns: named.ns, dbkey: named.title, revision: await unsavedFacts(run, named) }
  const revision = await revisionNumbered(run, revid)
  const { ns, title: dbkey } = revision
  if (title !== undefined && (named.ns !== ns || named.title !== dbkey)) {
    const shown = escapeWikitext(run.titleText(named.ns, named.title))
    run.warn('expandtemplates', apiMessage('apierror-revwrongpage', [revid, shown]))
  }
  return { ns, dbkey, revision: await revisionFacts(run.db, revision) }
}

async function unsavedFacts(run: ActionRun, { ns, title }: PageName): Promise<RevisionFacts> {
  const [page] = title === '' || ns < 0 ? [] : await pagesByName(run.db, [{ ns, title }])
  return { pageId: page?.id ?? 0, revisionId: 0, timestamp: run.now * 1000, user: '', size: null }
}

/** Links are not parsed here, so the categories are only those that parser functions add. */
function fieldsOf({ text: wikitext, found, lasts }: ExpandedText, prop: ReadonlySet<string>) {
  const categories = found.categories.map(({ dbkey, sortKeyPrefix }) =>
    content({ sortkey: sortKeyPrefix, category: dbkey }, 'category'),
  )
  const hasProperties = Object.keys(found.properties).length > 0
  return {
    ...(prop.has('categories') && categories.length > 0 && { categories: list('category', categories) }),
    ...(prop.has('properties') && hasProperties && { properties: pairs(found.properties, 'property') }),
    ...(prop.has('volatile') && { volatile: false }),
    ...(prop.has('ttl') && lasts !== null && { ttl: lasts }),
    ...(prop.has('wikitext') && { wikitext }),
    ...(prop.has('modules') && {
      modules: list('_v', []),
      modulescripts: list('_v', []),
      modulestyles: list('_v', []),
    }),
    ...(prop.has('jsconfigvars') && { jsconfigvars: asObject({}) }),
    ...(prop.has('encodedjsconfigvars') && { encodedjsconfigvars: '[]' }),
  }
}
