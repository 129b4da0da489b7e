import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const LOCALES = path.join(import.meta.dirname, 'locales')

let languages: readonly string[] | undefined

/** Languages that ship with email texts, as codes of the platform (`pt_BR`). */
export const shippedLanguages = (): readonly string[] => {
  languages ??= readdirSync(LOCALES).flatMap(name => /^(\w+)\.json$/.exec(name)?.[1] ?? [])
  return languages
}

/**
 * The email texts of a language as a PO file, which translators download. `locales` has one line per text instead of
 * four: English and its translation, or a list of plural forms. The text '' has the plural rule, as in PO files.
 */
export function shippedFile(language: string): Buffer {
  const file = readFileSync(path.join(LOCALES, `${language}.json`), 'utf8')
  const { '': plural, ...texts } = JSON.parse(file) as Record<string, string | string[]>
  const header = [
    '# Texts of notification emails.',
    'msgid ""',
    'msgstr ""',
    `"Language: ${language}\\n"`,
    '"MIME-Version: 1.0\\n"',
    '"Content-Type: text/plain; charset=UTF-8\\n"',
    '"Content-Transfer-Encoding: 8bit\\n"',
    `"Plural-Forms: ${plural}\\n"`,
  ]
  const entries = Object.entries(texts).map(([source, target]) => entry(JSON.stringify(source), target))
  return Buffer.from([header, ...entries].map(lines => `${lines.join('\n')}\n`).join('\n'))
}

/** PO files quote texts as JSON does. */
const entry = (source: string, target: string | string[]): string[] =>
  typeof target === 'string'
    ? [`msgid ${source}`, `msgstr ${JSON.stringify(target)}`]
    : [`msgid ${source}`, `msgid_plural ${source}`, ...target.map((form, i) => `msgstr[${i}] ${JSON.stringify(form)}`)]
