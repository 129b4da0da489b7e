/** A string in the editor's list. */
export interface Row {
  readonly id: number
  readonly position: number
  readonly source: readonly string[]
  readonly target: readonly string[]
  readonly state: number
  readonly has_failing_check: boolean
  readonly has_suggestion: boolean
  readonly has_comment: boolean
  readonly num_plurals: number
  readonly context: string
}

export interface Person {
  readonly username: string
  readonly full_name: string
}

export interface Tongue {
  readonly code: string
  readonly name: string
  readonly direction: 'ltr' | 'rtl'
}

export interface Check {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly enforced: boolean
  readonly dismissed?: boolean
}

export interface SuggestionItem {
  readonly id: number
  readonly target: readonly string[]
  readonly user: Person | null
  readonly timestamp: string
  readonly votes: number
  readonly own_vote: number
  readonly is_own: boolean
}

export interface CommentItem {
  readonly id: number
  readonly comment: string
  readonly user: Person | null
  readonly timestamp: string
  readonly resolved: boolean
  readonly scope: 'translation' | 'source'
  readonly is_own: boolean
}

export interface MemoryItem {
  readonly source: string
  readonly target: string
  readonly quality: number
  readonly origin: string
}

export interface MachineItem {
  readonly service: string
  readonly name?: string
  /** Why a service returned nothing. */
  readonly error?: string | null
  readonly text: readonly string[]
  readonly quality: number
}

export interface Term {
  readonly source: string
  readonly target: string
  readonly forbidden: boolean
  readonly read_only: boolean
  readonly explanation: string
  /** The term that this one is a variant of. */
  readonly variant: string
  readonly color: string
}

export interface Event {
  readonly id: number
  readonly action: number
  readonly action_name: string
  readonly user: Person | null
  readonly timestamp: string
  readonly old: readonly string[]
  readonly target: readonly string[]
}

export interface LabelItem {
  readonly id: number
  readonly name: string
  readonly color: string
}

export interface May {
  readonly translate: boolean
  readonly suggest: boolean
  readonly review: boolean
  readonly accept: boolean
  readonly vote: boolean
  readonly comment: boolean
  readonly edit_flags: boolean
  readonly edit_labels: boolean
  readonly delete_suggestion: boolean
  readonly resolve_comment: boolean
  readonly upload_screenshot: boolean
  readonly dismiss_check: boolean
  readonly bulk_edit: boolean
  readonly machinery: boolean
}

/** A string (unit) of the REST API. */
export interface Unit {
  readonly id: number
  readonly position: number
  readonly source: readonly string[]
  readonly target: readonly string[]
  readonly state: number
  readonly has_failing_check: boolean
  readonly has_suggestion: boolean
  readonly has_comment: boolean
  readonly previous_source: string
  readonly location: string
  readonly context: string
  readonly note: string
  readonly flags: string
  readonly extra_flags: string
  readonly explanation: string
  readonly labels: readonly LabelItem[]
  readonly last_updated: string
  readonly source_unit: string
}

/** Response of `/api/units/{id}/everything/`. */
export interface Work {
  readonly unit: Unit
  readonly places: readonly { readonly text: string; readonly url: string | null }[]
  readonly version: string
  readonly plural: {
    readonly forms: readonly { readonly index: number; readonly name: string; readonly examples: string }[]
  }
  readonly placeables: readonly string[]
  /** One list per source form. */
  readonly highlights: readonly (readonly { readonly start: number; readonly end: number }[])[]
  readonly max_length: number | null
  /** From the profile of the user. */
  readonly characters: readonly string[]
  readonly checks: readonly Check[]
  readonly suggestions: readonly SuggestionItem[]
  readonly comments: readonly CommentItem[]
  readonly nearby: readonly Pick<Row, 'id' | 'position' | 'source' | 'target' | 'state'>[]
  readonly variants: readonly (Pick<Row, 'id' | 'position' | 'source' | 'target' | 'state'> & {
    readonly context: string
  })[]
  readonly other_languages: readonly {
    readonly id: number
    readonly language: Tongue
    readonly target: readonly string[]
    readonly state: number
    readonly secondary: boolean
  }[]
  readonly glossary: readonly Term[]
  readonly memory: readonly MemoryItem[]
  readonly history: readonly Event[]
  readonly screenshots: readonly { readonly id: number; readonly name: string; readonly file_url: string }[]
  readonly may: May
}

export interface Totals {
  readonly total: number
  readonly translated: number
  readonly approved: number
  readonly fuzzy: number
  readonly readonly: number
}

/** Initial data of the editor, embedded in the page. */
export interface Props {
  /** API URL of the translation, with a trailing slash. */
  readonly api: string
  readonly project: { readonly name: string; readonly slug: string; readonly address: string }
  readonly component: { readonly name: string; readonly path: string; readonly address: string }
  readonly language: Tongue & { readonly address: string }
  readonly sourceLanguage: Tongue
  readonly totals: Totals
  readonly q: string
  readonly unit: number | null
  readonly may: May
  readonly locked: boolean
  /** May save searches for everyone in the project. */
  readonly maySetFilters: boolean
  readonly isSource: boolean
  readonly login: string
  /** The same strings in the other view: zen mode, or the editor for one string. */
  readonly otherView: { readonly address: string; readonly isZen: boolean }
}

export const STATE = { empty: 0, needsEditing: 10, translated: 20, approved: 30, readOnly: 100 } as const

/** BCP 47 tags use hyphens. */
export const tag = ({ code }: { readonly code: string }): string => code.replaceAll('_', '-').replaceAll('@', '-')
