// Glossaries become components of their own, with a TBX file per language.

import path from 'node:path'
import { plannedLanguage } from '../catalogue/languages.ts'
import { FormatError, format } from '../formats/index.ts'
import { inStep } from '../import-steps/in-step.ts'
import { ensureComponent, importLanguage } from './components.ts'
import type { Importing } from './context.ts'
import { readGlossary, type Term } from './glossary-file.ts'

const tbx = format('tbx')!

interface Named {
  readonly code: string
  readonly plural: { readonly count: number; readonly formula: string }
}

export async function importGlossary(importing: Importing, name: string): Promise<void> {
  const { zip, plan, steps } = importing
  const read = `glossary ${name}`
  const { code: source } = plan.sourceLanguage
  let terms: Term[]
  try {
    terms = readGlossary(name, await zip.read(name), source)
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    if (!steps.isDone(read))
      await inStep(importing, read, async (_, tally) => tally.add('files', { skipped: `${name}: ${error.message}` }))
    return
  }
  const { languages, usable, skipped } = await sorted(importing, terms)
  if (!steps.isDone(read))
    await inStep(importing, read, async (_, tally) => {
      for (const why of skipped) tally.add('strings', { skipped: `${name}: ${why}` })
    })
  const slug = slugOf(importing, name)
  const planned = { ...{ slug, name: nameOf(importing, name), format: tbx.id, filemask: `${slug}/*.tbx` } }
  const none = { template: '', templateStrings: 0, newBase: '', files: [] }
  await ensureComponent(importing, { ...planned, ...none }, null, true)
  for (const language of languages) {
    const own = usable.filter(({ texts }) => language.code === source || texts.has(language.code))
    const content = contentOf(own, language, source)
    const file = { path: name, code: language.code, language: language.code, strings: own.length, missing: 0 }
    await importLanguage(importing, slug, { ...file, content, isTemplate: false })
  }
}

/** With one glossary the project has the usual name for it. */
const nameOf = ({ plan }: Importing, name: string): string =>
  plan.glossaries.length === 1 ? 'Glossary' : path.posix.basename(name).slice(0, 100)

const slugOf = ({ plan }: Importing, name: string): string =>
  plan.glossaries.length === 1 ? 'glossary' : `glossary-${plan.glossaries.indexOf(name) + 1}`

/** Terms by codes of languages here, the source language first. */
async function sorted({ services, plan }: Importing, terms: readonly Term[]) {
  const source = plan.sourceLanguage
  const named = new Map<string, Named | null>()
  const languageOf = async (code: string): Promise<Named | null> => {
    const known = named.get(code)
    if (known !== undefined) return known
    const row = await plannedLanguage(services.store.read, code)
    const found = row && { code: row.code, plural: { count: row.plural_number, formula: row.plural_formula } }
    named.set(code, found)
    return found
  }
  const languages = new Map<string, Named>()
  await languageOf(source.code)
  languages.set(source.code, named.get(source.code)!)
  const usable = new Map<string, Term>()
  const skipped: string[] = []
  for (const { texts, note } of terms) {
    const own = new Map<string, string>()
    for (const [code, text] of texts) {
      const language = await languageOf(code)
      if (language === null) skipped.push(`"${code.slice(0, 50)}" is not a language`)
      else {
        languages.set(language.code, language)
        own.set(language.code, text)
      }
    }
    const term = own.get(source.code)
    if (term === undefined) skipped.push('the term has no text in the source language')
    else if (usable.has(term)) skipped.push('the glossary has the term twice')
    else usable.set(term, { texts: own, note })
  }
  return { languages: [...languages.values()], usable: [...usable.values()], skipped }
}

function contentOf(terms: readonly Term[], { code: language, plural }: Named, sourceLanguage: string): Buffer {
  const empty = tbx.create({ language, plural, sourceLanguage })
  const add = terms.map(({ texts, note }) => ({
    ...{ context: '', source: [texts.get(sourceLanguage)!], note },
    target: [language === sourceLanguage ? '' : (texts.get(language) ?? '')],
  }))
  return Buffer.from(tbx.parse(empty, { language, plural }).serialize({ add }))
}
