// Facts about the author of an edit.
import { moment, number, t } from '../shared/texts.ts'
import { askWiki } from '../shared/wiki-api.ts'

interface Facts {
  readonly query: {
    readonly users?: {
      editcount?: number
      registration?: string
      blockid?: number
      invalid?: boolean
      missing?: boolean
    }[]
    readonly usercontribs?: { tags?: string[] }[]
    readonly logevents?: unknown[]
  }
}

const people = new Map<string, Promise<Facts | null>>()
const LOOKED_AT = 50

const ask = (user: string): Promise<Facts | null> =>
  askWiki<Facts>({
    action: 'query',
    list: 'users|usercontribs|logevents',
    ususers: user,
    usprop: 'editcount|registration|blockinfo',
    ucuser: user,
    ucprop: 'tags',
    uclimit: LOOKED_AT,
    letype: 'block',
    letitle: `User:${user}`,
    lelimit: 10,
    leprop: 'ids',
  })

/** Facts and links about a user; null if they are not known. */
export async function personView(user: string): Promise<HTMLElement | null> {
  if (user === '') return null
  const asked = people.get(user) ?? ask(user)
  people.set(user, asked)
  const facts = await asked
  const view = document.createElement('div')
  const name = document.createElement('b')
  name.textContent = user
  name.dir = 'auto'
  view.append(name)
  if (!facts) return view
  const { users: [account] = [], usercontribs = [], logevents = [] } = facts.query
  const isAccount = account !== undefined && !account.invalid && !account.missing
  if (!isAccount) view.append(Object.assign(document.createElement('span'), { textContent: t('patrol.unregistered') }))
  const list = document.createElement('dl')
  const fact = (label: string, value: string) => {
    const [term, meaning] = [document.createElement('dt'), document.createElement('dd')]
    term.textContent = label
    meaning.textContent = value
    list.append(term, meaning)
  }
  const some = `${number(usercontribs.length)}${usercontribs.length < LOOKED_AT ? '' : '+'}`
  fact(t('patrol.person_edits'), isAccount && account.editcount !== undefined ? number(account.editcount) : some)
  if (isAccount && account.registration) fact(t('patrol.person_since'), moment(account.registration))
  const reverted = usercontribs.filter(({ tags = [] }) => tags.includes('mw-reverted')).length
  fact(t('patrol.person_reverted'), `${number(reverted)} / ${number(usercontribs.length)}`)
  fact(t('patrol.person_blocks'), account?.blockid ? t('patrol.person_blocked') : number(logevents.length))
  view.append(list, links(user))
  return view
}

function links(user: string): HTMLElement {
  const line = document.createElement('p')
  const name = encodeURIComponent(user.replaceAll(' ', '_'))
  const ways = [
    [`Special:Contributions/${name}`, t('patrol.person_contributions')],
    [`User_talk:${name}`, t('patrol.person_talk')],
    [`Special:Log/${name}`, t('patrol.person_logs')],
  ] as const
  for (const [title, text] of ways)
    line.append(Object.assign(document.createElement('a'), { href: `/index.php?title=${title}`, textContent: text }))
  return line
}
