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
  const variables = new Set(examples.flatMap(({ address }) => [...address.matchAll(VARIABLE)].map(([, name]) => name!)))
  const first = async <T>(path: string): Promise<T | undefined> => {
    const reply = await asker.ask<{ results: T[] }>(caller, 'GET', path, { query: { page_size: '1' } })
    return reply.ok ? reply.body.results[0] : undefined
  }
  const values: Record<string, string> = {}
  const put = (name: string, value: string | number | undefined): void => {
    if (value !== undefined) values[name] = String(value)
  }
  if (variables.has('project') || variables.has('component')) {
    const component = await first<Component>('/components/')
    put('project', component?.project.slug)
    put('component', component?.slug)
    if (component && variables.has('language')) {
      const { slug, project } = component
      const at = `/components/${encodeURIComponent(project.slug)}/${encodeURIComponent(slug)}/translations/`
      put('language', (await first<{ language: { code: string } }>(at))?.language.code)
    }
  }
  if (variables.has('unit')) put('unit', (await first<{ id: number }>('/units/'))?.id)
  if (variables.has('code')) put('code', values.language ?? 'de')
  if (variables.has('username')) put('username', reader.name ?? undefined)
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
  const filledIn = Object.entries(match.params).filter(([, value]) => value !== OPEN)
  return sandboxOfRest({
    operation: operationId(match.resource, method as Method),
    path: Object.fromEntries(filledIn),
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
  const filledAddress = filled(address, values)
  const isWhole = !filledAddress.match(VARIABLE)
  const sandbox = sandboxOf(method, filledAddress)
  const run =
    method === 'GET' &&
    isWhole &&
    html`<a class="button" href="${forPeople(filledAddress)}" data-run="${forScripts(filledAddress)}">${t('docs.run')}</a>`
  return html`<div class="example" role="group" aria-label="${t('docs.example')}">
    <pre dir="ltr" lang="en"><code><b>${method}</b> ${filledAddress}</code></pre>
    <p class="buttons" lang="${language}" dir="${direction}">
      ${run}
      ${
        sandbox !== null && html`<a class="button plain" href="${sandbox}" rel="nofollow">${t('docs.open_sandbox')}</a>`
      }
    </p>
  </div>`
}
