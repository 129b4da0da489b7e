import { type Html, html } from '#html/html.ts'
import { sandboxOfAction, sandboxOfRest } from '#html/sandbox.ts'
import type { Asker } from '#translation/api/ask.ts'
import { operationId } from '#translation/api/openapi/document.ts'
import type { Method } from '#translation/api/resource.ts'
import { rest } from '#translation/api/resources/index.ts'
import { Router } from '#translation/api/router.ts'
import type { Visit } from '../send-page.ts'
import type { Example } from './markdown.ts'

/** Values for the variables in example URLs: objects on this site that the reader can see. */
export type Values = Readonly<Record<string, string>>

const VARIABLE = /\{(\w+)\}/g

interface Component {
  readonly slug: string
  readonly project: { readonly slug: string }
}

/** Finds values for the variables of these examples. */
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

/** Scripts get JSON; a browser that follows the link gets a readable page. */
const isAction = (address: string): boolean => address.startsWith('/w/api.php?')
const forPeople = (address: string): string =>
  isAction(address) && !/[?&]format=/.test(address) ? `${address}&format=jsonfm&formatversion=2` : address
const forScripts = (address: string): string =>
  isAction(address) && !/[?&]format=/.test(address) ? `${address}&format=json&formatversion=2` : address

const router = new Router(rest)

/** Sandbox URL of a request; null if it belongs to neither API. */
function sandboxOf(method: string, address: string): string | null {
  const [path = '', search = ''] = address.split('?')
  if (path === '/w/api.php') return sandboxOfAction(search)
  // Unknown variables get a placeholder, so that the route is still found.
  const match = router.find(path.slice('/api'.length).replaceAll(/\{\w+\}/g, OPEN))
  if (match === null) return null
  const known = Object.entries(match.params).filter(([, value]) => value !== OPEN)
  return sandboxOfRest({
    operation: operationId(match.resource, method as Method),
    path: Object.fromEntries(known),
    query: new URLSearchParams(search),
  })
}

/** Placeholder that matches both name and number patterns. */
const OPEN = '00000000'

/** An example with its buttons: Run for read requests, and a sandbox link for all. */
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
  return html`<div class="example" role="group" aria-label="${t('docs.example')}">
    <pre dir="ltr" lang="en"><code><b>${method}</b> ${meant}</code></pre>
    <p class="buttons" lang="${language}" dir="${direction}">
      ${run}
      ${
        sandbox !== null && html`<a class="button plain" href="${sandbox}" rel="nofollow">${t('docs.open_sandbox')}</a>`
      }
    </p>
  </div>`
}
