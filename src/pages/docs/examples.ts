import { type Html, html } from '#html/html.ts'
import { sandboxOfAction, sandboxOfRest } from '#html/sandbox.ts'
import type { Asker } from '#translation/api/ask.ts'
import { operationId } from '#translation/api/openapi/document.ts'
import type { Method } from '#translation/api/resource.ts'
import { rest } from '#translation/api/resources/index.ts'
import { Router } from '#translation/api/router.ts'
import type { Visit } from '../send-page.ts'
import type { Example } from './markdown.ts'

/** What stands in for the variables of addresses: things that are here and that the reader may see. */
export type Values = Readonly<Record<string, string>>

const VARIABLE = /\{(\w+)\}/g

interface Component {
  readonly slug: string
  readonly project: { readonly slug: string }
}

/** Looks for what the variables of some examples can mean here. */
export async function valuesFor(
  asker: Asker,
  { caller, reader }: Visit,
  examples: readonly Example[],
): Promise<Values> {
  const wanted = new Set(examples.flatMap(({ address }) => [...address.matchAll(VARIABLE)].map(([, name]) => name!)))
  const first = async <T>(path: string): Promise<T | undefined> => {
    const reply = await asker.ask<{ results: T[] }>(caller, 'GET', path, { query: { page_size: '1' } })
    return reply.ok ? reply.body.results[0] : undefined
  }
  const values: Record<string, string> = {}
  const put = (name: string, value: string | number | undefined): void => {
    if (value !== undefined) values[name] = String(value)
  }
  if (wanted.has('project') || wanted.has('component')) {
    const found = await first<Component>('/components/')
    put('project', found?.project.slug)
    put('component', found?.slug)
    if (found && wanted.has('language')) {
      const { slug, project } = found
      const at = `/components/${encodeURIComponent(project.slug)}/${encodeURIComponent(slug)}/translations/`
      put('language', (await first<{ language: { code: string } }>(at))?.language.code)
    }
  }
  if (wanted.has('unit')) put('unit', (await first<{ id: number }>('/units/'))?.id)
  if (wanted.has('code')) put('code', values.language ?? 'de')
  if (wanted.has('username')) put('username', reader.name ?? undefined)
  return values
}

const filled = (address: string, values: Values): string =>
  address.replace(VARIABLE, (whole, name: string) => {
    const value = values[name]
    return value === undefined ? whole : encodeURIComponent(value)
  })

/** For programs the answer is JSON; a browser that just follows the link gets a page to read. */
const isAction = (address: string): boolean => address.startsWith('/w/api.php?')
const forPeople = (address: string): string =>
  isAction(address) && !/[?&]format=/.test(address) ? `${address}&format=jsonfm&formatversion=2` : address
const forScripts = (address: string): string =>
  isAction(address) && !/[?&]format=/.test(address) ? `${address}&format=json&formatversion=2` : address

const router = new Router(rest)

/** Where the sandbox has this request; null when it is none of either API. */
function sandboxOf(method: string, address: string): string | null {
  const [path = '', search = ''] = address.split('?')
  if (path === '/w/api.php') return sandboxOfAction(search)
  // A variable with nothing to stand for has the form of a name, so that an address is found with it too.
  const match = router.find(path.slice('/api'.length).replaceAll(/\{\w+\}/g, OPEN))
  if (match === null) return null
  const known = Object.entries(match.params).filter(([, value]) => value !== OPEN)
  return sandboxOfRest({
    operation: operationId(match.resource, method as Method),
    path: Object.fromEntries(known),
    query: new URLSearchParams(search),
  })
}

/** A word and a number at once: patterns of both kinds take it. */
const OPEN = '00000000'

/** A request with the ways to try it: right here when it only reads, in the sandbox whatever it does. */
export function exampleBox(
  { method, address }: Example,
  values: Values,
  { t, language, direction }: Visit['reader'],
): Html {
  const meant = filled(address, values)
  const isWhole = !meant.match(VARIABLE)
  const sandbox = sandboxOf(method, meant)
  const run =
    method === 'GET' &&
    isWhole &&
    html`<a class="button" href="${forPeople(meant)}" data-run="${forScripts(meant)}">${t('docs.run')}</a>`
  return html`<div class="example" role="group" aria-label="${t('docs.example')}"><pre dir="ltr" lang="en"><code><b>${method}</b> ${meant}</code></pre><p class="buttons" lang="${language}" dir="${direction}">${run}${sandbox !== null && html`<a class="button plain" href="${sandbox}" rel="nofollow">${t('docs.open_sandbox')}</a>`}</p></div>`
}
