import type { ActionRun } from '../api/action-run.ts'
import { helpPage } from '../api/help-page.ts'
import { actionModule } from '../api/module.ts'
import { boolean, integer, manyOf, oneOf, string, text } from '../api/params/kinds.ts'
import { textElements } from '../api/result/shape.ts'
import { CONTENT_FORMATS, CONTENT_MODELS, MODEL_SETTINGS } from '../content/content-format.ts'
import { changeUnnoticed } from '../content/needs.ts'
import { parsedSummaries } from '../content/parsed-summaries.ts'
import { preSaveTransform } from '../content/pre-save.ts'
import type { RenderedText } from '../content/text-work/orders.ts'
import { TextWork } from '../content/text-work/text-work.ts'
import { apiMessage, fail, textList } from '../messages/message.ts'
import { wordingOf } from '../messages/wording.ts'
import { NS } from '../site/namespaces.ts'
import { variantWithoutTables } from '../site/variants/variants.ts'
import { parseFields } from './parse/fields.ts'
import { pageToParse } from './parse/page-to-parse.ts'
import { PARSE_RESULT, type ParseResult } from './parse/parse-result.ts'
import { cutSection } from './parse/section.ts'
import type { Subject, SubjectArgs } from './parse/subject.ts'
import { textToParse } from './parse/text-to-parse.ts'

export const parse = actionModule({
  name: 'parse',
  prefix: '',
  classname: 'ApiParse',
  // The pre-save transform inserts the signature of the caller.
  cacheable: a => !(a.pst || a.onlypst),
  ofSite: a => STORED.some(name => a[name] !== undefined) && a.summary === undefined,
  isOfPage: true,
  summary: 'Parse a page or text and return the output.',
  helpUrls: [helpPage('Parsing_wikitext#parse')],
  help: {
    params: {
      text: { words: 'Text to parse. Use title or contentmodel to set the content model.' },
      revid: { words: 'Revision for {{REVISIONID}} and similar variables.' },
      summary: { words: 'Edit summary to parse.' },
      oldid: { words: 'Parse this revision. Overrides page and pageid.' },
      wrapoutputclass: { words: 'CSS class of the element around the output.' },
      pst: { words: 'Apply the pre-save transform before parsing.' },
      onlypst: { words: 'Apply the pre-save transform without parsing.' },
      effectivelanglinks: { words: 'Include language links supplied by extensions.' },
      sectiontitle: { words: 'Heading of a new section, with section=new.' },
      disablepp: { words: 'Use disablelimitreport instead.' },
      disablelimitreport: { words: 'Omit the limit report from the output.' },
      disableeditsection: { words: 'Omit edit section links.' },
      disablestylededuplication: { words: 'Do not deduplicate inline style sheets.' },
      showstrategykeys: { words: 'Include the merge strategies of jsconfigvars.' },
      preview: { words: 'Parse in preview mode.' },
      sectionpreview: { words: 'Parse in section preview mode.' },
      disabletoc: { words: 'Omit the table of contents.' },
      useskin: { words: 'Skin to produce the output for.' },
      contentmodel: { words: 'Content model of the text.' },
    },
  },
  result: { parse: PARSE_RESULT },
  params: {
    title: string(),
    text: text(),
    revid: integer(),
    summary: string(),
    page: string(),
    pageid: integer(),
    redirects: boolean(),
    oldid: integer(),
    prop: manyOf(
      [
        ...(['categories', 'categorieshtml', 'displaytitle', 'encodedjsconfigvars', 'externallinks'] as const),
        ...(['headhtml', 'images', 'indicators', 'iwlinks', 'jsconfigvars', 'langlinks', 'limitreportdata'] as const),
        ...(['limitreporthtml', 'links', 'modules', 'parsetree', 'parsewarnings', 'parsewarningshtml'] as const),
        ...(['properties', 'revid', 'sections', 'subtitle', 'templates', 'text', 'wikitext', 'headitems'] as const),
      ],
      {
        default: [
          ...(['text', 'langlinks', 'categories', 'links', 'templates', 'images', 'externallinks'] as const),
          ...(['sections', 'revid', 'displaytitle', 'iwlinks', 'properties', 'parsewarnings'] as const),
        ],
        deprecatedvalues: ['headitems'],
      },
    ),
    wrapoutputclass: string({ default: 'mw-parser-output' }),
    pst: boolean(),
    onlypst: boolean(),
    effectivelanglinks: boolean({ deprecated: true }),
    section: string(),
    sectiontitle: string(),
    disablepp: boolean({ deprecated: true }),
    disablelimitreport: boolean(),
    disableeditsection: boolean(),
    disablestylededuplication: boolean(),
    showstrategykeys: boolean(),
    generatexml: boolean({ deprecated: true }),
    preview: boolean(),
    sectionpreview: boolean(),
    disabletoc: boolean(),
    useskin: oneOf(['apioutput', 'fallback', 'minerva', 'monobook', 'timeless', 'vector', 'vector-2022']),
    contentformat: oneOf(CONTENT_FORMATS),
    contentmodel: oneOf(CONTENT_MODELS, MODEL_SETTINGS),
  },

  async run(run, a) {
    const prop = new Set<string>(a.prop)
    if (a.generatexml) prop.add('parsetree')
    const variant = await requestedVariant(run)
    if (prop.has('modules') && !prop.has('jsconfigvars') && !prop.has('encodedjsconfigvars'))
      run.warn('parse', apiMessage('apiwarn-moduleswithoutvars'))
    const whole = await subjectOf(run, a, prop.size > 0)
    const work = new TextWork(run.wiki, run.now, { signal: run.signal })
    const subject = await cutSection(run, work, whole, a)
    if (prop.has('parsetree') && subject.model !== 'wikitext') fail('apierror-parsetree-notwikitext')
    const name = { ns: subject.page.ns, title: subject.page.dbkey }
    const saved =
      a.text !== undefined && (a.pst || a.onlypst) && subject.model === 'wikitext'
        ? await preSaveTransform(run.wiki, run.caller, run.now, name, subject.text, work)
        : null
    const summary = await summaryFields(run, subject, a)
    if (a.onlypst) {
      const wikitext = prop.has('wikitext') ? { wikitext: subject.text } : {}
      const answer = { text: saved ?? subject.text, ...wikitext, ...summary }
      return { parse: textElements(answer, ['text', 'wikitext', 'parsedsummary']) }
    }
    const text = saved ?? subject.text
    const rendered = await work.render(
      {
        page: subject.page,
        text,
        model: subject.model,
        language: run.language,
        options: {
          editSections: !a.disableeditsection && !a.preview,
          tableOfContents: !a.disabletoc,
          wrapper: a.wrapoutputclass,
          limitReport: !a.disablelimitreport && !a.disablepp,
          variant,
        },
        wants: { offsets: prop.has('sections'), limitLabels: prop.has('limitreporthtml') },
      },
      subject === whole && saved === null && a.text === undefined ? revisionName(whole) : null,
    )
    const staysSame = rendered.staysSame === null && !changeUnnoticed(rendered.needs)
    if (!staysSame || showsGenders(run, subject, rendered)) run.dependsOnMore()
    const parseTree = prop.has('parsetree') ? await work.run('parse-tree', { text }) : null
    const [wrapper, hasSkin] = [a.wrapoutputclass, a.useskin !== undefined]
    const parsed = { subject, saved, rendered, parseTree, summary, prop, wrapper, hasSkin }
    return { parse: await parseFields(run, parsed) }
  },
})

