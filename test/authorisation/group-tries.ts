// Tries each action as a user of each group: unrestricted, blocked, partially blocked, and on protected pages.
// Everything goes through the API, so that it can also run against MediaWiki.
import { at, Replayer, TOKENS } from '../conformance/writes/replayer.ts'
import type { Answer, Step } from '../conformance/writes/scenarios.ts'
import { GROUP_ROWS, GROUPS, type Group, type GroupRow, type State } from './group-rows.ts'

/** Edits until an account is autoconfirmed. More than the other accounts make during the test. */
export const CONFIRMED_AFTER = 60

/** Must exist before the test, in every group, with the password of the replayer. */
export const ADMIN = 'Admin'

/** Makes the edits to patrol and roll back, and receives rights. */
const SOMEBODY = 'Somebody'
/** Gets blocked and hidden. */
const ANOTHER = 'Another'
const ADDRESS = '127.0.0.1'

const nameOf = (group: Group): string => `Tried ${group}`

export class GroupTries {
  readonly #replayer: Replayer
  #tries = 0

  constructor(url: string) {
    this.#replayer = new Replayer(url, { tokens: { ...TOKENS, linkaccount: ['csrf', 'linktoken'] } })
  }

  /** Creates an account for each group, and shared data. */
  async prepare(): Promise<void> {
    for (const username of [SOMEBODY, ANOTHER, ...GROUPS.filter(group => group !== '*').map(nameOf)]) {
      const password = `userpass-${username}-1`
      const form = {
        action: 'createaccount',
        username,
        password,
        retype: password,
        createreturnurl: 'http://127.0.0.1/',
      }
      const { body } = await this.#do({ as: ADMIN, p: form })
      if (at(body, 'createaccount.status') !== 'PASS') throw new Error(JSON.stringify(body))
    }
    for (const group of GROUPS)
      if (!['*', 'user', 'autoconfirmed'].includes(group))
        await this.#must({ as: ADMIN, p: { action: 'userrights', user: nameOf(group), add: group } })
    for (let edit = 0; edit < CONFIRMED_AFTER; edit++)
      await this.#must({ as: nameOf('autoconfirmed'), p: { action: 'edit', title: 'Practice', text: `${edit}` } })
    await this.#must({ as: ADMIN, p: { action: 'managetags', operation: 'create', tag: 'applied' } })
    await this.#must({ as: ADMIN, p: { action: 'edit', title: 'Main Page', text: 'Welcome' } })
  }

  /** The results of these rows in one state, for each group in turn. */
  async words(state: State, rows: readonly string[]): Promise<Map<string, string[]>> {
    const found = new Map(rows.map(name => [name, [] as string[]]))
    for (const group of GROUPS) {
      const user = group === '*' ? ADDRESS : nameOf(group)
      // Accounts use the same address and must not be affected.
      const only: Step['p'] = group === '*' ? { anononly: 1 } : {}
      if (BLOCKS[state]) await this.#must({ as: ADMIN, p: { action: 'block', user, ...only, ...BLOCKS[state] } })
      for (const name of rows) found.get(name)!.push(await this.#word(group, name, state))
      if (BLOCKS[state]) await this.#must({ as: ADMIN, p: { action: 'unblock', user } })
    }
    return found
  }

  async #word(group: Group, name: string, state: State): Promise<string> {
    const row: GroupRow = GROUP_ROWS[name]!
    const number = ++this.#tries
    const numbered = (step: Step): Step => JSON.parse(JSON.stringify(step).replaceAll('§', String(number)))
    const before = (row.before ?? []).map(step => numbered({ as: ADMIN, ...step }))
    const level = LEVELS[state]
    if (level) {
      const { page: title, protects = ['edit', 'move'] } = row
      const protections = protects.map(type => `${type}=${level}`).join('|')
      before.push(numbered({ as: ADMIN, p: { action: 'protect', title: title!, protections } }))
    }
    const own = row.session ? '#own' : ''
    const as = group === '*' ? '#visitor' : nameOf(group) + own
    const { p, file } = numbered({ p: { action: actionOf(name), ...row.request }, ...(row.file && { file: row.file }) })
    const answers = await this.#replayer.play({
      id: '',
      area: '',
      steps: [...before, { as, p, ...(file && { file }) }],
    })
    const failed = answers.slice(0, -1).find(({ error }) => error)
    if (failed) throw new Error(`Preparing ${name}: ${JSON.stringify(failed.body)}`)
    return wordOf(answers.at(-1)!, row)
  }

  async #do(step: Step): Promise<Answer> {
    const [answer] = await this.#replayer.play({ id: '', area: '', steps: [step] })
    return answer!
  }

  async #must(step: Step): Promise<void> {
    const { error, body } = await this.#do(step)
    if (error) throw new Error(`${JSON.stringify(step.p)}: ${JSON.stringify(body)}`)
  }
}

const BLOCK = { nocreate: 1, noemail: 1, reason: 'tried' }
const BLOCKS: Readonly<Partial<Record<State, Step['p']>>> = {
  blocked: BLOCK,
  partly: { ...BLOCK, partial: 1, allowusertalk: 1, namespacerestrictions: '0|6' },
}
const LEVELS: Readonly<Partial<Record<State, string>>> = { semi: 'autoconfirmed', protected: 'sysop' }

/** An action may have several rows: `edit: a message`. */
export const actionOf = (name: string): string => name.split(':')[0]!

/** Protection applies only to rows with a page. */
export const rowsIn = (state: State): string[] =>
  Object.keys(GROUP_ROWS).filter(name => LEVELS[state] === undefined || GROUP_ROWS[name]!.page !== undefined)

/** The expected results of a row in a state, one word per group. */
export function expected(row: GroupRow, state: State): string[] {
  const words = row[state] ?? row.free
  return GROUPS.map(group => (typeof words === 'string' ? words : (words[group] ?? words.others)))
}

/** The error codes, or the value of the response field in `done`. */
function wordOf({ status, error, body }: Answer, { done }: GroupRow): string {
  if (status !== 200) return String(status)
  if (error) return error.replaceAll(', ', '+')
  return done === undefined ? 'ok' : String(at(body, done) ?? 'nothing')
}
