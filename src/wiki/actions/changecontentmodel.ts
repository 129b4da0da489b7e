import type { ActionRun } from '../api/action-run.ts'
import { actionModule } from '../api/module.ts'
import { boolean, integer, oneOf, string } from '../api/params/kinds.ts'
import { MODEL_SETTINGS } from '../content/content-format.ts'
import { siteWords } from '../content/site-words.ts'
import { editPage } from '../editing/edit-page.ts'
import { knownText, type PageState, readPageState } from '../editing/page-state.ts'
import { fail, messageParam } from '../messages/message.ts'
import { denialsFor, throwAll } from './may-change.ts'
import { checkTags } from './own-tags.ts'
import { pageTarget } from './page-target.ts'

export const changecontentmodel = actionModule({
  name: 'changecontentmodel',
  prefix: '',
  classname: 'ApiChangeContentModel',
  summary: 'Convert a page to another content model.',
  helpUrls: ['https://www.mediawiki.org/wiki/Special:MyLanguage/Help:ChangeContentModel'],
  mustBePosted: true,
  write: true,
  token: 'csrf',
  help: {
    params: {
      title: { words: 'Title of the page.' },
      pageid: { words: 'Page id, instead of the title.' },
      summary: { words: 'Reason, for the edit summary and the log entry.' },
      tags: { words: 'Change tags to apply to the log entry and the edit.' },
      model: { words: 'New content model of the page.' },
      bot: { words: 'Mark the edit as a bot edit.' },
    },
  },
  result: {
    changecontentmodel: {
      result: 'string',
      title: 'string',
      pageid: 'integer',
      contentmodel: 'string',
      /** Missing if someone else converted the page in the meantime. */
      'logid?': 'integer|null',
      revid: 'integer',
    },
  },
  params: {
    title: string(),
    pageid: integer(),
    summary: string(),
    tags: string({ multi: true, listsTags: true }),
    model: oneOf(['Scribunto', 'css', 'javascript', 'json', 'sanitized-css', 'text', 'wikitext'], {
      required: true,
      ...MODEL_SETTINGS,
    }),
    bot: boolean(),
    token: string({ required: true, sensitive: true }),
  },

  async run(run, a) {
    const { caller, now, signal } = run
    const state = await readPageState(run.wiki, await pageTarget(run, a))
    if (!state.page) fail('apierror-changecontentmodel-missingtitle')
    if (!caller.can('editcontentmodel')) fail('apierror-permissiondenied', [messageParam('action-editcontentmodel')])
    const { model, tags = [] } = a
    const becoming = { ...state, model }
    const denials = await denialsFor(run, [
      ...[['editcontentmodel', state] as const, ['edit', state] as const],
      ...[['editcontentmodel', becoming] as const, ['edit', becoming] as const],
    ])
    throwAll(denials)
    await checkTags(run, tags)
    if (model === state.model) fail('apierror-nochanges')
    const comment = a.summary ?? ''
    const { saved } = await editPage(run.wiki, state, {
      caller,
      now,
      model,
      tags,
      signal,
      mark: null,
      minor: false,
      mayReplace: true,
      watch: 'nochange',
      change: { kind: 'text', text: knownText(state) },
      summary: await summaryOf(run, state, model, comment),
      modelChange: { comment, tags },
      bot: a.bot && caller.can('bot'),
      base: { revision: state.page.latest_rev },
    })
    return {
      changecontentmodel: {
        result: 'Success',
        title: run.titleText(state.ns, state.title),
        pageid: state.page.id,
        contentmodel: model,
        logid: saved?.modelLogId,
        revid: saved?.revisionId ?? state.page.latest_rev,
      },
    }
  },
})

/** The edit summary, in the words of the log entry. */
async function summaryOf(run: ActionRun, state: PageState, model: string, comment: string): Promise<string> {
  const { wiki, caller } = run
  const line = 'logentry-contentmodel-change'
  const words = await siteWords(wiki, [line, 'colon-separator', ...[state.model, model].map(modelKey)])
  const nameOf = (each: string) => (words.has(modelKey(each)) ? words.text(modelKey(each)) : each)
  const link = `[[${run.titleText(state.ns, state.title)}]]`
  const text = words.has(line)
    ? words.text(line, caller.name, caller.name, link, nameOf(state.model), nameOf(model))
    : `${caller.name} changed the content model of the page ${link} from "${nameOf(state.model)}" to "${nameOf(model)}"`
  if (comment === '') return text
  return text + (words.has('colon-separator') ? words.text('colon-separator') : ': ') + comment
}

const modelKey = (model: string): string => `content-model-${model}`
