import { breathe } from '#store/turn.ts'
import { actionModule } from '../api/module.ts'
import { boolean, integer, manyOf, string } from '../api/params/kinds.ts'
import type { Members } from '../api/result/kinds.ts'
import { asObject, list, type Row } from '../api/result/shape.ts'
import type { Comment, Heading } from '../content/discussions/discussion.ts'
import { findInHtml } from '../content/discussions/find-in-html.ts'
import { type Matches, matchShown } from '../content/discussions/match-shown.ts'
import { timesOf } from '../content/discussions/open-discussion.ts'
import { parseDiscussion } from '../content/discussions/parse-discussion.ts'
import { TextWork } from '../content/text-work/text-work.ts'
import { isoTimestamp } from '../site/timestamp.ts'
import { tidy } from '../wikitext/tidy/tidy.ts'
import { requireOnlyOne } from './only-one.ts'
import { pageToParse } from './parse/page-to-parse.ts'

const ITEM = {
  type: 'string',
  level: 'integer',
  id: 'string',
  name: 'string',
  'headingLevel?': 'integer',
  'placeholderHeading?': 'boolean',
  'timestamp?': 'string',
  'author?': 'string',
  html: 'string',
  /** Items of the same shape. */
  replies: ['any'],
} as const satisfies Members

export const discussiontoolspageinfo = actionModule({
  name: 'discussiontoolspageinfo',
  prefix: '',
  classname: 'MediaWiki\\Extension\\DiscussionTools\\ApiDiscussionToolsPageInfo',
  extension: 'DiscussionTools',
  unlisted: true,
  internal: true,
  summary: 'Get the topics and comments of a talk page.',
  helpUrls: ['https://www.mediawiki.org/wiki/Special:MyLanguage/Extension:DiscussionTools'],
  help: {
    params: {
      page: { words: 'Title of the talk page.' },
      oldid: { words: 'A revision of a talk page, instead of its title.' },
      prop: {
        words: 'What to get: the pages that comments are transcluded from, or the topics with their comments.',
      },
      excludesignatures: { words: 'Omit signatures from the HTML of comments.' },
    },
  },
  result: {
    discussiontoolspageinfo: {
      'transcludedfrom?': { '*': 'boolean|string' },
      'threaditemshtml?': [ITEM],
    },
  },
  params: {
    page: string(),
    oldid: integer(),
    prop: manyOf(['transcludedfrom', 'threaditemshtml'], { default: ['transcludedfrom'] }),
    excludesignatures: boolean(),
  },

  async run(run, a) {
    requireOnlyOne({ page: a.page, oldid: a.oldid }, 'page', 'oldid')
    const subject = await pageToParse(run, { ...NO_ARGS, page: a.page, oldid: a.oldid })
    const { wiki } = run
    const times = await timesOf(wiki)
    const text = subject.model === 'wikitext' ? subject.text : ''
    const discussion = parseDiscussion(wiki.site, times, text)
    const { comments, headings } = discussion
    const items: Row[] = []
    if (a.prop.includes('threaditemshtml')) {
      const work = new TextWork(wiki, run.now, { signal: run.signal })
      const { page, model, revision } = subject
      const options = { editSections: false, tableOfContents: true, wrapper: 'mw-parser-output', limitReport: false }
      const order = { page, text: subject.text, model, language: run.language, options, wants: {} }
      const { html } = await work.render(order as never, `r${revision!.id}`)
      const matches = matchShown(discussion, findInHtml(wiki.site, times, page, html))
      const texts = await textsOf(comments, matches, html, a.excludesignatures)
      const roots = headings.filter(({ parent }) => parent === null)
      items.push(...roots.map(heading => headingItem(heading, texts)))
    }
    const names = [...headings, ...comments].map(({ id }) => [id, false] as const)
    return {
      discussiontoolspageinfo: {
        ...(a.prop.includes('transcludedfrom') && { transcludedfrom: asObject(Object.fromEntries(names)) }),
        ...(a.prop.includes('threaditemshtml') && { threaditemshtml: list('item', items) as never }),
      },
    }
  },
})

const NO_ARGS = {
  title: undefined,
  text: undefined,
  revid: undefined,
  pageid: undefined,
  redirects: false,
  preview: false,
  section: undefined,
  contentmodel: undefined,
  contentformat: undefined,
} as const

/** The HTML of each comment, made well-formed: a comment may start and end in different elements. */
async function textsOf(
  comments: readonly Comment[],
  matches: Matches,
  html: string,
  withoutSignatures: boolean,
): Promise<ReadonlyMap<Comment, string>> {
  const texts = new Map<Comment, string>()
  for (const comment of comments) {
    const shown = matches.comments.get(comment)
    const end = withoutSignatures ? (shown?.signature?.[0] ?? shown?.end) : shown?.end
    if (shown) texts.set(comment, tidy(html.slice(shown.start, end).trim()))
    await breathe()
  }
  return texts
}

const headingItem = (heading: Heading, texts: ReadonlyMap<Comment, string>): Row => ({
  headingLevel: heading.headingLevel || 99,
  ...(heading.headingLevel === 0 && { placeholderHeading: true }),
  name: heading.name,
  type: 'heading',
  level: 0,
  id: heading.id,
  html: escaped(heading.title),
  replies: list('item', [
    ...heading.replies.map(reply => commentItem(reply, 1, texts)),
    ...heading.subheadings.map(sub => headingItem(sub, texts)),
  ]),
})

/** Threads are no deeper than the list markup of a line, which the parser limits. */
const MAX_LEVEL = 200

const commentItem = (comment: Comment, level: number, texts: ReadonlyMap<Comment, string>): Row => ({
  timestamp: isoTimestamp(comment.time),
  author: comment.author,
  name: comment.name,
  type: 'comment',
  level,
  id: comment.id,
  html: texts.get(comment) ?? '',
  replies: list('item', level < MAX_LEVEL ? comment.replies.map(reply => commentItem(reply, level + 1, texts)) : []),
})

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
