// All extensions, in the order of `siteinfo`.

import type { ParserFunction } from '../functions/call.ts'
import { arrays } from './arrays/arrays.ts'
import { categoryTree } from './category-tree.ts'
import { charInsert } from './char-insert.ts'
import { echo } from './echo.ts'
import type { Extension, Styles, TagKind } from './extension.ts'
import { imageMap } from './image-map.ts'
import { inputBox } from './input-box.ts'
import { loops } from './loops.ts'
import { math } from './math/math.ts'
import { pageImages } from './page-images.ts'
import { poem } from './poem.ts'
import { portableInfobox } from './portable-infobox/portable-infobox.ts'
import { labeledSections } from './sections.ts'
import { shownAsSource, sourceFunction, sourceTag } from './shown-as-source.ts'
import { syntaxHighlight } from './syntax-highlight/syntax-highlight.ts'
import { tabber } from './tabber.ts'
import { templateData } from './template-data/template-data.ts'
import { templateStyles } from './template-styles/template-styles.ts'
import { textExtracts } from './text-extracts.ts'
import { thanks } from './thanks.ts'
import { variables } from './variables.ts'

export const supportedExtensions: readonly Extension[] = [
  arrays,
  categoryTree,
  charInsert,
  echo,
  imageMap,
  inputBox,
  labeledSections,
  loops,
  math,
  pageImages,
  poem,
  portableInfobox,
  syntaxHighlight,
  tabber,
  templateData,
  templateStyles,
  textExtracts,
  thanks,
  variables,
]

export const extensions: readonly Extension[] = [...supportedExtensions, ...shownAsSource]

const tags = new Map(extensions.flatMap(({ tags = {} }) => Object.entries(tags)))
const functions = new Map(extensions.flatMap(({ functions: own = {} }) => Object.entries(own)))
const messages = new Map(extensions.flatMap(({ messages: own = {} }) => Object.entries(own)))
const styles = new Map(extensions.flatMap(({ styles: own }) => (own ? [[own.module, own]] : [])))
const supportedFunctions = new Set(supportedExtensions.flatMap(({ functions: own = {} }) => Object.keys(own)))

/** Only tags and functions that the site lists are ever looked up; those without a counterpart are shown as source. */
export const extensionTag = (name: string): TagKind => tags.get(name) ?? sourceTag
export const extensionFunction = (id: string): ParserFunction => functions.get(id) ?? sourceFunction(id)
export const extensionMessage = (key: string): string | undefined => messages.get(key)
export const extensionStyles = (module: string): Styles | undefined => styles.get(module)
export const isSupportedFunction = (id: string): boolean => supportedFunctions.has(id)
