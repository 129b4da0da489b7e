import type { Chunk, DumpSource } from '../decompress/decompress.ts'
import type { ExportEvent } from './export-events.ts'
import { type ExportResume, ExportScanner } from './export-scanner.ts'
import type { XmlLimits } from './xml-tokens.ts'

interface ExportBatch {
  readonly events: readonly ExportEvent[]
  /** The chunk that completed the events, for progress reports. */
  readonly chunk: Chunk
}

/**
 * Reads a MediaWiki export (0.3 to 0.11) of pages or logs and returns what each chunk completed.
 *
 * To resume after an interruption, open the source at a restart point at or before `resume.position`, which is the
 * position of a page or log item reported by an earlier run.
 */
export async function* readExport(
  source: DumpSource,
  options: { readonly limits?: Partial<XmlLimits>; readonly resume?: ExportResume } = {},
): AsyncGenerator<ExportBatch> {
  const scanner = new ExportScanner(source.file, options.limits, options.resume)
  const from = options.resume?.position ?? 0
  for await (const chunk of source.chunks) {
    const skip = Math.max(0, from - chunk.offset)
    if (skip >= chunk.data.length) continue
    const events = scanner.push(skip === 0 ? chunk.data : chunk.data.subarray(skip))
    if (events.length > 0) yield { events, chunk }
  }
  scanner.finish()
}
