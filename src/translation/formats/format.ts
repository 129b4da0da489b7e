// The one interface of all translation file formats. A reader turns bytes into units; writing goes the other way by
// splicing only what changed into the original text, so comments, order, wrapping and parts we do not know survive.

import type { PluralForms } from './plural.ts'

export interface FileFormat {
  readonly id: string
  readonly name: string
  // Without the dot, lower case, the usual one first. A file that has one of them is of this format, unless `recognises`
  // says no.
  readonly extensions: readonly string[]
  // For endings that several formats share: whether the content is of this one. Files have mistakes, so a look at what tells
  // the format from the others must do.
  recognises?(file: UnknownFile): boolean
  // A monolingual file holds one language: units are found by key, and their source text is in a template file.
  readonly monolingual: boolean
  // Of formats that hold both texts: beside a template they are read as files of one language.
  readonly takesTemplate?: boolean
  // Of formats that hold one language: where no file has the source texts, the keys are those.
  readonly keysAreSources?: boolean
  // Characters that no text of such a file can have, where there are some beside U+0000.
  readonly forbids?: RegExp
  // Keys are paths, so that one may stand where another goes on.
  readonly nests?: boolean
  // What such a file can say about a translation. A writer passes over states that its format does not know.
  readonly states: readonly ('fuzzy' | 'approved')[]
  // Check flags that hold for every unit of such a file.
  readonly flags: readonly string[]
  // Headers that say who changed such a file last, as "Name <address>", and when.
  revision?(translator: string, at: Date): Readonly<Record<string, string>>
  parse(bytes: Uint8Array, options?: ParseOptions): ParsedFile
  // The file of a language that has none yet. Bilingual: all units of the template, untranslated. Monolingual: no units,
  // because an empty value would be shown to users instead of the fallback language.
  create(options: CreateOptions): Uint8Array
}

export interface UnknownFile {
  readonly extension: string
  // What `look` finds in the content; formats that look in the same way look once.
  seen<T>(look: (bytes: Uint8Array) => T): T
}

export interface ParseOptions {
  readonly maxBytes?: number | undefined
  // Reading stops at the first unit beyond it.
  readonly maxUnits?: number | undefined
  // The language of the targets, for formats that name plural categories.
  readonly language?: string | undefined
  readonly plural?: PluralForms | undefined
  // The file of the source language: shows how to lay out a file that has no units yet, and what is a plural.
  readonly template?: ParsedFile | undefined
  // Formats that take a template: the file is that template, or holds one language beside it. Units then have a key, and
  // no source.
  readonly byKey?: 'template' | 'translation' | undefined
  // Overrides what the file itself shows. The names of the Encoding Standard, and "iso-8859-1" taken literally.
  readonly encoding?: string | undefined
  // Width at which new long lines are wrapped, 0 for line breaks of the text only, -1 for none at all; without it the
  // file's own habit is followed.
  readonly wrap?: number | undefined
}

export interface CreateOptions {
  readonly language: string
  readonly sourceLanguage?: string | undefined
  readonly plural?: PluralForms | undefined
  readonly template?: Uint8Array | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly maxBytes?: number | undefined
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
  // The key, or what tells equal sources apart.
  readonly context: string
  // One element per plural form. Empty in a monolingual file read without its template.
  readonly source: readonly string[]
  readonly target: readonly string[]
  readonly fuzzy: boolean
  readonly approved: boolean
  readonly obsolete: boolean
  readonly readonly: boolean
  // The file has the same unit elsewhere, and that one counts.
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
  // Taken from the context (and source) when absent.
  readonly id?: string | undefined
  readonly context: string
  readonly source: readonly string[]
  readonly target: readonly string[]
  readonly fuzzy?: boolean | undefined
  readonly approved?: boolean | undefined
  readonly note?: string | undefined
  readonly location?: string | undefined
  readonly flags?: readonly string[] | undefined
  // Written with plural forms even if only one is given (languages with a single form).
  readonly plural?: boolean | undefined
  // Id of the unit to stand behind: null for the first place, absent for the last.
  readonly after?: string | null | undefined
}

export interface Layout {
  readonly newline: string
  readonly indent?: string | undefined
  // Ids of the units that have plural forms.
  readonly plurals?: ReadonlySet<string> | undefined
  // Ids of the units whose text holds mark-up of the file format itself.
  readonly markup?: ReadonlySet<string> | undefined
  // XML: the document type declaration, and the entities that texts may refer to because of it.
  readonly declared?: { readonly doctype: string; readonly entities: ReadonlySet<string> } | undefined
}

export const defaultMaxBytes = 50 * 1024 * 1024
/** Strings of one file. Nobody translates more of them, and everything that looks at all of them takes too long. */
export const defaultMaxUnits = 200_000
