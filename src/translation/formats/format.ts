// The interface of all translation file formats. A reader turns bytes into units; a writer splices only the changes into
// the original text, so comments, order, wrapping and unknown parts survive.

import type { FileParams } from './file-params.ts'
import type { PluralForms } from './plural.ts'

export interface FileFormat {
  readonly id: string
  readonly name: string
  // Lower case, without the dot, the default first. A file with one of them has this format, unless `recognises` returns
  // false.
  readonly extensions: readonly string[]
  // For extensions that several formats share: whether the content has this format. Files may contain mistakes, so this
  // only checks what distinguishes the format from the others.
  recognises?(file: UnknownFile): boolean
  // A monolingual file contains one language: units have keys, and their source text is in a template file.
  readonly monolingual: boolean
  // For bilingual formats: with a template, files are read as monolingual.
  readonly takesTemplate?: boolean
  // For monolingual formats: without a template, the keys are the source texts.
  readonly keysAreSources?: boolean
  // Characters besides U+0000 that the format cannot represent.
  readonly forbids?: RegExp
  // Why the format cannot represent a text, as a sentence; undefined if it can. For formats with a grammar of their own.
  refuses?(text: string): string | undefined
  // Units cannot be added or removed: a translation has the structure of its template.
  readonly fixed?: boolean
  // A document, such as a page of HTML: a translation is the template with other texts, so it is read with the template.
  readonly document?: boolean
  // Keys or texts have a grammar, so strings of other formats cannot be converted to this one.
  readonly restricted?: boolean
  // Keys are paths, so one key may be a prefix of another.
  readonly nests?: boolean
  // States the format supports. Writers ignore others.
  readonly states: readonly ('fuzzy' | 'approved')[]
  // Check flags of every unit.
  readonly flags: readonly string[]
  // Headers for the last translator, as "Name <address>", and the revision date.
  revision?(translator: string, at: Date): Readonly<Record<string, string>>
  parse(bytes: Uint8Array, options?: ParseOptions): ParsedFile
  // Creates the file of a new language. Bilingual: all units of the template, untranslated. Monolingual: no units, because
  // an empty value would be shown to users instead of the fallback language.
  create(options: CreateOptions): Uint8Array
}

export interface UnknownFile {
  readonly extension: string
  readonly path: string
  // The result of `look`, cached across formats that use the same function.
  seen<T>(look: (bytes: Uint8Array) => T): T
}

export interface ParseOptions {
  readonly maxBytes?: number | undefined
  // Reading stops at the first unit beyond it.
  readonly maxUnits?: number | undefined
  // The language of the targets, for formats that name plural categories.
  readonly language?: string | undefined
  readonly plural?: PluralForms | undefined
  // The file of the source language, which determines the layout of a file without units and which units are plural.
  readonly template?: ParsedFile | undefined
  // For formats with `takesTemplate`: the file is the template, or a translation beside it. Units then have a key and no
  // source.
  readonly byKey?: 'template' | 'translation' | undefined
  // Overrides the detected encoding. Names of the Encoding Standard, except that "iso-8859-1" is taken literally.
  readonly encoding?: string | undefined
  // Width for wrapping new lines, 0 to wrap at line breaks of the text only, -1 to never wrap; by default the file's own
  // style is followed.
  readonly wrap?: number | undefined
  readonly params?: FileParams | undefined
}

export interface CreateOptions {
  readonly language: string
  readonly sourceLanguage?: string | undefined
  readonly plural?: PluralForms | undefined
  readonly template?: Uint8Array | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly maxBytes?: number | undefined
  readonly params?: FileParams | undefined
}

export interface ParsedFile {
  readonly format: string
  readonly units: readonly FileUnit[]
  readonly headers: ReadonlyMap<string, string>
  readonly plural: PluralForms | undefined
  readonly language: string | undefined
  readonly sourceLanguage: string | undefined
  readonly layout: Layout
  serialize(changes?: FileChanges): Uint8Array
}

export interface FileUnit {
  // Unique and stable within the file.
  readonly id: string
  // The key, or the context that distinguishes equal sources.
  readonly context: string
  // One element per plural form. Empty in a monolingual file read without its template.
  readonly source: readonly string[]
  readonly target: readonly string[]
  readonly fuzzy: boolean
  readonly approved: boolean
  readonly obsolete: boolean
  readonly readonly: boolean
  // The file contains the same unit elsewhere, and that one is used.
  readonly duplicate: boolean
  readonly previousSource: readonly string[]
  readonly note: string
  readonly location: string
  readonly flags: readonly string[]
  readonly position: number
  readonly line: number
}

export interface FileChanges {
  readonly update?: readonly UnitChange[] | undefined
  readonly add?: readonly NewUnit[] | undefined
  readonly remove?: readonly string[] | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
}

export interface UnitChange {
  readonly id: string
  readonly target?: readonly string[] | undefined
  readonly fuzzy?: boolean | undefined
  readonly approved?: boolean | undefined
}

export interface NewUnit {
  // Derived from the context (and source) when absent.
  readonly id?: string | undefined
  readonly context: string
  readonly source: readonly string[]
  readonly target: readonly string[]
  readonly fuzzy?: boolean | undefined
  readonly approved?: boolean | undefined
  readonly note?: string | undefined
  readonly location?: string | undefined
  readonly flags?: readonly string[] | undefined
  // Written as a plural even with a single form, for languages with only one form.
  readonly plural?: boolean | undefined
  // Id of the unit to insert after: null for the first position, absent for the last.
  readonly after?: string | null | undefined
}

export interface Layout {
  readonly newline: string
  readonly indent?: string | undefined
  // Ids of plural units.
  readonly plurals?: ReadonlySet<string> | undefined
  // Ids of units whose text contains mark-up of the file format.
  readonly markup?: ReadonlySet<string> | undefined
  // The template of a document.
  readonly document?: Uint8Array | undefined
  // XML: the document type declaration and the entities it declares.
  readonly declared?: { readonly doctype: string; readonly entities: ReadonlySet<string> } | undefined
}

export const defaultMaxBytes = 50 * 1024 * 1024
/** Limit on strings per file, since operations on all strings would take too long. */
export const defaultMaxUnits = 200_000
