import type { Reader } from '#store/store.ts'
import type { ComponentParts } from '../../catalogue/components.ts'
import type { ExportedTranslation } from '../../catalogue/export-file.ts'
import type { Variables } from '../commit-message.ts'

/** What an add-on sees of a component when it writes files. */
export interface AddonFilesContext {
  readonly db: Reader
  readonly parts: ComponentParts
  readonly settings: Readonly<Record<string, unknown>>
  /** Paths of all files in the newest commit. */
  readonly paths: readonly string[]
  /** The content of a file in the newest commit; null if there is none. */
  readonly read: (path: string) => Promise<Buffer | null>
  /** Languages that have a file in the newest commit. */
  readonly translations: readonly ExportedTranslation[]
  readonly variables: (place: ExportedTranslation) => Variables
  readonly signal: AbortSignal | undefined
}

/** Changed files by path; null removes a file. */
export type FileChanges = Map<string, Uint8Array | null>

/** An add-on that writes files of the repository. What it writes follows from the newest commit and the database, so that
 * it can be written again after a rebase. */
export interface AddonFiles {
  readonly name: string
  readonly label: string
  /** Why a component cannot use it; null if it can. */
  readonly refuses: (parts: ComponentParts) => string | null | Promise<string | null>
  /** Whether it may change strings, so that the files are imported afterwards. */
  readonly changesStrings?: boolean
  readonly write: (context: AddonFilesContext) => Promise<FileChanges>
}

/** An add-on could not do its work; the message names the file and the reason. */
export class AddonFilesError extends Error {
  override readonly name = 'AddonFilesError'
}

export const needsGettext = ({ component }: ComponentParts): string | null =>
  component.file_format === 'po' || component.file_format === 'po-mono'
    ? null
    : 'This add-on needs a component with gettext PO files.'

export const needsTemplate = ({ component }: ComponentParts): string | null =>
  component.template === '' ? 'This add-on needs a component with a monolingual base file.' : null
