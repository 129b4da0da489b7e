// Gadgets of MediaWiki:Gadgets-definition. Only style sheets are loaded: scripts from pages never run.

import type { Caller } from '#accounts/caller.ts'
import { NS } from '../site/namespaces.ts'
import type { Wiki } from '../wiki.ts'
import { pageTexts } from './page-texts.ts'
import { pagesByName } from './pages.ts'

export interface Gadget {
  readonly name: string
  /** Message key of its section; empty before the first heading. */
  readonly section: string
  /** Titles in the MediaWiki namespace. */
  readonly styles: readonly string[]
  /** Titles of scripts and data. A gadget that has some is not loaded. */
  readonly scripts: readonly string[]
  readonly isDefault: boolean
  /** Not offered as a preference. */
  readonly isHidden: boolean
  /** All of these are required. */
  readonly rights: readonly string[]
  /** Pages that it applies to; empty for all. */
  readonly namespaces: readonly number[]
  readonly actions: readonly string[]
}

const DEFINITION = 'Gadgets-definition'
const MOST = 500
const LONGEST = 200_000
const LONGEST_LINE = 10_000

/** Prefix of the preference that switches a gadget. */
export const GADGET_PREFIX = 'gadget-'

/** Reads definitions such as `* name[ResourceLoader|default]|name.css`. */
export function parseGadgets(text: string): Gadget[] {
  const gadgets = new Map<string, Gadget>()
  let section = ''
  for (const line of text
    .slice(0, LONGEST)
    .replace(/<!--[\s\S]*?(?:-->|$)/g, '')
    .split('\n')) {
    const heading = line.startsWith('==') ? headingIn(line) : ''
    if (heading !== '') section = heading
    else {
      const gadget = gadgetIn(line, section)
      if (gadget && gadgets.size < MOST) gadgets.set(gadget.name, gadget)
    }
  }
  return [...gadgets.values()]
}

function headingIn(line: string): string {
  const name = line.split('=').find(part => part.trim() !== '') ?? ''
  return /^[^*:\s|]+$/.test(name.trim()) && line.trimEnd().endsWith('==') ? name.trim() : ''
}

const NAME = /^[a-zA-Z][-_:.\w ]*$/

function gadgetIn(line: string, section: string): Gadget | null {
  if (!line.startsWith('*') || line.length > LONGEST_LINE) return null
  const bracket = line.indexOf('[')
  const bar = line.indexOf('|')
  const hasOptions = bracket >= 0 && bracket < bar
  const close = hasOptions ? line.indexOf(']', bracket) : -1
  if (bar < 0 || (hasOptions && close < 0)) return null
  const name = line
    .slice(0, hasOptions ? bracket : bar)
    .replace(/^\*+/, '')
    .trim()
  if (!NAME.test(name)) return null
  const options = hasOptions ? line.slice(bracket + 1, close) : ''
  const listed = hasOptions ? line.slice(close + 1) : line.slice(bar)
  if (!listed.trimStart().startsWith('|')) return null
  const given = new Map(
    options.split('|').map(option => {
      const [key = '', ...value] = option.split('=')
      return [key.trim(), value.join('=')] as const
    }),
  )
  const valuesOf = (key: string): string[] =>
    (given.get(key) ?? '')
      .split(',')
      .map(value => value.trim())
      .filter(value => value !== '')
  const pages = listed
    .split('|')
    .map(page => page.trim())
    .filter(page => page !== '')
    .map(page => `Gadget-${page.replaceAll(' ', '_')}`)
  return {
    name: name.replaceAll(' ', '_'),
    section,
    styles: pages.filter(page => page.endsWith('.css')),
    scripts: pages.filter(page => !page.endsWith('.css')),
    isDefault: given.has('default'),
    isHidden: given.has('hidden'),
    rights: valuesOf('rights'),
    namespaces: valuesOf('namespaces').map(Number).filter(Number.isInteger),
    actions: valuesOf('actions'),
  }
}

/** Whether the wiki loads it. */
export const isLoaded = ({ styles, scripts }: Gadget): boolean => scripts.length === 0 && styles.length > 0

export const isAvailable = ({ rights }: Gadget, caller: Caller): boolean => rights.every(right => caller.can(right))

/** Whether it is on for a user with these options. */
export function isOn({ name, isDefault }: Gadget, options: ReadonlyMap<string, string | null>): boolean {
  const own = options.get(`${GADGET_PREFIX}${name}`)
  return own === undefined || own === null ? isDefault : own !== '' && own !== '0'
}

const cache = new WeakMap<Wiki, { readonly revision: number; readonly gadgets: readonly Gadget[] }>()

/** The gadgets of the wiki, in their order. */
export async function gadgetsOf(wiki: Wiki): Promise<readonly Gadget[]> {
  const [page] = await pagesByName(wiki.db, [{ ns: NS.mediawiki, title: DEFINITION }])
  if (!page) return []
  const known = cache.get(wiki)
  if (known?.revision === page.latest_rev) return known.gadgets
  const texts = await pageTexts(wiki, NS.mediawiki, [DEFINITION])
  const gadgets = parseGadgets(texts.get(DEFINITION) ?? '')
  cache.set(wiki, { revision: page.latest_rev, gadgets })
  return gadgets
}
