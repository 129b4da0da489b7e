// <langconvert>: text of one script of the wiki's language in another.

import type { ExtensionTag } from '../../state/parse-state.ts'
import type { Rendering } from '../rendering/rendering.ts'
import { tagError } from './tag-error.ts'

/** The letters of texts are not changed here, so every pair of scripts is one that is not known. */
export const langconvertHtml = (rendering: Rendering, _tag: ExtensionTag): string =>
  tagError(rendering, 'invalid-langconvert-attrs')
