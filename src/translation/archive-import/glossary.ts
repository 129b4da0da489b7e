// Glossaries become components of their own, with a TBX file per language.

import path from 'node:path'
import { plannedLanguage } from '../catalogue/languages.ts'
import { FormatError, format } from '../formats/index.ts'
import type { Concept, Term } from '../formats/tbx/read-terms.ts'
import { inStep } from '../import-steps/in-step.ts'
import { ensureComponent, importLanguage } from './components.ts'
import type { Importing } from './context.ts'
import { readGlossary } from './glossary-file.ts'

const tbx = format('tbx')!

/** A concept with one term per language, by codes of languages here. */
interface Entry {
  readonly terms: ReadonlyMap<string, Term>
  readonly note: string
  readonly flags: readonly string[]
}

interface Named {
  readonly code: string
  readonly plural: { readonly count: number; readonly formula: string }
}

export async function importGlossary(importing: Importing, name: string): Promise<void> {
  const { zip, plan, steps } = importing
  const read = `glossary ${name}`
  const { code: source } = plan.sourceLanguage
  let concepts: Concept[]
  try {
    concepts = readGlossary(name, await zip.read(name), source)
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    if (!steps.isDone(read))
      await inStep(importing, read, async (_, tally) => tally.add('files', { skipped: `${name}: ${error.message}` }))
    return
  }
  const { languages, usable, skipped } = await sorted(importing, concepts)
  if (!steps.isDone(read))
    await inStep(importing, read, async (_, tally) => {
      for (const why of skipped) tally.add('strings', { skipped: `${name}: ${why}` })
    })
  const slug = slugOf(importing, name)
  const planned = { ...{ slug, name: nameOf(importing, name), format: tbx.id, filemask: `${slug}/*.tbx` } }
  const none = { template: '', templateStrings: 0, newBase: '', files: [] }
  await ensureComponent(importing, { ...planned, ...none }, null, true)
  for (const language of languages) {
    const own = usable.filter(({ terms }) => language.code === source || terms.has(language.code))
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
async function sorted({ services, plan }: Importing, concepts: readonly Concept[]) {
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
  const usable = new Map<string, Entry>()
  const skipped: string[] = []
  for (const concept of concepts) {
    const own = new Map<string, Term>()
    // A term to use goes before a forbidden one of the same concept.
    for (const term of concept.terms.toSorted((a, b) => Number(a.isForbidden) - Number(b.isForbidden))) {
      const language = await languageOf(term.language)
      if (language === null) skipped.push(`"${term.language.slice(0, 50)}" is not a language`)
      else if (own.has(language.code)) skipped.push('the concept has another term in this language')
      else {
        languages.set(language.code, language)
        own.set(language.code, term)
      }
    }
    const text = own.get(source.code)?.text
    if (text === undefined) skipped.push('the term has no text in the source language')
    else if (usable.has(text)) skipped.push('the glossary has the term twice')
    else {
      const entry = entryOf(concept, own, source.code)
      for (const [code] of own)
        if (!entry.terms.has(code)) skipped.push(`the term for ${code} is forbidden, those of other languages are not`)
      usable.set(text, entry)
    }
  }
  return { languages: [...languages.values()], usable: [...usable.values()], skipped }
}

/** Flags and notes belong to a string in all languages here, so notes on a translation name its language. */
function entryOf(concept: Concept, own: ReadonlyMap<string, Term>, source: string): Entry {
  const translations = [...own].filter(([code]) => code !== source)
  const isForbidden =
    own.get(source)!.isForbidden || (translations.length > 0 && translations.every(([, term]) => term.isForbidden))
  const notes = [...own].flatMap(([code, { note }]) =>
    note === '' ? [] : code === source ? [note] : [`${code}: ${note}`],
  )
  return {
    terms: isForbidden ? own : new Map([...own].filter(([, term]) => !term.isForbidden)),
    note: [...new Set([concept.note, ...notes])].filter(note => note !== '').join('\n'),
    flags: [...(isForbidden ? ['forbidden'] : []), ...(concept.isTranslatable ? [] : ['read-only'])],
  }
}

function contentOf(entries: readonly Entry[], { code: language, plural }: Named, sourceLanguage: string): Buffer {
  const empty = tbx.create({ language, plural, sourceLanguage })
  const add = entries.map(({ terms, note, flags }) => {
    const target = [language === sourceLanguage ? '' : (terms.get(language)?.text ?? '')]
    return { context: '', source: [terms.get(sourceLanguage)!.text], target, note, flags }
  })
  return Buffer.from(tbx.parse(empty, { language, plural }).serialize({ add }))
}
