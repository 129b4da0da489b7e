import type { Caller } from '#accounts/caller.ts'
import type { PageName } from '../content/pages.ts'
import { preSaveTransform } from '../content/pre-save.ts'
import type { TextWork } from '../content/text-work/text-work.ts'
import { fail, messageParam, plaintext } from '../messages/message.ts'
import type { Site } from '../site/site.ts'
import { prefixedDbKey } from '../site/title-format.ts'
import type { Wiki } from '../wiki.ts'
import { MODULE_MODEL } from '../wikitext/module-documentation.ts'
import { tidyJson } from './json-content.ts'

/** Content models with pre-save transforms: signatures and substitutions. */
const TRANSFORMED: ReadonlySet<string> = new Set(['wikitext', 'css', 'javascript'])

export const withPlainLineEnds = (text: string): string => text.replace(/\r\n?/g, '\n')

/** The text as it is stored: signed, substituted and normalized. */
export async function prepareText(
  wiki: Wiki,
  caller: Caller,
  now: number,
  page: PageName,
  source: string,
  model: string,
  work: TextWork,
): Promise<string> {
  const text = withPlainLineEnds(source)
  if (model === 'json') {
    const tidied = tidyJson(text)
    return 'text' in tidied ? tidied.text : fail('invalid-json-data', [messageParam(tidied.fault)])
  }
  if (model === MODULE_MODEL) await checkModule(wiki.site, page, text, work)
  if (TRANSFORMED.has(model)) return preSaveTransform(wiki, caller, now, page, text, work)
  return text.trimEnd()
}

/** Rejects modules with syntax errors, as Scribunto does. */
async function checkModule(site: Site, { ns, title }: PageName, text: string, work: TextWork): Promise<void> {
  const fault = await work.run('check-module', { name: prefixedDbKey(site, ns, title), text })
  if (fault === null) return
  const { line, message } = fault
  if (line === null) fail('scribunto-lua-error', ['', plaintext(message)])
  fail('scribunto-lua-error-location', [messageParam('scribunto-line', [line]), plaintext(message)])
}

/** Default maximum page size in bytes. */
const USUAL_MAXIMUM = 2048 * 1024

export function checkSize({ info }: Site, text: string): void {
  const most = Number(info.general.maxarticlesize ?? USUAL_MAXIMUM)
  if (Buffer.byteLength(text) > most) fail('apierror-contenttoobig', [Math.floor(most / 1024)])
}
