// What tags of extensions leave in the text: a marker that stands for their HTML.

import type { ExtensionTag } from '../../state/parse-state.ts'
import type { ExpandHere, Rendering } from '../rendering/rendering.ts'
import { refHtml } from './cite/ref.ts'
import { referencesHtml } from './cite/references.ts'
import { galleryHtml } from './gallery/gallery.ts'
import { indicatorHtml } from './indicator.ts'
import { langconvertHtml } from './langconvert.ts'
import { preHtml } from './pre.ts'
import { escapeMarks, writtenTag } from './written-tag.ts'

type TagHtml = (rendering: Rendering, tag: ExtensionTag, expand: ExpandHere) => string

const known: Readonly<Record<string, TagHtml>> = {
  gallery: galleryHtml,
  indicator: indicatorHtml,
  langconvert: langconvertHtml,
  pre: preHtml,
  ref: refHtml,
  references: referencesHtml,
}

/** Each tag is a small page of its own to be read. No page that people read has nearly as many. */
const mostTags = 10_000

export function renderTag(rendering: Rendering, tag: ExtensionTag, expand: ExpandHere): string {
  const { strip, steps } = rendering.state
  steps.spend(5)
  if (tag.name === 'nowiki') return strip.addNowiki(escapeMarks(tag.inner ?? ''))
  if (Object.hasOwn(known, tag.name) && ++rendering.tags <= mostTags)
    return strip.addGeneral(tag.name, known[tag.name]!(rendering, tag, expand))
  // Readers see the source of what only the wiki it comes from can show, or of what is too much.
  return strip.addNowiki(writtenTag(tag))
}
