import { randomInt } from 'node:crypto'
import type { ActionRun } from '../api/action-run.ts'
import { actionModule } from '../api/module.ts'
import { boolean, integer, string, text } from '../api/params/kinds.ts'
import { type ConsoleSession, sizeOf } from '../console-sessions.ts'
import { TextWork } from '../content/text-work/text-work.ts'
import { fail } from '../messages/message.ts'
import { titleOrNull } from '../site/titles.ts'

/** In bytes: the module and the questions of a session. */
const MAX_SIZE = 500_000
const LARGEST_SESSION = 2 ** 31 - 1

/** Runs Lua code against a module that need not be saved. Earlier questions of a session run again, so variables stay. */
export const scribuntoConsole = actionModule({
  name: 'scribunto-console',
  prefix: '',
  classname: 'MediaWiki\\Extension\\Scribunto\\ApiScribuntoConsole',
  extension: 'Scribunto',
  setting: 'Scribunto',
  internal: true,
  summary: 'Run Lua code against the text of a module.',
  helpUrls: [],
  help: {
    params: {
      title: { words: 'Page of the module.' },
      content: { words: 'Text of the module.' },
      session: { words: 'Session to continue, as returned by an earlier request.' },
      question: { words: 'Lua code to run. <kbd>=</kbd> before an expression returns its value.' },
      clear: { words: 'Forget the earlier questions of the session.' },
    },
  },
  result: {
    type: 'string',
    'print?': 'string',
    'return?': 'string',
    'html?': 'string',
    'message?': 'string',
    'messagename?': 'string',
    session: 'integer',
    sessionSize: 'integer',
    sessionMaxSize: 'integer',
    'sessionIsNew?': 'string',
  },
  params: {
    title: string(),
    content: text(),
    session: integer(),
    question: text({ required: true }),
    clear: boolean(),
  },

  async run(run, a) {
    const title = titleOrNull(run.wiki.site, a.title ?? 'API')
    if (title?.interwiki !== '' || title.ns < 0 || title.dbkey === '') fail('scribunto-console-invalid-title')
    const kept = a.session === undefined ? undefined : run.wiki.consoleSessions.get(keyOf(run, a.session))
    const number = a.session !== undefined && kept ? a.session : randomInt(1, LARGEST_SESSION)
    const earlier = a.clear ? [] : (kept?.questions ?? [])
    const session: ConsoleSession = { content: a.content ?? kept?.content ?? '', questions: [...earlier, a.question] }
    const sessionSize = sizeOf(session)
    if (sessionSize > MAX_SIZE) fail('scribunto-console-too-large')
    const work = new TextWork(run.wiki, run.now, { signal: run.signal })
    const { ns, dbkey } = title
    const order = { page: { ns, dbkey }, text: session.content, earlier, question: a.question }
    const answer = await work.run('console', order)
    // A question that failed would fail again.
    const questions = answer.type === 'error' ? earlier : session.questions
    run.wiki.consoleSessions.set(keyOf(run, number), { ...session, questions })
    return {
      ...answer,
      session: number,
      sessionSize,
      sessionMaxSize: MAX_SIZE,
      ...(!kept && { sessionIsNew: '' }),
    }
  },
})

/** Others cannot continue a session. */
const keyOf = ({ caller }: ActionRun, session: number): string =>
  `${caller.account === null ? caller.ip : caller.account.id} ${session}`
