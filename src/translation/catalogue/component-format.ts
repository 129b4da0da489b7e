// How the files of a component are read, which its settings decide.

import { storedObject } from '#store/stored-json.ts'
import { effectiveParams, type FileParams } from '../formats/file-params.ts'
import { type FileFormat, FormatError, format, type ParseOptions } from '../formats/index.ts'
import type { ComponentParts, ComponentRow } from './components.ts'

/** The format of a component's files. Components can only be created with supported formats. */
export function formatOf({ component }: ComponentParts): FileFormat {
  const kind = format(component.file_format)
  if (kind === undefined) throw new FormatError(`the file format "${component.file_format}" is not supported`)
  return kind
}

/** Whether each file holds one language, so that strings are identified by key. */
export const isByKey = (component: Pick<ComponentRow, 'file_format' | 'template'>): boolean => {
  const kind = format(component.file_format)
  return kind !== undefined && (kind.monolingual || (kind.takesTemplate === true && component.template !== ''))
}

/** Whether the file of the source language decides which strings exist, so that none can be added or deleted here. */
export const hasFixedStrings = ({ file_format }: Pick<ComponentRow, 'file_format'>): boolean =>
  format(file_format)?.fixed === true

/** Parameters of the component's files that are not at their defaults. */
export const paramsOf = ({ file_format, file_format_params }: ComponentRow): FileParams =>
  effectiveParams(file_format, storedObject(file_format_params))

/** How to parse a file of the component: as the source language or as a translation. */
export const readingMode = (
  { component }: ComponentParts,
  isSource: boolean,
): Pick<ParseOptions, 'byKey' | 'params'> => ({
  ...(isByKey(component) && { byKey: isSource ? 'template' : 'translation' }),
  params: paramsOf(component),
})