/** Whether titles in the response depend on the genders that users chose. */
function showsGenders({ wiki: { site } }: ActionRun, { page, redirects }: Subject, { found }: RenderedText): boolean {
  if (!site.namespaces.dependsOnGender(NS.user)) return false
  const pages = [page, ...found.links, ...found.templates]
  return redirects !== null || pages.some(({ ns }) => site.namespaces.dependsOnGender(ns))
}

/** As MediaWiki does, a variant may also be requested as the language of messages. */
async function requestedVariant({ wiki, request }: ActionRun): Promise<string | null> {
  const requested = request.params.get('variant')
  const code = requested || request.params.get('uselang')
  if (!code) return null
  await wiki.variants.catchUp()
  const { variants, language } = wiki.site
  if (requested && variantWithoutTables(variants, language, requested) !== null)
    fail('apierror-variant-without-tables', [requested])
  return variants.named(language, code)
}

/** Cache name of a stored revision. */
const revisionName = ({ revision }: Subject): string | null => (revision === null ? null : `r${revision.id}`)

const STORED = ['page', 'pageid', 'oldid'] as const

/** `wantsFacts` is false if only the page name is needed. */
async function subjectOf(run: ActionRun, a: SubjectArgs, wantsFacts: boolean): Promise<Subject> {
  for (const source of ['text', 'title', 'revid'] as const) {
    const names = [source, ...STORED].filter(name => a[name] !== undefined)
    if (names.length > 1) fail('apierror-invalidparammix', [textList(names), names.length])
  }
  const isStored = STORED.some(name => a[name] !== undefined)
  if (isStored && a.section === 'new') fail('apierror-invalidparammix-parse-new-section')
  return isStored ? pageToParse(run, a) : textToParse(run, a, wantsFacts)
}

interface SummaryArgs {
  readonly summary: string | undefined
  readonly section: string | undefined
  readonly sectiontitle: string | undefined
}

/** The summary as HTML. A new section derives one from its title. */
async function summaryFields(
  run: ActionRun,
  { page }: Subject,
  a: SummaryArgs,
): Promise<Pick<ParseResult, 'parsedsummary'>> {
  const isNew = a.section === 'new'
  const text = isNew ? await newSectionSummary(run, a) : a.summary
  if (text === undefined) return {}
  const [parsedsummary] = await parsedSummaries(run, [
    { text, page: { ns: page.ns, title: page.dbkey }, staysOnPage: isNew },
  ])
  return { parsedsummary }
}

async function newSectionSummary(run: ActionRun, { summary, sectiontitle }: SummaryArgs): Promise<string | undefined> {
  if (sectiontitle && summary) return summary
  const title = sectiontitle || summary
  if (!title) return undefined
  const wording = await wordingOf(run.wiki.messages, run.wiki.site.language)
  return (wording.text('newsectionsummary') ?? '/* $1 */').replaceAll('$1', () => title)
}
