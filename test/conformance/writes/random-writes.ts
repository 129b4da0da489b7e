// Generates scenarios of random writes from the declarations of the actions: mostly valid requests with all
// combinations of options, and some invalid ones. Reproducible by seed.
import { actions } from '#wiki/actions/index.ts'
import type { ActionModule } from '#wiki/api/module.ts'
import type { Param } from '#wiki/api/params/kinds.ts'
import { Random } from '../../random.ts'
import type { Scenario, Step } from './scenarios.ts'

/** Actions that would end or change the session of later steps. */
const LEFT_OUT = new Set([
  'clientlogin',
  'login',
  'logout',
  'changeauthenticationdata',
  'linkaccount',
  'cspreport',
  'help',
])
const STEPS = 14

export function randomScenario(seed: number): Scenario {
  const writer = new Writer(seed)
  return { id: `random-${seed}`, area: 'random', steps: [...writer.beginning(), ...writer.steps(STEPS)] }
}

class Writer {
  readonly #random: Random
  readonly #seed: number

  constructor(seed: number) {
    this.#seed = seed
    this.#random = new Random(seed)
  }

  /** Pages of this scenario only. */
  get #pages(): string[] {
    const n = this.#seed
    return [
      `Random ${n}`,
      `Random ${n} too`,
      `Talk:Random ${n}`,
      `Random ${n}/part`,
      `File:Random ${n}.png`,
      `User:Alice/random ${n}`,
    ]
  }

  *beginning(): Generator<Step> {
    const [first, second] = this.#pages
    const admin = (p: Step['p'], more: Partial<Step> = {}): Step => ({ as: 'Admin', p, ...more })
    yield admin(
      { action: 'edit', title: first!, text: 'One\n\n== Part ==\ntwo', summary: 'made' },
      { set: { rev1: 'edit.newrevid', page1: 'edit.pageid' } },
    )
    yield {
      as: 'Alice',
      p: { action: 'edit', title: first!, appendtext: '\n\nthree', summary: 'more' },
      set: { rev2: 'edit.newrevid' },
    }
    yield admin(
      { action: 'edit', title: second!, text: `[[${first}]] {{${first}}}`, summary: 'made' },
      { set: { rev3: 'edit.newrevid', page2: 'edit.pageid' } },
    )
    if (this.#random.chance(0.4))
      yield admin({
        action: 'protect',
        title: first!,
        protections: this.#random.pick(['edit=sysop', 'edit=autoconfirmed|move=sysop', 'move=sysop']),
      })
    if (this.#random.chance(0.2)) yield admin({ action: 'delete', title: second! })
  }

  *steps(count: number): Generator<Step> {
    // The MediaWiki of the recordings has no extensions.
    const offered = actions.filter(({ name, extension }) => !LEFT_OUT.has(name) && extension === undefined)
    const writing = offered.filter(({ write }) => write)
    for (let step = 0; step < count; step++) {
      const module = this.#random.chance(0.8) ? this.#random.pick(writing) : this.#random.pick(offered)
      yield { as: this.#who(), p: { action: module.name, ...this.#request(module) }, ...this.#file(module) }
      if (this.#random.chance(0.3)) yield this.#inspect()
    }
  }

  #who(): string | null {
    const share = this.#random.below(100) / 100
    if (share < 0.55) return 'Admin'
    if (share < 0.7) return 'Bob'
    if (share < 0.85) return 'Alice'
    return this.#random.pick(['Carol', 'Vandal', 'Fred', null])
  }

  #file(module: ActionModule): Partial<Step> {
    if (module.name !== 'upload' || this.#random.chance(0.2)) return {}
    const shade = this.#random.below(250)
    return { file: { png: [1 + (shade % 9), 2, shade, 30, this.#seed % 250], name: 'a.png' } }
  }

  /** Reads the results of the writes. */
  #inspect(): Step {
    const title = this.#random.pick(this.#pages)
    return {
      as: 'Admin',
      p: this.#random.pick<Step['p']>([
        {
          action: 'query',
          titles: title,
          prop: 'revisions|info|categories|links',
          rvprop: 'ids|flags|user|comment|size|content|tags|contentmodel',
          rvslots: '*',
          rvlimit: 5,
          inprop: 'protection|watched|displaytitle|talkid',
        },
        { action: 'query', list: 'logevents', letitle: title, leprop: 'ids|title|type|user|comment|details|tags' },
        {
          action: 'query',
          list: 'recentchanges',
          rctitle: title,
          rcprop: 'ids|title|flags|user|comment|sizes|patrolled|loginfo|tags',
        },
        {
          action: 'query',
          titles: title,
          prop: 'deletedrevisions|imageinfo',
          drvprop: 'ids|user|comment|size',
          iiprop: 'user|comment|size|sha1|archivename',
          iilimit: 5,
        },
        { action: 'query', list: 'blocks', bkprop: 'user|by|expiry|reason|flags|restrictions' },
        {
          action: 'query',
          list: 'users',
          ususers: 'Alice|Carol|Wikiuser',
          usprop: 'groups|groupmemberships|blockinfo',
        },
        { action: 'parse', page: title, prop: 'text|categories|links|displaytitle' },
      ]),
    }
  }

  #request(module: ActionModule): Record<string, string | number> {
    const request: Record<string, string | number> = {}
    for (const [name, param] of Object.entries(module.params)) {
      if (
        name === 'token' ||
        /continue$|^(async|timestamp|starttimestamp|basetimestamp)$/.test(name) ||
        param.options.deprecated
      )
        continue
      const usual = USUAL[module.name]?.[name]
      if (!param.options.required && !this.#random.chance(usual ?? (USUALLY.has(name) ? 0.75 : 0.12))) continue
      const value = this.#value(name, param)
      if (value !== null) request[module.prefix + name] = value
    }
    return request
  }

  #value(name: string, { type, options }: Param): string | number | null {
    const odd = this.#random.chance(0.06)
    if (odd)
      return this.#random.pick([
        '',
        'nonsense',
        '0',
        '-1',
        '99999999',
        'A|B',
        '<x>',
        'Special:Version',
        '_',
        'é',
        '1|2',
      ])
    const plausible = this.#plausible(name)
    if (plausible !== undefined) return plausible
    if (Array.isArray(type)) {
      const one = () => String(this.#random.pick(type as readonly string[]))
      return options.multi && this.#random.chance(0.4) ? `${one()}|${one()}` : one()
    }
    switch (type) {
      case 'boolean':
        return 1
      case 'integer':
        return this.#random.below(4)
      case 'limit':
        return 1 + this.#random.below(5)
      case 'namespace':
        return this.#random.pick(['0', '1', '2', '6'])
      case 'user':
        return this.#user()
      case 'title':
        return this.#random.pick(this.#pages)
      case 'expiry':
        return this.#random.pick(['infinite', '1 week', '2030-01-01T00:00:00Z', 'never', 'yesterday'])
      case 'timestamp':
        return this.#random.pick(['2020-01-01T00:00:00Z', '2030-01-01T00:00:00Z'])
      case 'upload':
        return null
      default:
        return this.#random.pick(['word', 'Two words', "''text''", '[[Main Page]]', '{{1x|a}}', 'a  b '])
    }
  }

  #user(): string {
    return this.#random.pick([
      'Alice',
      'Bob',
      'Carol',
      'Vandal',
      'Fred',
      'Wikiuser',
      'Nobody here',
      '192.0.2.5',
      '192.0.2.0/24',
      '2001:db8::1',
      '#1',
      'alice',
    ])
  }

  /** A plausible value for a parameter with a well-known name. */
  #plausible(name: string): string | undefined {
    const n = this.#seed
    const title = () =>
      this.#random.pick([...this.#pages, ...this.#pages.slice(0, 2), 'Main Page', `Random ${n} elsewhere`])
    switch (name) {
      case 'title':
      case 'from':
      case 'fromtitle':
      case 'totitle':
      case 'to':
      case 'page':
        return title()
      case 'titles':
        return this.#random.chance(0.3) ? `${title()}|${title()}` : title()
      case 'pageid':
      case 'fromid':
      case 'toid':
      case 'pageids':
        return this.#random.pick(['«page1»', '«page2»', '1', '0', '99999'])
      case 'revid':
      case 'revids':
      case 'oldid':
      case 'undo':
      case 'undoafter':
      case 'baserevid':
      case 'fromrev':
      case 'torev':
      case 'newerthanrevid':
      case 'torevid':
        return this.#random.pick(['«rev1»', '«rev2»', '«rev3»', '1', '99999'])
      case 'ids':
        return this.#random.pick(['«rev1»', '«rev1»|«rev2»', '«rev3»', '1'])
      case 'target':
        return this.#random.pick(['Alice', 'Bob', '«page1»', 'Nobody here', title()])
      case 'user':
        return this.#user()
      case 'username':
        return this.#random.pick([`Random user ${n}`, 'Alice', 'alice', 'A|B', '192.0.2.1'])
      case 'password':
      case 'retype':
        return this.#random.pick(['a longer password', 'short', 'a longer password'])
      case 'createreturnurl':
      case 'loginreturnurl':
        return 'http://127.0.0.1/'
      case 'filename':
        return this.#random.pick([
          `Random ${n}.png`,
          `Random ${n}.png`,
          `Random ${n}.jpg`,
          `Random ${n}`,
          `Random ${n}.exe`,
        ])
      case 'protections':
        return this.#random.pick([
          'edit=sysop',
          'edit=autoconfirmed|move=sysop',
          'edit=all',
          'move=nonsense',
          'create=sysop',
          'upload=sysop',
          '',
        ])
      case 'expiry':
        return this.#random.pick([
          'infinite',
          '1 week',
          '2030-01-01T00:00:00Z',
          'never',
          'yesterday',
          'gibberish',
          '2 days|infinite',
        ])
      case 'tags':
      case 'tag':
        return this.#random.pick([`random-${n}`, 'mw-undo', 'nonsense', 'mw-manual-revert'])
      case 'add':
      case 'remove':
        return this.#random.pick(['bot', 'sysop', `random-${n}`, 'bot|bureaucrat', 'nonsense'])
      case 'lang':
        return this.#random.pick(['de', 'default', 'nonsense'])
      case 'section':
        return this.#random.pick(['0', '1', '2', 'new', 'T-1', 'x'])
      case 'contentmodel':
      case 'model':
        return this.#random.pick(['wikitext', 'text', 'json', 'css', 'javascript'])
      case 'pagerestrictions':
        return this.#random.pick([`Random ${n}`, 'Main Page', 'No page here', 'Main Page|Sandbox'])
      case 'namespacerestrictions':
        return this.#random.pick(['0', '0|1', '6'])
      case 'reason':
      case 'summary':
      case 'comment':
        return this.#random.pick([
          'because',
          '/* Part */ because',
          '[[Main Page]] and {{x}}',
          "''so''",
          'é'.repeat(300),
        ])
      case 'text':
      case 'appendtext':
      case 'prependtext':
        return this.#random.pick([
          'Words',
          'One\n\n== Part ==\nother\n\nthree',
          '{{subst:Main Page}} ~~~~',
          '#REDIRECT [[Main Page]]',
          '{"a": 1}',
          ' spaced \n\n',
          '[[Category:Random]] x',
        ])
      case 'rotation':
        return this.#random.pick(['90', '180', '270', '45'])
      case 'change':
        return this.#random.pick([
          'gender=female',
          'userjs-a=1',
          'language=de|skin=vector',
          'nonsense=1',
          'timecorrection=x',
          'gender',
        ])
      default:
        return undefined
    }
  }
}

/** Parameters of most requests. */
const USUALLY = new Set([
  'title',
  'titles',
  'from',
  'to',
  'user',
  'filename',
  'text',
  'protections',
  'target',
  'ids',
  'type',
  'operation',
  'tag',
  'username',
  'password',
  'retype',
  'createreturnurl',
  'request',
  'change',
  'add',
  'page',
  'fromtitle',
  'totitle',
  'archivename',
  'rotation',
  'hide',
  'model',
  'revid',
  'url',
])
const USUAL: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  edit: { appendtext: 0.15, section: 0.15, sectiontitle: 0.1, undo: 0.08 },
  parse: { text: 0.2, page: 0.5, title: 0.2 },
  block: { newexpiry: 0, expiry: 0.5, reblock: 0.6, partial: 0.3, allowusertalk: 0.6 },
  import: { xml: 0 },
  upload: { ignorewarnings: 0.6, url: 0.05, filekey: 0.05, chunk: 0, filesize: 0.05, offset: 0.03, stash: 0.1 },
}
