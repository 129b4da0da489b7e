import { optionsOf, resetOptions, setOptions } from '#accounts/options.ts'
import type { ActionRun } from '../api/action-run.ts'
import { helpPage } from '../api/help-page.ts'
import { actionModule } from '../api/module.ts'
import { boolean, manyOf, string } from '../api/params/kinds.ts'
import { GADGET_PREFIX, type Gadget, gadgetsOf, isAvailable } from '../content/gadgets.ts'
import { isDefault, objectionTo, preferenceNamed, USER_SCRIPT_PREFIX } from '../content/preferences.ts'
import { timeCorrection } from '../content/time-correction.ts'
import type { CatalogueKey } from '../messages/catalogue.ts'
import { type ApiMessage, apiMessage, fail, messageParam, num } from '../messages/message.ts'
import { escapeWikitext } from '../site/escape-wikitext.ts'
import { NS } from '../site/namespaces.ts'

export const options = actionModule({
  name: 'options',
  prefix: '',
  classname: 'ApiOptions',
  summary: "Change the current user's preferences.",
  helpUrls: [helpPage('Options')],
  mustBePosted: true,
  write: true,
  token: 'csrf',
  help: {
    params: {
      reset: { words: 'Reset preferences to the site defaults.' },
      resetkinds: { words: 'Types of preferences to reset.' },
      change: {
        words: 'Preferences to change, as name=value, for example skin=vector. Without a value, resets to the default.',
      },
      optionname: { words: 'Name of a preference whose value may contain a pipe.' },
      optionvalue: { words: 'Value of optionname.' },
    },
  },
  result: { options: 'string' },
  params: {
    reset: boolean(),
    resetkinds: manyOf(
      ['all', 'registered', 'registered-checkmatrix', 'registered-multiselect', 'special', 'unused', 'userjs'],
      { default: ['all'] },
    ),
    change: string({ multi: true }),
    optionname: string(),
    optionvalue: string(),
    token: string({ required: true, sensitive: true }),
  },

  async run(run, a) {
    const { account } = run.caller
    if (account === null) fail('apierror-mustbeloggedin', [messageParam('action-editmyoptions')])
    if (!run.caller.can('editmyoptions')) fail('apierror-permissiondenied', [messageParam('action-editmyoptions')])
    if (a.optionvalue !== undefined && a.optionname === undefined)
      fail('apierror-missingparam', ['optionname'], { code: 'nooptionname' })
    const requested = new Map((a.change ?? []).map(splitChange))
    if (a.optionname !== undefined) requested.set(a.optionname, a.optionvalue ?? null)
    const kinds = a.reset ? a.resetkinds : []
    if (kinds.length === 0 && requested.size === 0) fail('apierror-nochanges')
    const gadgets = new Map((await gadgetsOf(run.wiki)).map(gadget => [`${GADGET_PREFIX}${gadget.name}`, gadget]))
    await run.wiki.store.transaction(async tx => {
      if (kinds.includes('all')) await resetOptions(tx, account.id)
      const own = new Map(await optionsOf(tx, account.id))
      // Like MediaWiki, resets only registered preferences by default, not those left by scripts or older versions.
      const forgotten = kinds.includes('registered')
        ? [...own.keys()].filter(name => gadgets.has(name) || isRegistered(run, name))
        : []
      for (const name of forgotten) own.delete(name)
      const changes = acceptedChanges(run, requested, own, gadgets)
      await setOptions(tx, account.id, [...forgotten.map(name => [name, null] as const), ...changes])
    })
    const { site, genders } = run.wiki
    if (site.namespaces.dependsOnGender(NS.user) && (requested.has('gender') || kinds.length > 0))
      genders.set(account.name, (await optionsOf(run.db, account.id)).get('gender') ?? null)
    return { options: 'success' }
  },
})

function splitChange(text: string): [string, string | null] {
  const at = text.indexOf('=')
  return at < 0 ? [text, null] : [text.slice(0, at), text.slice(at + 1)]
}

function isRegistered({ wiki, caller }: ActionRun, name: string): boolean {
  const preference = preferenceNamed(wiki.site, caller, name)
  return preference !== null && preference.kind !== 'elsewhere'
}

type Gadgets = ReadonlyMap<string, Gadget>
type Change = readonly [name: string, value: string | null]

/** The changes that can be made; the others get a warning. Each is checked with those before it in place. */
function acceptedChanges(
  run: ActionRun,
  asked: ReadonlyMap<string, string | null>,
  own: Map<string, string | null>,
  gadgets: Gadgets,
): Change[] {
  const changes: Change[] = []
  for (const [name, wanted] of asked) {
    const gadget = gadgets.get(name)
    if (gadget && isAvailable(gadget, run.caller)) {
      // Like MediaWiki's toggles: empty and 0 are off.
      const on = wanted === null ? gadget.isDefault : wanted !== '' && wanted !== '0'
      changes.push([name, on === gadget.isDefault ? null : on ? '1' : '0'])
      continue
    }
    const objection = objectionToChange(run, name, wanted, own)
    if (objection) {
      const reason = { message: { key: objection.key as CatalogueKey, params: objection.params } }
      run.warn('options', apiMessage('apiwarn-validationfailed', [escapeWikitext(name), reason]))
      continue
    }
    const value = wanted !== null && name === 'timecorrection' ? timeCorrection(wanted, run.now) : wanted
    const stored = value === null || isDefault(run.wiki.site, name, value) ? null : value
    own.set(name, stored)
    changes.push([name, stored])
  }
  return changes
}

const LONGEST_KEY = 255
const LONGEST_VALUE = 65_530

function objectionToChange(
  { wiki, caller, language }: ActionRun,
  name: string,
  value: string | null,
  own: ReadonlyMap<string, string | null>,
): ApiMessage | null {
  if (name.startsWith(USER_SCRIPT_PREFIX)) {
    if (Buffer.byteLength(name) > LONGEST_KEY)
      return apiMessage('apiwarn-validationfailed-keytoolong', [num(LONGEST_KEY)])
    if (/[^a-zA-Z0-9_-]/.test(name)) return apiMessage('apiwarn-validationfailed-badchars')
  } else {
    const preference = preferenceNamed(wiki.site, caller, name)
    if (preference === null) return apiMessage('apiwarn-validationfailed-badpref')
    // Preferences stored elsewhere cannot be reset here either.
    if (value === null && preference.kind !== 'elsewhere') return null
    const objection = objectionTo(preference, value ?? '', wiki.site, language, own)
    if (objection) return objection
  }
  if (value !== null && Buffer.byteLength(value) > LONGEST_VALUE)
    return apiMessage('apiwarn-validationfailed-valuetoolong', [num(LONGEST_VALUE)])
  return null
}
