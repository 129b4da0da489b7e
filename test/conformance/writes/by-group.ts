// Tries each write action as a user of each group: unrestricted, blocked, and blocked from one page, on an open page
// and on a protected one. The responses of MediaWiki are in by-group-goldens.jsonl.gz.
import type { Scenario, Step } from './scenarios.ts'

/** No account, an account in no group, and one in each group with its own rights. */
const GROUPS = ['*', 'user', 'bot', 'sysop', 'interface-admin', 'bureaucrat', 'suppress'] as const
const STATES = ['free', 'blocked', 'partly'] as const
const PLACES = ['open', 'protected'] as const

type Group = (typeof GROUPS)[number]
type State = (typeof STATES)[number]

/** The user who joins the groups. The name is part of the recorded responses. */
const TRIED = 'Wikiuser2'
const ADDRESS = '127.0.0.1'

export function byGroup(): Scenario[] {
  return GROUPS.map(group => ({ id: `by-group-${group}`, area: 'by-group', steps: [...stepsOf(group)] }))
}

function* stepsOf(group: Group): Generator<Step> {
  const isInGroup = group !== '*' && group !== 'user'
  const who = group === '*' ? '#visitor' : `${TRIED}#${group}`
  if (isInGroup) yield admin({ action: 'userrights', user: TRIED, add: group })
  for (const state of STATES) {
    const prefix = `By group ${group} ${state}`
    for (const place of PLACES) yield* preparation(`${prefix} ${place}`, place === 'protected')
    yield* change(group, state, prefix)
    // Whether histories overlap depends on the timestamps of the revisions.
    for (const place of PLACES)
      for (const request of onPage(`${prefix} ${place}`))
        yield { as: who, p: request, ...LEFT_OUT, ...(request.action === 'mergehistory' && { unstable: true }) }
    for (const request of elsewhere(`${group} ${state}`)) yield { as: who, p: request, ...LEFT_OUT }
    if (state !== 'free') yield admin({ action: 'unblock', user: group === '*' ? ADDRESS : TRIED })
  }
  if (isInGroup) yield admin({ action: 'userrights', user: TRIED, remove: group })
}

/** Fields that only confirm that something was done, and when. */
const LEFT_OUT = { drop: ['result', 'expiry', 'logid', 'undeletedrevs', 'oldtimestamp', 'newtimestamp', 'params'] }

const admin = (p: Step['p'], more: Partial<Step> = {}): Step => ({ as: 'Admin', p, ...LEFT_OUT, ...more })

function* preparation(title: string, isProtected: boolean): Generator<Step> {
  yield admin({ action: 'edit', title, text: 'First', summary: 'made', bot: 1 }, { set: { first: 'edit.newrevid' } })
  yield admin(
    { action: 'edit', title, text: 'Second', summary: 'changed', bot: 1 },
    { set: { second: 'edit.newrevid' } },
  )
  yield admin({ action: 'edit', title: `${title}/gone`, text: 'Gone', summary: 'made', bot: 1 })
  yield admin({ action: 'delete', title: `${title}/gone`, reason: 'gone' })
  if (isProtected) yield admin({ action: 'protect', title, protections: 'edit=sysop|move=sysop', reason: 'kept' })
}

function* change(group: Group, state: State, prefix: string): Generator<Step> {
  const user = group === '*' ? ADDRESS : TRIED
  const block = { action: 'block', user, reason: 'tried', reblock: 1, expiry: 'infinite' }
  if (state === 'blocked') yield admin(block)
  if (state === 'partly') yield admin({ ...block, partial: 1, allowusertalk: 1, pagerestrictions: `${prefix} open` })
}

/** In sequence on one page; actions that remove it come last. */
const onPage = (title: string): Step['p'][] => [
  { action: 'edit', title, appendtext: ' more', summary: 'tried' },
  { action: 'rollback', title, user: 'Admin' },
  { action: 'watch', titles: title },
  { action: 'tag', revid: '«second»', add: 'no such tag' },
  { action: 'revisiondelete', type: 'revision', ids: '«first»', hide: 'comment' },
  { action: 'setpagelanguage', title, lang: 'de' },
  { action: 'changecontentmodel', title, model: 'text', summary: 'tried' },
  { action: 'protect', title, protections: 'edit=sysop|move=sysop', reason: 'tried' },
  { action: 'patrol', revid: '«second»' },
  { action: 'undelete', title: `${title}/gone`, reason: 'tried' },
  { action: 'mergehistory', from: `${title}/gone`, to: title },
  {
    action: 'stashedit',
    title,
    text: 'x',
    contentmodel: 'wikitext',
    contentformat: 'text/x-wiki',
    baserevid: '«second»',
  },
  { action: 'purge', titles: title },
  { action: 'move', from: title, to: `${title} moved`, reason: 'tried' },
  { action: 'delete', title, reason: 'tried' },
  { action: 'edit', title: `${title} new`, text: 'New', summary: 'tried' },
]

const elsewhere = (where: string): Step['p'][] => [
  { action: 'block', user: '192.0.2.7', expiry: '1 day', reason: 'tried', reblock: 1 },
  { action: 'unblock', user: '192.0.2.7', reason: 'tried' },
  { action: 'block', user: 'Alice', hidename: 1, expiry: 'infinite', nocreate: 1 },
  { action: 'userrights', user: 'Alice', add: 'bot' },
  { action: 'userrights', user: 'Alice', remove: 'bot' },
  { action: 'managetags', operation: 'create', tag: `tried ${where}` },
  { action: 'options', change: 'gender=female' },
  { action: 'import', interwikisource: 'w', interwikipage: 'X' },
  { action: 'upload', filename: 'By group.png' },
  { action: 'filerevert', filename: 'Nothing.png', archivename: 'x' },
  { action: 'imagerotate', titles: 'File:Nothing.png', rotation: 90 },
  { action: 'emailuser', target: 'Nobody at all', text: 'x' },
  { action: 'setnotificationtimestamp', entirewatchlist: 1 },
  { action: 'clearhasmsg' },
  { action: 'edit', title: 'MediaWiki:By group', text: where },
  { action: 'edit', title: 'MediaWiki:By group.css', text: `/* ${where} */` },
  { action: 'edit', title: 'User:Alice/by group.js', text: `// ${where}` },
]
